/**
 * The server behind programs as they are found in front of services: Varnish with its built-in policy, nginx that compresses, HAProxy. Each
 * listens on a port that the server does not know, as behind a port mapping.
 */
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Net from "node:net"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { createClient } from "@partner-api/client"
import { PartnerApi } from "@partner-api/contract/Api"
import { endpointsOf } from "@partner-api/contract/Reflection"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { freePort } from "../../test/FreePort.ts"
import { type Answer, openClient } from "../../test/HttpCall.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { startChildServer } from "../../test/hostile/ChildServer.ts"
import { describeWith, findProgram, type FoundProgram } from "./DebianProgram.ts"
import { haproxyArgs, haproxyProgram, haproxyReadyLine } from "./Haproxy.ts"
import { nginxArgs, nginxConfigOf, nginxProgram, nginxReadyLine } from "./Nginx.ts"

const folder = sharedFolder()

interface Front {
  readonly program: FoundProgram
  /** Its file, if it has one. */
  readonly config: (port: number, serverPort: number) => string
  readonly args: (file: string, port: number, serverPort: number) => ReadonlyArray<string>
  /** What it says once it listens. */
  readonly readyLine: RegExp
}

const varnish: Front = {
  program: findProgram({
    name: "varnishd",
    versionFlag: "-V",
    packageName: "varnish",
    path: "usr/sbin/varnishd",
    libraries: ["libvarnishapi3", "libjemalloc2"]
  }),
  config: () => "",
  args: (_file, port, serverPort) =>
    `-F -j none -s malloc,32m -T none -n ${folder.file("varnish")} -a 127.0.0.1:${port} -b 127.0.0.1:${serverPort}`.split(
      " "
    ),
  readyLine: /Child \(\d+\) said Child starts|Child launched OK/
}

const nginx: Front = {
  program: nginxProgram,
  config: (port, serverPort) =>
    nginxConfigOf(
      folder.file,
      `  gzip on; gzip_types application/json; gzip_proxied any; gzip_min_length 1;
  upstream nodes { server 127.0.0.1:${serverPort}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://nodes; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }
  }`
    ),
  args: nginxArgs,
  readyLine: nginxReadyLine
}

const haproxy: Front = {
  program: haproxyProgram,
  // The address with its port, as some load balancers write it.
  config: (port, serverPort) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend partners
  bind 127.0.0.1:${port}
  http-request set-header X-Forwarded-For %[src]:%[src_port]
  default_backend nodes
backend nodes
  server node1 127.0.0.1:${serverPort}
`,
  args: haproxyArgs,
  readyLine: haproxyReadyLine
}

/** Passes connections on to a server, and counts those that were opened and those that the server has closed. */
const countConnections = async (serverPort: number) => {
  const count = { opened: 0, closed: 0 }
  const between = Net.createServer((socket) => {
    count.opened += 1
    const onward = Net.connect(serverPort, "127.0.0.1")
    onward.on("end", () => {
      count.closed += 1
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket]
    ] as const) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy())
      one.pipe(other)
    }
  })
  between.listen(0, "127.0.0.1")
  await once(between, "listening")
  const address = between.address()
  return {
    count,
    port: typeof address === "object" && address !== null ? address.port : 0,
    stop: () => between.close()
  }
}

const startBehind = async ({ args, config, program, readyLine }: Front) => {
  const [port, serverPort] = [await freePort(), await freePort()]
  const server = await startChildServer({
    command: "sandbox",
    settings: { PORT: String(serverPort), TRUSTED_PROXIES: "127.0.0.1", LOG_CLIENT_ADDRESS: "on", LOG_FORMAT: "json" }
  })
  const connections = await countConnections(serverPort)
  const file = folder.file(`${program.name}.conf`)
  Fs.writeFileSync(file, config(port, connections.port))
  const front = startProcess([program.path, ...args(file, port, connections.port)], { env: program.env })
  await Promise.any([front.outputMatch(readyLine), front.errorMatch(readyLine)])
  return {
    port,
    server,
    count: connections.count,
    partner: (id: string, secret: string) =>
      createClient({ baseUrl: `http://127.0.0.1:${port}`, clientId: id, clientSecret: secret }),
    stop: async () => {
      await front.kill("SIGTERM")
      connections.stop()
      await server[Symbol.asyncDispose]()
    }
  }
}

type Behind = Awaited<ReturnType<typeof startBehind>>

/** The server behind a program, for the tests of a block. */
const behindIn = (front: Front, tests: (behind: () => Behind) => void): void => {
  let behind: Behind
  beforeAll(async () => {
    behind = await startBehind(front)
  })
  afterAll(() => behind.stop())
  it("leads from page to page at the port of the client (decisions, Discovery)", async () => {
    const { jobs } = behind.partner("sandbox-client", "sandbox-secret").organization("org_acme")
    const first = await jobs.list({ limit: 100 })
    assert.notInclude(first.next, `:${behind.port}/`)
    assert.strictEqual((await jobs.list({ limit: 100 }).all({ max: 1_000 })).length, 250)
  })
  tests(() => behind)
}

/** The items of a list, or the one record of an answer. */
const contentOf = ({ json }: Answer): ReadonlyArray<unknown> => Object(json).content ?? [json]

