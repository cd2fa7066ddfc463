/**
 * The picture of the README shows what the programs print today (README).
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { assert, it } from "@effect/vitest"
import { temporaryFolder } from "../../test/TestServer.ts"

const committed = new URL("../../../../docs/images/terminal.svg", import.meta.url)
const program = new URL("../../test/generate/terminal.ts", import.meta.url)

it("is what `pnpm generate` draws", () => {
  using folder = temporaryFolder()
  const drawn = folder.file("terminal.svg")
  ChildProcess.execFileSync(process.execPath, [program.pathname, drawn], { stdio: "inherit" })
  assert.strictEqual(Fs.readFileSync(drawn, "utf8"), Fs.readFileSync(committed, "utf8"))
})
