/**
 * The block of HAProxy as docs/nodes.md has it, in front of a node whose database goes away: partners get errors that their programs read, from the
 * node and from HAProxy.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { assert, it } from "@effect/vitest"
import { createClient, isPartnerError } from "@partner-api/client"
import { startProcess, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { freePort } from "../../test/FreePort.ts"
import { openClient } from "../../test/HttpCall.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { describeWith } from "../operator/DebianProgram.ts"
import { haproxyArgs, haproxyProgram, haproxyReadyLine } from "../operator/Haproxy.ts"

const folder = sharedFolder()
const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../../../docs/nodes.md"), "utf8")

/** The block of the page with one node, which listens on this port. */
const configOf = (port: number, serverPort: number): string => {
  const [, block = assert.fail("docs/nodes.md has no block of HAProxy")] =
    /^```text\n# HAProxy\n([^]*?)^```$/m.exec(page) ?? []
  const backend = block
    .replace("server one 10.0.0.1:8080", `server one 127.0.0.1:${serverPort}`)
    .replaceAll(/^ *server (?:two|three) .*\n/gm, "")
  return `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend partners
  bind 127.0.0.1:${port}
  default_backend nodes
${backend}`
}

describeWith(haproxyProgram, "nodes behind HAProxy", () => {
  it("without their database answer an error that programs read, with Retry-After (docs/nodes.md)", async () => {
    const postgres = await startPostgres()
    const url = await postgres.create()
    const [port, serverPort] = [await freePort(), await freePort()]
    await using _server = await startServerProcess({
      command: "sandbox",
      databaseFile: folder.file("unused.db"),
      settings: { DATABASE_URL: url, PORT: String(serverPort), LOG_FORMAT: "json" }
    })
    const file = folder.file("haproxy.cfg")
    Fs.writeFileSync(file, configOf(port, serverPort))
    await using proxy = startProcess([haproxyProgram.path, ...haproxyArgs(file)], { env: haproxyProgram.env })
    await proxy.errorMatch(haproxyReadyLine)
    const sandbox = { baseUrl: `http://127.0.0.1:${port}`, clientId: "sandbox-client", clientSecret: "sandbox-secret" }
    const partner = createClient({ ...sandbox, retries: 0 })
    assert.isNotEmpty((await partner.organization("org_acme").jobs.list({ limit: 1 })).content)

    await postgres.end("SIGINT")
    await proxy.errorMatch(/Server nodes\/one is DOWN/)
    const client = openClient(port)
    const { headers, status, text } = await client.call("GET", "/v1/jobs")
    client.close()
    assert.strictEqual(status, 503)
    assert.strictEqual(headers["content-type"], "application/json")
    assert.match(String(headers["retry-after"]), /^[1-9]\d*$/)
    const { error, message, request_id } = JSON.parse(text)
    assert.strictEqual(error, "unavailable")
    assert.match(message, /Retry-After/)
    assert.match(request_id, /^[\w-]{36}$/)
    const failure = await partner.organizations.list().then(
      () => undefined,
      (cause: unknown) => cause
    )
    assert.isTrue(isPartnerError(failure, "Unavailable"), String(failure))
    await postgres.stop()
  })
})
