/**
 * What the program refuses to start with: one line that names the setting or file and says what to do, exit code 1, and no stack
 * trace (README; decisions, Discovery). More values of settings are in Settings.test.ts, and second servers in verify/Start.test.ts.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { refusal } from "./StartedProgram.ts"
import { sharedFolder, startServer } from "./TestServer.ts"

const folder = sharedFolder()
const database = (name: string) => ({ PORT: "0", DATABASE_URL: `sqlite:${folder.file(name)}` })
Fs.writeFileSync(folder.file("diary.txt"), "Dear diary")

describe("the program does not start", () => {
  it.for<[what: string, command: string, settings: Readonly<Record<string, string>>, words: ReadonlyArray<string>]>([
    ["a port that is no number", "sandbox", { PORT: "http" }, ["PORT", "0 to 65535"]],
    ["a public address without scheme", "sandbox", { PUBLIC_URL: "p.example" }, ["PUBLIC_URL", "https://"]],
    ["another kind of database", "sandbox", { DATABASE_URL: "mysql://db" }, ["DATABASE_URL", "sqlite:"]],
    ["a file that is no database", "sandbox", database("diary.txt"), ["diary.txt", "DATABASE_URL"]],
    ["the sandbox on every interface", "sandbox", { HOST: "0.0.0.0" }, ["0.0.0.0", "HOST"]],
    ["no public address", "serve", {}, ["PUBLIC_URL", "https://"]]
  ])("with %s (README)", async ([, command, settings, words]) => {
    const line = await refusal(command, { ...database("unused.db"), ...settings })
    words.forEach((word) => assert.include(line, word))
  })

  it("serve on a sandbox, whose secrets everybody knows (docs/decisions, Sandbox)", async () => {
    await (await startServer({ databaseFile: folder.file("sandbox.db") })).stop()
    const line = await refusal("serve", { ...database("sandbox.db"), PUBLIC_URL: "https://partners.example.com" })
    ;["sandbox.db", "sandbox-client", "DATABASE_URL"].forEach((word) => assert.include(line, word))
  })

  it("on a port that is in use (README)", async () => {
    await using other = await startServer()
    const line = await refusal("sandbox", { ...database("port.db"), PORT: String(other.port) })
    ;[String(other.port), "PORT"].forEach((word) => assert.include(line, word))
  })

  it("with metrics on a port that is in use (docs/operators/monitoring.md, Metrics)", async () => {
    await using other = await startServer()
    const line = await refusal("sandbox", { ...database("metrics.db"), METRICS_PORT: String(other.port) })
    assert.include(line, `127.0.0.1:${other.port}`)
    assert.include(line, "choose another METRICS_PORT")
  })
})
