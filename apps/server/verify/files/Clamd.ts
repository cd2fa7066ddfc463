/**
 * clamd for tests: the program with a database of one signature, and its settings as docs/operators/scan.md has them.
 */
import * as Fs from "node:fs"
import { freePort } from "../../test/FreePort.ts"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { temporaryFolder } from "../../test/TestServer.ts"
import { findProgram } from "../operator/DebianProgram.ts"

export const clamd = findProgram({
  name: "clamd",
  versionFlag: "--help",
  packageName: "clamav-daemon",
  path: "usr/sbin/clamd",
  libraries: ["libclamav12", "libmspack0", "libjson-c5"]
})

/** What the only signature finds. */
export const found = "recruiting-test-signature"

/** Starts it with settings beside those that it needs to run here. Stop it with `await using`. */
export const startClamd = async (settings: ReadonlyArray<string>) => {
  const folder = temporaryFolder()
  const port = await freePort()
  Fs.mkdirSync(folder.file("signatures"))
  Fs.writeFileSync(folder.file("signatures/own.ndb"), `Test.Own:0:*:${Buffer.from(found).toString("hex")}\n`)
  const config = folder.file("clamd.conf")
  Fs.writeFileSync(
    config,
    [
      "Foreground yes",
      `DatabaseDirectory ${folder.file("signatures")}`,
      `PidFile ${folder.file("clamd.pid")}`,
      `TCPSocket ${port}`,
      "TCPAddr 127.0.0.1",
      ...settings,
      ""
    ].join("\n")
  )
  const program = startProcess([clamd.path, "-c", config], { env: clamd.env })
  await program.outputMatch(/Self checking/)
  return {
    place: { host: "127.0.0.1", port },
    [Symbol.asyncDispose]: async () => {
      await program[Symbol.asyncDispose]()
      folder.remove()
    }
  }
}
