/**
 * What the program refuses to start with: one line that names the setting or file and says what to do, exit code 1, and no stack
 * trace (README; decisions, Discovery). More values of settings are in Settings.test.ts.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "./FreePort.ts"
import { runProgram, startProgram } from "./Program.ts"
import { sharedFolder, startServer } from "./TestServer.ts"

const folder = sharedFolder()
const database = (name: string) => ({ PORT: "0", DATABASE_URL: `sqlite:${folder.file(name)}` })
Fs.writeFileSync(folder.file("diary.txt"), "Dear diary")

/** The one line that a refused start prints. */
const refusal = async (command: string, settings: Readonly<Record<string, string>>): Promise<string> => {
  const { code, stdout, stderr } = await runProgram([command], settings)
  assert.deepStrictEqual({ code, stdout, lines: stderr.split("\n").length }, { code: 1, stdout: "", lines: 1 }, stderr)
  assert.notMatch(stderr, / at |Error:|\.ts\b|_tag/)
  assert.match(stderr, /^partner-api: .*\. .*\.$/)
  return stderr
}

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

describe("a second server", () => {
  it.for([
    ["serve", {}],
    ["serve", { WORKERS: "2" }],
    ["sandbox", {}]
  ] as const)(
    "%s with %j on the file and the ports of the first is refused for the file (docs/incidents.md, A second server was started)",
    async ([command, more]) => {
      const ports = {
        PORT: String(await freePort()),
        METRICS_PORT: String(await freePort()),
        OPERATOR_PORT: String(await freePort())
      }
      const name = `second-${command}-${Object.keys(more).length}.db`
      const env = { ...database(name), PUBLIC_URL: "https://partners.example.com", ...ports, ...more }
      await using first = startProgram([command], env)
      await first.line(/Serving|Base URL/)
      const line = await refusal(command, env)
      assert.include(line, "Another server is running on")
      assert.include(line, name)
    }
  )
})

describe("partner-api serve", () => {
  it("starts with PUBLIC_URL on an empty database, says so, and stops with 0 (README)", async () => {
    const env = { ...database("served.db"), PUBLIC_URL: "https://partners.example.com" }
    await using program = startProgram(["serve"], env)
    const line = await program.line(/Serving/)
    const { level, message } = JSON.parse(line)
    assert.strictEqual(level, "info")
    assert.match(
      message,
      /^Serving https:\/\/partners\.example\.com, listening on http:\/\/127\.0\.0\.1:\d+, database .*served\.db\.$/
    )
    assert.deepStrictEqual(await program.stop("SIGTERM"), { code: 0, signal: null })
    assert.deepStrictEqual(program.text(), { stdout: line, stderr: "" })
  })

  it.for(["serve", "sandbox"])(
    "%s starts beside settings of other programs, and warns of each once (docs/decisions/0099)",
    async (command) => {
      const env = { ...database(`near-${command}.db`), PUBLIC_URL: "https://partners.example.com", LOG_FORMAT: "json" }
      await using program = startProgram([command], { ...env, SECRET_KEY: "s3cret", LOGLEVEL: "debug", CACHE: "1" })
      await program.line(/Serving|Base URL/)
      await program.stop()
      const { stderr, stdout } = program.text()
      const warnings = (stdout + stderr).split("\n").filter((line) => line.includes("which is no setting"))
      assert.lengthOf(warnings, 2)
      assert.match(
        warnings.join("\n"),
        /"warn".*has SECRET_KEY, .*: write SECRETS_KEY if .*\n.*has LOGLEVEL, .*: write LOG_LEVEL if /
      )
      assert.notInclude(stdout + stderr, "s3cret")
    }
  )
})
