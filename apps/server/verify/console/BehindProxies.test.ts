/**
 * The console behind the proxies of its page, nginx and HAProxy, with TLS (docs/console.md, Behind a proxy): operators sign in through them, and
 * addresses of other networks reach nothing.
 */
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Https from "node:https"
import * as Path from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { freePort } from "../../test/FreePort.ts"
import { makeLink, sessionPath } from "../../test/operator/ConsoleSession.ts"
import { sharedFolder, startServer, type TestServer } from "../../test/TestServer.ts"
import { certificate, name as certified } from "../../test/webhooks/Receiver.ts"
import { describeWith } from "../operator/DebianProgram.ts"
import { haproxyArgs, haproxyProgram, haproxyReadyLine } from "../operator/Haproxy.ts"
import { nginxArgs, nginxConfigOf, nginxProgram, nginxReadyLine } from "../operator/Nginx.ts"

const folder = sharedFolder()
const url = "https://operators.example.com"
const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../../../docs/console.md"), "utf8")
const authority = Fs.readFileSync(Path.join(import.meta.dirname, "../../test/webhooks/tls/authority.pem"), "utf8")

/** The block of the page that begins so. */
const blockOf = (heading: string): string => page.split(`\`\`\`text\n${heading}\n`)[1]?.split("```")[0] ?? ""

/** Puts the values of this machine in the place of those of the page. Each of them must be there. */
const filled = (block: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((config, [there, here]) => {
    assert.include(config, there)
    return config.replace(there, here)
  }, block)

const written = (file: string, content: string): string => {
  const path = folder.file(file)
  Fs.writeFileSync(path, content)
  return path
}

/** The network of the operators of this machine: one address of it. */
const operatorAddress = "127.0.0.1"
const otherAddress = "127.0.0.2"

const proxies = [
  {
    name: "nginx",
    program: nginxProgram,
    config: (port: number, consolePort: number) =>
      nginxConfigOf(
        folder.file,
        filled(blockOf("# nginx"), {
          "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
          "/etc/ssl/certs/operators.example.com.pem": written("cert.pem", certificate.cert),
          "/etc/ssl/private/operators.example.com.key": written("cert.key", certificate.key),
          "10.20.0.0/16": operatorAddress,
          "127.0.0.1:8090": `127.0.0.1:${consolePort}`
        })
      ),
    args: nginxArgs,
    readyLine: nginxReadyLine
  },
  {
    name: "HAProxy",
    program: haproxyProgram,
    config: (port: number, consolePort: number) =>
      filled(blockOf("# HAProxy"), {
        ":443 ssl": `127.0.0.1:${port} ssl`,
        "/etc/haproxy/operators.example.com.pem": written("both.pem", `${certificate.cert}\n${certificate.key}`),
        "10.20.0.0/16": operatorAddress,
        "127.0.0.1:8090": `127.0.0.1:${consolePort}`
      }),
    args: haproxyArgs,
    readyLine: haproxyReadyLine
  }
]

const start = async ({ args, config, name, program, readyLine }: (typeof proxies)[number]) => {
  const [port, consolePort] = [await freePort(), await freePort()]
  const server = await startServer({ hasConsole: true, consoleAt: { port: consolePort, url } })
  const file = written(`${name}.conf`, config(port, consolePort))
  const proxy = startProcess([program.path, ...args(file)], { env: program.env })
  await Promise.any([proxy.outputMatch(readyLine), proxy.errorMatch(readyLine)])
  return {
    port,
    server,
    stop: async () => {
      await proxy.kill("SIGTERM")
      await server[Symbol.asyncDispose]()
    }
  }
}

interface Call {
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
  readonly from?: string
}

/** Sends a request to a proxy, as a browser that was given its address does. */
const send = async (
  port: number,
  method: string,
  path: string,
  { from = operatorAddress, headers = {}, json }: Call = {}
) => {
  const body = json === undefined ? undefined : JSON.stringify(json)
  const request = Https.request({
    host: "127.0.0.1",
    port,
    method,
    path,
    localAddress: from,
    servername: certified,
    ca: authority,
    agent: false,
    headers: {
      host: new URL(url).host,
      ...(method === "GET" ? {} : { origin: url }),
      ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      ...headers
    }
  })
  request.end(body)
  const [answer] = await once(request, "response")
  return { status: Number(answer.statusCode), headers: answer.headers, text: await text(answer) }
}

for (const proxy of proxies) {
  describeWith(proxy.program, `the console behind ${proxy.name}`, () => {
    let behind: { readonly port: number; readonly server: TestServer; readonly stop: () => Promise<void> }
    beforeAll(async () => {
      behind = await start(proxy)
    })
    afterAll(() => behind.stop())

    it("is signed in to with a cookie for https alone, read and changed (docs/console.md, Behind a proxy)", async () => {
      const { port, server } = behind
      assert.strictEqual((await send(port, "GET", "/console/")).status, 200)
      const token = await makeLink(server, "Ada", "admin")
      const signed = await send(port, "POST", sessionPath, { json: { token } })
      assert.strictEqual(signed.status, 200, signed.text)
      const [set = ""] = signed.headers["set-cookie"] ?? []
      assert.match(set, /^__Host-console=.*; Secure$/)
      const headers = { cookie: set.split(";")[0] ?? "" }
      assert.strictEqual((await send(port, "GET", sessionPath, { headers })).status, 200)
      const made = await send(port, "POST", "/operator/v1/clients", { headers, json: { name: "Behind" } })
      assert.strictEqual(made.status, 201, made.text)
      const foreign = { ...headers, origin: "https://evil.example" }
      const refused = await send(port, "POST", "/operator/v1/clients", { headers: foreign, json: { name: "Evil" } })
      assert.strictEqual(refused.status, 403)
      assert.include(refused.text, "The header Origin must be the address of the console")
    })

    it("is out of reach for other networks (docs/console.md, Behind a proxy)", async () => {
      const { status, text: answer } = await send(behind.port, "GET", "/console/", { from: otherAddress })
      assert.strictEqual(status, 403)
      assert.notInclude(answer, "Partner API")
    })
  })
}
