/**
 * The hosts that requests may name (decisions, Limits): the sandbox takes loopback names alone, because its secrets are public; the
 * service takes any, unless its operator lists them.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkError } from "./ErrorAnswer.ts"
import { answerOf, exchange, textOf } from "./HttpCall.ts"
import { startServerHere } from "./hostile/ChildServer.ts"
import { startServer } from "./TestServer.ts"

const request = async (port: number, host: string, path = "/v1/jobs") =>
  answerOf(await exchange(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))

const statusesOf = async (port: number, hosts: ReadonlyArray<string>, path?: string) =>
  Object.fromEntries(
    await Promise.all(hosts.map(async (host) => [host, (await request(port, host, path)).status] as const))
  )

const all = (hosts: ReadonlyArray<string>, status: number) => Object.fromEntries(hosts.map((host) => [host, status]))

const loopback = [
  "localhost",
  "localhost:8080",
  "LocalHost",
  "localhost.",
  "127.0.0.1:1",
  "127.1.2.3",
  "[::1]",
  "[::1]:80"
]
const foreign = [
  "partners.example.com",
  "localhost.example.com",
  "127.0.0.1.example.com",
  "notlocalhost",
  "10.0.0.1",
  "[::2]",
  ""
]
const policy = { hosts: ["partners.example.com", "10.0.0.7"], loopback: false }

describe("the sandbox", () => {
  it("answers to loopback names alone, but for its health (decisions, Limits)", async () => {
    await using server = await startServerHere({ command: "sandbox" })
    assert.deepStrictEqual(await statusesOf(server.port, loopback), all(loopback, 401))
    assert.deepStrictEqual(await statusesOf(server.port, foreign), all(foreign, 400))
    assert.deepStrictEqual(await statusesOf(server.port, foreign, "/docs"), all(foreign, 400))
    assert.deepStrictEqual(await statusesOf(server.port, foreign, "/health/live"), all(foreign, 200))
    assert.deepStrictEqual(await statusesOf(server.port, foreign, "/health/ready?a=b"), all(foreign, 200))
    const refused = await request(server.port, "rebound.example.com")
    checkError(refused, 400)
    // The setting is named, the host is not.
    assert.include(textOf(refused, "message"), "ALLOWED_HOSTS")
    assert.notInclude(refused.text, "rebound")
  })
})

describe("the service", () => {
  it("answers to every name while its operator lists none (decisions, Limits)", async () => {
    await using server = await startServer()
    const hosts = [...loopback, ...foreign]
    assert.deepStrictEqual(await statusesOf(server.port, hosts), all(hosts, 401))
  })

  it("answers to the names that are listed and to its public one, whatever the port (decisions, Limits)", async () => {
    await using server = await startServer({ publicUrl: "https://api.example.com:8443", hostPolicy: policy })
    const listed = [
      "partners.example.com",
      "Partners.Example.com:99",
      "10.0.0.7",
      "api.example.com",
      "api.example.com:1"
    ]
    assert.deepStrictEqual(await statusesOf(server.port, listed), all(listed, 401))
    const others = ["localhost", "127.0.0.1", "example.com", "a.partners.example.com"]
    assert.deepStrictEqual(await statusesOf(server.port, others), all(others, 400))
    assert.deepStrictEqual(await statusesOf(server.port, others, "/health/ready"), all(others, 200))
  })
})