/** What a token of an organization reads without an id. */
const reads = endpointsOf(PartnerApi).filter(
  ({ metadata, method, path }) => method === "GET" && metadata.access.level === "scoped" && !path.includes(":")
)

const tokenOf = async (port: number, id: string, secret: string, organization: string): Promise<string> => {
  const client = openClient(port)
  const login = await client.call("POST", "/oauth/token", {
    form: { grant_type: "client_credentials", client_id: id, client_secret: secret }
  })
  const { access_token: primary } = Object(login.json)
  const minted = await client.call("POST", `/v1/organizations/${organization}/token`, { token: String(primary) })
  client.close()
  return String(Object(minted.json).access_token)
}

describeWith(varnish.program, "the server behind Varnish with its built-in policy", () => {
  behindIn(varnish, (behind) => {
    it.each(reads)("$path of a tenant is read by no other, in either header (decisions, Tokens)", async ({ path }) => {
      const { port } = behind()
      const [acme, globex] = [
        await tokenOf(port, "sandbox-partner", "sandbox-partner-secret", "org_acme"),
        await tokenOf(port, "sandbox-client", "sandbox-secret", "org_globex")
      ]
      const client = openClient(port)
      // Every organization begins with the same reasons.
      const reason = { text: "Left the town", category: "CANDIDATE", active: true }
      await client.call("PUT", "/v1/rejection_reasons/left_town", { token: acme, json: reason })
      const headersOf = (token: string) => [{ "x-auth-token": token }, { authorization: `Bearer ${token}` }]
      for (const headers of headersOf(acme)) {
        const own = await client.call("GET", path, { headers })
        assert.strictEqual(own.status, 200)
        // A cursor differs from one answer to the next.
        assert.deepStrictEqual(contentOf(await client.call("GET", path, { headers })), contentOf(own))
        for (const other of headersOf(globex)) {
          const theirs = await client.call("GET", path, { headers: other })
          assert.strictEqual(theirs.status, 200)
          assert.notInclude(theirs.text, "charles@example.com")
          assert.notInclude(theirs.text, "org_acme")
          if (contentOf(own).length > 0) assert.notDeepEqual(contentOf(theirs), contentOf(own))
        }
        for (const wrong of [...headersOf("nobodys"), {}]) {
          assert.strictEqual((await client.call("GET", path, { headers: wrong })).status, 401)
        }
      }
      client.close()
    })
  })
})

describeWith(nginx.program, "the server behind nginx with gzip and kept connections", () => {
  behindIn(nginx, (behind) => {
    it("takes the ETag that came through gzip in If-Match (decisions, Resources)", async () => {
      const { port } = behind()
      const token = await tokenOf(port, "sandbox-client", "sandbox-secret", "org_acme")
      const client = openClient(port)
      const read = await fetch(`http://127.0.0.1:${port}/v1/users/usr_00000001`, {
        headers: { authorization: `Bearer ${token}`, "accept-encoding": "gzip" }
      })
      await read.body?.cancel()
      assert.strictEqual(read.headers.get("content-encoding"), "gzip")
      assert.match(read.headers.get("etag") ?? "", /^W\//)
      const match = { "if-match": read.headers.get("etag") ?? "" }
      const change = (last_name: string) =>
        client.call("PATCH", "/v1/users/usr_00000001", { token, headers: match, json: { last_name } })
      assert.strictEqual((await change("Babbage-Herschel")).status, 200)
      // The state has changed now.
      assert.strictEqual((await change("Babbage")).status, 412)
      client.close()
    })

    it("writes on the connection that it has kept, after more than 10 s without a request (decisions, Limits)", async () => {
      const { count, port, server } = behind()
      const token = await tokenOf(port, "sandbox-client", "sandbox-secret", "org_acme")
      const [client, direct] = [openClient(port), openClient(server.port)]
      const add = (name: string) =>
        client.call("POST", "/v1/users", {
          token,
          json: { first_name: name, last_name: "Idle", email: `${name}@idle.example` }
        })
      assert.strictEqual((await add("before")).status, 201)
      const before = { ...count }
      // The time passes at the server itself, which waits for events that do not come.
      for (const seconds of [10, 2]) await direct.call("GET", `/v1/events?start=latest&wait=${seconds}`, { token })
      assert.deepStrictEqual(count, before)
      assert.strictEqual((await add("after")).status, 201)
      assert.deepStrictEqual(count, before)
      client.close()
      direct.close()
    })
  })
})

describeWith(haproxy.program, "the server behind HAProxy", () => {
  behindIn(haproxy, (behind) => {
    it("knows the address of a caller that is written with its port (decisions, Limits)", async () => {
      const { port, server } = behind()
      const headers = { "x-request-id": "req_haproxy" }
      const request = Http.get({ host: "127.0.0.1", port, path: "/v1/jobs", headers, localAddress: "127.0.0.2" })
      const [answer] = await once(request, "response")
      answer.resume()
      await once(answer, "end")
      assert.strictEqual(answer.statusCode, 401)
      await server.stop()
      const line = server
        .stdout()
        .split("\n")
        .find((found) => found.includes("req_haproxy"))
      assert.strictEqual(JSON.parse(line ?? "{}").client_address, "127.0.0.2")
    })
  })
})
