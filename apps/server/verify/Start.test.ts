/**
 * Starting and stopping the program from a command line: signals, a request that is under way, a second server, and the lines that
 * the sandbox prints, in bash (README; decisions, Discovery). One start and its end are in test/Start.test.ts too.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "../test/FreePort.ts"
import { textOf } from "../test/HttpCall.ts"
import { startProgram } from "../test/Program.ts"
import { refusal, sandboxCredentials, startSandbox } from "../test/StartedProgram.ts"
import { sandboxUser, sharedFolder, startServer } from "../test/TestServer.ts"
import { pageOf } from "../test/Walk.ts"

const folder = sharedFolder()
const database = (name: string) => ({ PORT: "0", DATABASE_URL: `sqlite:${folder.file(name)}` })
let databases = 0
/** Settings for a database of its own on a free port. */
const settings = (more: Readonly<Record<string, string>> = {}) => ({ ...database(`${++databases}.db`), ...more })

describe("partner-api sandbox", () => {
  it("honours PUBLIC_URL, and stops with 130 on SIGINT (decisions, Discovery)", async () => {
    await using program = startProgram(["sandbox"], settings({ PUBLIC_URL: "https://partners.example.com/api/" }))
    assert.match(await program.line(/Base URL/), /https:\/\/partners\.example\.com\/api$/)
    await program.line(/"https:\/\/partners\.example\.com\/api\/oauth\/token"/)
    await program.line(/^Stop with/)
    assert.deepStrictEqual(await program.stop("SIGINT"), { code: 130, signal: null })
  })

  it("finishes the request that is under way when it is stopped (decisions, Limits)", async () => {
    const { program, baseUrl, client } = await startSandbox(settings())
    await using _ = program
    const token = textOf(await client.call("POST", "/v1/auth/token", { json: sandboxCredentials }), "access_token")
    client.close()
    const body = JSON.stringify({ first_name: "Last", last_name: "Minute", email: "last@example.com" })
    const { hostname, port } = new URL(baseUrl)
    const received = await new Promise<string>((resolve) => {
      let text = ""
      const socket = Net.connect(Number(port), hostname)
      socket.write(
        `POST /v1/users HTTP/1.1\r\nHost: localhost\r\nX-Auth-Token: ${token}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
      )
      socket.on("data", (chunk) => {
        const begins = text === ""
        text += chunk.toString()
        // The service has read the head and waits for the body: now it gets the signal to stop.
        if (begins) void program.stop("SIGTERM")
        if (begins) socket.write(body)
      })
      socket.on("close", () => resolve(text))
    })
    assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/)
    assert.deepStrictEqual(await program.ended, { code: 0, signal: null })
  })

  it("keeps what it has answered with 201 when it is killed at once (docs/decisions, SQLite)", async () => {
    const env = settings()
    const { program, client } = await startSandbox(env)
    await using _ = program
    const token = textOf(await client.call("POST", "/v1/auth/token", { json: sandboxCredentials }), "access_token")
    const create = (index: number) =>
      client.call("POST", "/v1/users", {
        token,
        json: { id: `user_${index}`, first_name: "A", last_name: "B", email: `${index}@example.com` }
      })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(index)))
    assert.deepStrictEqual(await program.stop("SIGKILL"), { code: null, signal: "SIGKILL" })
    client.close()
    assert.isTrue(answers.every(({ status }) => status === 201))
    await using after = await startServer({ databaseFile: env.DATABASE_URL.slice("sqlite:".length) })
    const { content } = pageOf(await after.call("GET", "/v1/users", { token: await after.partner() }))
    assert.lengthOf(
      content.filter(({ id }) => id !== sandboxUser),
      20
    )
  })
})

const shell = ["bash", "curl"].every((tool) => ChildProcess.spawnSync(tool, ["--version"]).status === 0)

describe("the printed lines", () => {
  it.skipIf(!shell)("work one after the other in bash (README; not run without bash and curl)", async () => {
    const { program } = await startSandbox(settings())
    await using _ = program
    const { stdout } = program.text()
    const walk = stdout.slice(stdout.indexOf("# 1."), stdout.indexOf("Stop with"))
    // Each line is followed by a mark, so that every answer is seen apart.
    const script = walk.replaceAll(/^(?!#)(.+)$/gm, '$1; echo; echo "status $?"')
    Fs.writeFileSync(folder.file("walk.sh"), script)
    const result = await new Promise<string>((resolve, reject) =>
      ChildProcess.execFile(
        "bash",
        [folder.file("walk.sh")],
        { env: { PATH: process.env["PATH"] } },
        (error, text, errors) => (error === null ? resolve(text + errors) : reject(error))
      )
    )
    const expected = [
      '[{"id":"org_acme","name":"Acme"}',
      '"next":"http',
      '{"content":[{"id":"job_00000101"',
      '"feeBasisPoints":2000',
      '"last_name":"Lovelace"',
      '"count":2}',
      '{"content":[{"id":"job_00000001"'
    ]
    expected.forEach((text) => assert.include(result, text))
    assert.notInclude(result, '"error"')
    assert.notMatch(result, /status [1-9]/)
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
