/**
 * Where connections to receivers go (decisions, Webhooks; SECURITY.md): to addresses that have been judged, and to no other, however a
 * name is answered. The receivers listen on every address of this machine, of which one stands for a public one.
 */
import { TLSSocket } from "node:tls"
import Undici from "@effect/platform-node/Undici"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Dns from "effect/net/Dns"
import * as NetAddress from "effect/net/NetAddress"
import * as OutboundConnections from "../../src/webhooks/OutboundConnections.ts"
import { refusalsOf } from "@partner-api/service/services/webhooks/OutboundUrl"
import { defaultLimits } from "../../src/webhooks/OutboundLimits.ts"
import { addressesOf, OutboundRefused } from "../../src/webhooks/OutboundNames.ts"
import {
  ended,
  leadingHere,
  name,
  nameServers,
  oneAddress,
  settled,
  startReceiver,
  startSender,
  trustReceivers
} from "./Receiver.ts"

let distrust = () => {}
beforeAll(() => {
  distrust = trustReceivers()
})
afterAll(() => distrust())

const answering = startReceiver((_, response) => response.end())
const closing = startReceiver((_, response) => response.setHeader("connection", "close").end())

/** The next millisecond: the age of a connection is counted in them. */
const nextMillisecond = Effect.sync(() => {
  const now = Date.now()
  while (Date.now() === now) {
    // No test may sleep, and undici asks the clock of the machine.
  }
})

describe("a name", () => {
  it.effect("that leads to an address inside is refused, though another address is public", () =>
    Effect.gen(function* () {
      const receiver = yield* answering
      for (const addresses of [
        ["127.0.0.1", "127.0.0.2"],
        ["127.0.0.2", "127.0.0.1"],
        ["127.0.0.1", "::1"],
        ["10.0.0.1"]
      ]) {
        const { send } = yield* startSender(nameServers({ [name]: [addresses] }))
        assert.deepStrictEqual(yield* send(receiver.url), { error: "address" })
      }
      assert.isEmpty(receiver.sockets)
    })
  )

  it.effect("that leads inside at the second look is refused then (DNS rebinding)", () =>
    Effect.gen(function* () {
      const receiver = yield* closing
      const { send } = yield* startSender(nameServers({ [name]: [["127.0.0.1"], ["127.0.0.2"]] }))
      assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
      for (const socket of receiver.sockets) yield* ended(socket)
      assert.deepStrictEqual(yield* send(receiver.url), { error: "address" })
      assert.strictEqual(receiver.sockets.size, 1)
    })
  )

  it.effect("is looked up once for a connection, which goes to what was judged", () =>
    Effect.gen(function* () {
      const receiver = yield* closing
      // A second look-up gets another answer.
      const servers = nameServers({ [name]: [["127.0.0.1"], ["127.0.0.2"]] })
      const { send } = yield* startSender(servers)
      assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
      assert.deepStrictEqual(servers.queries, [name])
      assert.deepStrictEqual(
        receiver.arrivals.map(({ address }) => address),
        ["127.0.0.1"]
      )
    })
  )

  it.effect("stays what Host and TLS name", () =>
    Effect.gen(function* () {
      const receiver = yield* answering
      const { send } = yield* startSender()
      assert.deepStrictEqual(yield* send(receiver.url.replace(name, `a.${name}`)), { status: 200 })
      const [{ headers, socket } = { headers: {}, socket: undefined }] = receiver.arrivals
      assert.strictEqual(headers.host, `a.${name}:${receiver.port}`)
      assert.strictEqual(socket instanceof TLSSocket ? socket.servername : "", `a.${name}`)
    })
  )

  it.effect("may have addresses of one family, while name servers fail for the other", () =>
    Effect.gen(function* () {
      const broken = new Dns.DnsError({ reason: "ServerFailure", method: "resolve", hostname: name })
      const address = NetAddress.ipFromStringUnsafe("8.8.8.8")
      const dns = Dns.make({
        lookup: () => Effect.fail(broken),
        resolve: (_, type) =>
          type === "A" && NetAddress.isIpv4Address(address)
            ? Effect.succeed([Dns.makeRecordUnsafe("A", { address })])
            : Effect.fail(broken)
      })
      assert.deepStrictEqual(yield* addressesOf(dns, oneAddress)(name), [address])
    })
  )

  it.effect("of this machine leads to this machine, whatever name servers say", () =>
    Effect.gen(function* () {
      const servers = nameServers({ localhost: [["8.8.8.8"]], "a.localhost": [["8.8.8.8"]] })
      const find = addressesOf(servers.dns, { allowedNetworks: [], allowsLoopback: true })
      for (const local of ["localhost", "a.localhost"]) {
        assert.deepStrictEqual((yield* find(local)).map(NetAddress.formatIp), ["127.0.0.1", "::1"])
      }
      assert.isEmpty(servers.queries)
      const refused = yield* Effect.flip(addressesOf(servers.dns, oneAddress)("localhost"))
      assert.deepStrictEqual(refused, new OutboundRefused({ failure: "address" }))
    })
  )
})

