/**
 * The unit of systemd, as far as it goes without a systemd that runs: its own tool judges it (docs/operators/install.md, As a service of systemd).
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { mainFile } from "../../test/Built.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { gracefulStopMs } from "../../src/platform/Limits.ts"
import { drainSecondsMax } from "../../src/platform/ConnectionSettings.ts"

/** Of 10, of which 10 is the worst: the score that systemd calls "OK". In tenths, as the tool takes it. */
const exposureMax = 20

const analyze = (...args: ReadonlyArray<string>) => {
  const { error, status, stderr, stdout } = ChildProcess.spawnSync("systemd-analyze", args, { encoding: "utf8" })
  return { isMissing: error !== undefined, status, words: `${stdout}${stderr}` }
}
const notRun = analyze("--version").isMissing ? " [not run here: there is no systemd-analyze]" : ""

const unit = Fs.readFileSync(Path.join(import.meta.dirname, "../../deploy/partner-api.service"), "utf8")
const folder = sharedFolder()

/** A unit with the programs of this machine. */
const written = (text: string): string => {
  const file = folder.file("partner-api.service")
  Fs.writeFileSync(
    file,
    text.replace("/usr/bin/node", process.execPath).replace("/opt/partner-api/partner-api.cjs", mainFile)
  )
  return file
}

describe.skipIf(notRun !== "")(`the unit of systemd${notRun}`, () => {
  it("is understood, every line of it (docs/operators/install.md, As a service of systemd)", () => {
    const { status, words } = analyze("verify", written(unit))
    assert.deepStrictEqual([status, words.trim()], [0, ""])
  })

  it("would be complained of with a line that nothing knows (negative control)", () => {
    assert.include(analyze("verify", written(unit.replace("UMask=", "UMsk="))).words, "UMsk")
  })

  it("leaves the program few rights (docs/operators/install.md, As a service of systemd)", () => {
    const judged = (text: string) =>
      analyze("security", "--offline=true", `--threshold=${exposureMax}`, written(text)).status
    assert.strictEqual(judged(unit), 0)
    assert.notStrictEqual(judged(unit.replaceAll(/^(Protect|Private|Restrict|SystemCall).*$/gm, "")), 0)
  })

  it("waits for a stop as long as the server may take (docs/operators/install.md, As a service of systemd)", () => {
    const stopMs = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000
    assert.isAtLeast(stopMs, drainSecondsMax * 1_000 + gracefulStopMs)
  })
})
