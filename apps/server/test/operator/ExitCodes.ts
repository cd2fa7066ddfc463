/**
 * A command of `partner-api` that runs twice: as a process and in the process of the test, as in most tests. Both end and write alike (README).
 */
import * as Fs from "node:fs"
import { runProgram, startProgram } from "../Program.ts"
import { sharedFolder } from "../TestServer.ts"
import { commandsOn } from "./OnFile.ts"

/** How a run ended, and what it wrote without what differs from run to run. */
const comparable = ({
  code,
  stderr,
  stdout
}: {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}) => ({
  code,
  text: [stdout, stderr].map((text) => text.replaceAll(/\b\d+\.\d s\b/g, "…"))
})

/** Makes a database, and gives what runs a command on it. `users.ndjson` is a file with a bad line. */
export const commandsRunTwice = async () => {
  const folder = sharedFolder()
  const file = folder.file("codes.db")
  await commandsOn(file).json("organizations", "create", "--name", "Acme", "--id", "org_acme")
  const users = folder.file("users.ndjson")
  Fs.writeFileSync(users, '{"external_id":"u1"}\n')
  return async (words: ReadonlyArray<string>) => {
    const args = words.map((word) => (word === "users.ndjson" ? users : word))
    const settings = { DATABASE_URL: `sqlite:${file}` }
    await using started = startProgram(args, settings)
    const { code } = await started.ended
    return { asProcess: comparable({ code, ...started.text() }), here: comparable(await runProgram(args, settings)) }
  }
}