describe("an address in a URL", () => {
  it.effect("is refused where it is not public, without a connection", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((_, response) => response.end(), "no TLS")
      const { send } = yield* startSender()
      for (const host of ["127.0.0.1", "127.0.0.2", "localhost", "0x7f.2", "[::1]", "[::ffff:127.0.0.2]", "0.0.0.0"]) {
        const url = `http://${host}:${receiver.port}/`
        assert.isNotEmpty(refusalsOf(oneAddress)(url))
        assert.deepStrictEqual(yield* send(url), { error: "address" })
        assert.deepStrictEqual(
          yield* send(url.replace("http:", "https:")).pipe(Effect.map((outcome) => "error" in outcome)),
          true
        )
      }
      assert.isEmpty(receiver.arrivals)
    })
  )

  it.effect("is judged where the connection is opened too: sockets look up names alone", () =>
    Effect.gen(function* () {
      const receiver = yield* startReceiver((_, response) => response.end(), "no TLS")
      const { answerBytesMax, connectTimeoutMs } = defaultLimits
      const options = { ...oneAddress, answerBytesMax, connectTimeoutMs }
      const { connect } = yield* OutboundConnections.make(Undici, options).pipe(
        Effect.provideService(Dns.Dns, leadingHere().dns)
      )
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Undici.Agent({ connect })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const call = (host: string) =>
        Effect.tryPromise(() =>
          agent.request({ origin: `http://${host}:${receiver.port}`, path: "/", method: "POST" })
        ).pipe(Effect.map(({ statusCode }) => statusCode))
      assert.strictEqual(yield* call("127.0.0.1"), 200)
      const { cause } = yield* Effect.flip(call("127.0.0.2"))
      assert.deepStrictEqual(cause, new OutboundRefused({ failure: "address" }))
      assert.lengthOf(receiver.arrivals, 1)
    })
  )
})

describe("a connection", () => {
  it.effect("is used again, for the name and port that it was opened for", () =>
    Effect.gen(function* () {
      const receiver = yield* answering
      const servers = leadingHere()
      const { send } = yield* startSender(servers)
      for (const _ of [1, 2, 3]) {
        assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
        yield* settled
      }
      assert.strictEqual(receiver.sockets.size, 1)
      yield* send(receiver.url.replace(name, `a.${name}`))
      assert.strictEqual(receiver.sockets.size, 2)
      assert.deepStrictEqual(servers.queries, [name, `a.${name}`])
    })
  )

  it.effect("that is old is not used any more: the name is looked up again", () =>
    Effect.gen(function* () {
      const receiver = yield* answering
      const servers = nameServers({ [name]: [["127.0.0.1"], ["127.0.0.2"]] })
      const { send } = yield* startSender(servers, { limits: { connectionAgeMsMax: 0.5 } })
      assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
      // Until then the first connection is not free, and another one would be opened.
      yield* settled
      yield* nextMillisecond
      assert.deepStrictEqual(yield* send(receiver.url), { error: "address" })
      for (const socket of receiver.sockets) yield* ended(socket)
    })
  )

  it.effect("that has had its number of requests is not used any more, however busy it is", () =>
    Effect.gen(function* () {
      const receiver = yield* answering
      const servers = nameServers({ [name]: [["127.0.0.1"], ["127.0.0.2"]] })
      const { send } = yield* startSender(servers, {
        limits: { requestsPerConnectionMax: 3, connectionsPerOriginMax: 1 }
      })
      const outcomes = yield* Effect.all(
        [1, 2, 3, 4, 5].map(() => send(receiver.url)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.slice(0, 3), [{ status: 200 }, { status: 200 }, { status: 200 }])
      assert.deepStrictEqual(outcomes[4], { error: "address" })
      assert.strictEqual(receiver.sockets.size, 1)
    })
  )

  it.effect("that is idle is closed", () =>
    Effect.gen(function* () {
      const receiver = yield* answering
      const { send } = yield* startSender(leadingHere(), { limits: { idleMsMax: 5 } })
      assert.deepStrictEqual(yield* send(receiver.url), { status: 200 })
      for (const socket of receiver.sockets) yield* ended(socket)
    })
  )

  it.effect("is one of 32 to an origin at most; other requests wait", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const receiver = yield* startReceiver((_, response) => waiting.push(() => response.end()))
      const { send } = yield* startSender()
      const sending = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 40 }, () => send(receiver.url)),
          { concurrency: "unbounded" }
        )
      )
      while (waiting.length < 32) yield* receiver.arrived
      assert.strictEqual(receiver.sockets.size, 32)
      while (sending.pollUnsafe() === undefined) {
        for (const answer of waiting.splice(0)) answer()
        yield* settled
      }
      assert.lengthOf(receiver.arrivals, 40)
      assert.strictEqual(receiver.sockets.size, 32)
    })
  )

  it.effect("is opened for a bounded number of requests at once", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const receiver = yield* startReceiver((_, response) => waiting.push(() => response.end()))
      const { send } = yield* startSender(leadingHere(), { limits: { exchangesMax: 2 } })
      const urls = [receiver.url, receiver.url.replace(name, `a.${name}`), receiver.url]
      const sending = yield* Effect.forkChild(Effect.all(urls.map(send), { concurrency: "unbounded" }))
      while (waiting.length < 2) yield* receiver.arrived
      yield* settled
      assert.lengthOf(receiver.arrivals, 2)
      while (sending.pollUnsafe() === undefined) {
        for (const answer of waiting.splice(0)) answer()
        yield* settled
      }
      assert.lengthOf(receiver.arrivals, 3)
    })
  )

  it.effect("ends with its request when too many are open", () =>
    Effect.gen(function* () {
      const receiver = yield* answering
      const { send } = yield* startSender(leadingHere(), { limits: { keptConnectionsMax: 1 } })
      yield* send(receiver.url)
      yield* send(receiver.url.replace(name, `a.${name}`))
      yield* settled
      // Two are open: this is the one too many.
      yield* send(receiver.url)
      const [first] = receiver.sockets
      assert.isDefined(first)
      yield* ended(first)
      yield* settled
      assert.strictEqual(receiver.arrivals.at(-1)?.headers.connection, "close")
      // And then there is room again.
      yield* send(receiver.url)
      assert.strictEqual(receiver.arrivals.at(-1)?.headers.connection, "keep-alive")
    })
  )
})
