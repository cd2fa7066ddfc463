/**
 * Starting and stopping the program from a command line: what it prints, which settings it honours, what it refuses and how it says
 * so (README; decisions, Discovery).
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import * as Net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { openClient, textOf } from "./HttpCall.ts"
import { startProgram } from "./Program.ts"
import { sandboxUser, sharedFolder, startServer } from "./TestServer.ts"
import { pageOf } from "./Walk.ts"

const folder = sharedFolder()
let databases = 0
/** Settings for a database of its own on a free port. */
const settings = (more: Readonly<Record<string, string>> = {}) => ({
  PORT: "0",
  DATABASE_URL: `sqlite:${folder.file(`${++databases}.db`)}`,
  ...more
})
const startSandbox = async (env = settings()) => {
  const program = startProgram(["sandbox"], env)
  const baseUrl = /http\S+/.exec(await program.line(/Base URL/))?.[0] ?? ""
  await program.line(/^Stop with/)
  return { program, baseUrl, client: openClient(Number(new URL(baseUrl).port)) }
}
const credentials = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }

describe("partner-api sandbox", () => {
  it("prints where it is and who may enter, serves, and stops with 0 on SIGTERM (README)", async () => {
    const env = settings()
    const { program, baseUrl, client } = await startSandbox(env)
    await using _ = program
    const { stdout } = program.text()
    assert.include(stdout, `Docs      ${baseUrl}/docs`)
    assert.include(stdout, `Database  ${env.DATABASE_URL.slice("sqlite:".length)}`)
    const clients = [
      ["sandbox-client", "sandbox-secret"],
      ["sandbox-partner", "sandbox-partner-secret"],
      ["sandbox-reader", "sandbox-reader-secret"]
    ]
    clients.forEach(([id, secret]) => assert.match(stdout, new RegExp(`^  ${id} +${secret} `, "m")))

    const token = textOf(await client.call("POST", "/v1/auth/token", { json: credentials }), "access_token")
    const page = await client.call("GET", "/v1/jobs", { token })
    assert.isTrue(pageOf(page).next?.startsWith(`${baseUrl}/v1/jobs?cursor=`))
    client.close()
    assert.deepStrictEqual(await program.stop("SIGTERM"), { code: 0, signal: null })
    const told = Object.values(program.text()).join()
    assert.include(told, '"route":"/v1/jobs"', "the access log is written before the end")
    assert.notInclude(told, token)
    assert.strictEqual(program.text().stderr, "")
  })

  it("honours PUBLIC_URL, and stops with 130 on SIGINT (decisions, Discovery)", async () => {
    await using program = startProgram(["sandbox"], settings({ PUBLIC_URL: "https://partners.example.com/api/" }))
    assert.match(await program.line(/Base URL/), /https:\/\/partners\.example\.com\/api$/)
    await program.line(/"https:\/\/partners\.example\.com\/api\/oauth\/token"/)
    await program.line(/^Stop with/)
    assert.deepStrictEqual(await program.stop("SIGINT"), { code: 130, signal: null })
  })

  it("finishes the request that is under way when it is stopped (decisions, Limits)", async () => {
    const { program, baseUrl, client } = await startSandbox()
    await using _ = program
    const token = textOf(await client.call("POST", "/v1/auth/token", { json: credentials }), "access_token")
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
        // The service has read the head and waits for the body: now it is told to stop.
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
    const token = textOf(await client.call("POST", "/v1/auth/token", { json: credentials }), "access_token")
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
    const { program } = await startSandbox()
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
