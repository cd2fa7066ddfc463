/**
 * The server behind the proxies of its examples, nginx and Caddy: every rule that the kit knows holds through them, and addresses of callers
 * are theirs (docs/operators/install.md, Behind a proxy).
 *
 * Without TLS: the certificate of an example is not of this machine.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { run } from "@partner-api/conformance/Run"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { freePort } from "../../test/FreePort.ts"
import { openClient } from "../../test/HttpCall.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { startChildServer } from "../../test/hostile/ChildServer.ts"
import { describeWith, findProgram } from "./DebianProgram.ts"
import { nginxArgs, nginxConfigOf, nginxProgram } from "./Nginx.ts"

const folder = sharedFolder()
const example = (name: string): string => Fs.readFileSync(Path.join(import.meta.dirname, "../../deploy", name), "utf8")

/** The example of nginx on this machine: another port, and no certificate. */
const nginxConfig = (port: number, serverPort: number): string =>
  nginxConfigOf(
    folder.file,
    example("nginx.conf")
      .replace("listen 443 ssl", `listen 127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_.*\n/gm, "")
      .replace("server 127.0.0.1:8080", `server 127.0.0.1:${serverPort}`)
  )

/** The example of Caddy with one node, on another port. */
const caddyConfig = (port: number, serverPort: number): string =>
  `{\n\tadmin off\n\tauto_https off\n}\n${example("Caddyfile")
    .replace("{$PARTNERS_HOST}", `http://127.0.0.1:${port}`)
    .replace(/(?:node\d:8080 ?)+/, `127.0.0.1:${serverPort} `)}`

const proxies = [
  {
    name: "nginx",
    program: nginxProgram,
    config: nginxConfig,
    args: nginxArgs
  },
  {
    name: "Caddy",
    program: findProgram({ name: "caddy", versionFlag: "version", packageName: "caddy", path: "usr/bin/caddy" }),
    config: caddyConfig,
    args: (file: string) => ["run", "--adapter", "caddyfile", "--config", file]
  }
]

/** What either of them says once it listens. */
const readyLine = /start worker processes|serving initial configuration/

/** Of requests that are no good HTTP: the proxy's own parser refuses or mends them, with other words. */
const caughtAtTheProxy = ["broken-http", "parser-400", "expectation-failed", "repeated-headers"].map(
  (rule) => `dec-errors.${rule}`
)

/** A partner's trace, which a proxy must not hand on as its own. */
const traced = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" }

const startBehind = async ({ args, config, name, program }: (typeof proxies)[number]) => {
  const port = await freePort()
  // The sandbox prints the address of the proxy, so its own port is chosen here.
  const serverPort = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const server = await startChildServer({
    command: "sandbox",
    settings: {
      PORT: String(serverPort),
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: "127.0.0.1",
      LOG_CLIENT_ADDRESS: "on",
      LOG_FORMAT: "json"
    }
  })
  const file = folder.file(`${name}.conf`)
  Fs.writeFileSync(file, config(port, serverPort))
  const proxy = startProcess([program.path, ...args(file)], {
    env: { ...program.env, HOME: folder.path, XDG_DATA_HOME: folder.path }
  })
  await proxy.errorMatch(readyLine)
  return {
    port,
    publicUrl,
    server,
    stop: async () => {
      await proxy.kill("SIGTERM")
      await server[Symbol.asyncDispose]()
    }
  }
}

for (const proxy of proxies) {
  describeWith(proxy.program, `the server behind ${proxy.name}`, () => {
    let behind: Awaited<ReturnType<typeof startBehind>>
    beforeAll(async () => {
      behind = await startBehind(proxy)
    })
    afterAll(() => behind.stop())

    it("keeps every rule of the kit (docs/operators/install.md, Behind a proxy)", async () => {
      const { results } = await Effect.runPromise(
        run({
          baseUrl: new URL(behind.publicUrl),
          clientId: "sandbox-client",
          clientSecret: Redacted.make("sandbox-secret"),
          organization: "org_acme",
          agency: "agy_hirewell",
          timeoutMs: 10_000,
          readOnly: false,
          documentedOnly: false,
          only: []
        })
      )
      const failed = results.filter(({ outcome, rule }) => outcome === "failed" && !caughtAtTheProxy.includes(rule))
      assert.deepStrictEqual(failed, [])
      assert.isAbove(results.filter(({ outcome }) => outcome === "passed").length, 50)
    })

    it("knows the address of a caller, and believes nothing that a caller says of it (docs/operators/install.md, Behind a proxy)", async () => {
      const client = openClient(behind.port)
      const forwarded = {
        "x-forwarded-for": "203.0.113.7, 198.51.100.9",
        "x-request-id": `req_${proxy.name}`,
        ...traced
      }
      assert.strictEqual((await client.call("GET", "/v1/jobs", { headers: forwarded })).status, 401)
      client.close()
      await behind.server.stop()
      const line = behind.server
        .stdout()
        .split("\n")
        .find((found) => found.includes(`req_${proxy.name}`))
      const written = JSON.parse(line ?? "{}")
      assert.include(["127.0.0.1", "198.51.100.9"], written.client_address)
      // The server would take the trace of a trusted proxy for its own.
      assert.isUndefined(written.trace_id)
    })
  })
}
