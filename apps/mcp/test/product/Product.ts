/**
 * The product as clients meet it: the program over standard input and output, or its definition over HTTP in this process.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Partner } from "@partner-api/client/effect"
import type { TestServer } from "@partner-api/client/testing"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { partnerServer } from "../../src/PartnerServer.ts"
import { makeKnownSecrets } from "../../src/upstream/KnownSecrets.ts"
import { makePlatform } from "../../src/upstream/Platform.ts"
import type { Authorization } from "../../src/protocol/http/Authorization.ts"
import { type Choices, toolsets, writeGroups } from "../../src/tools/Choices.ts"
import { mainFile } from "../fixture/Built.ts"
import type { Era, Human } from "../fixture/Clients.ts"
import { environmentOf } from "../fixture/NodeProgram.ts"
import { startHttp } from "../fixture/Running.ts"
import type { Upstream } from "./Upstream.ts"

/** The writes of the usual block of a host (docs/hosts). Those of `agencies` are for employers that choose them. */
export const usualWrites = writeGroups.filter((group) => group !== "agencies")

/**
 * The most bytes of the list of tools with the usual writes, without any, and with all: every conversation carries it, and a model reads it in every turn.
 * The list of reasons took half a KB, which is its tool and one argument; so did the check of a candidate, which is a tool. The three tools of placements took
 * 2.4 KB: one of them writes. The day of a rejection and the note of a withdrawal took 170 bytes.
 */
export const listBytesMax = { usual: 28_976, reading: 15_680, whole: 34_048 }

const everything: Choices = { toolsets, writes: writeGroups }

export interface Offered {
  readonly choices?: Choices
  readonly pinned?: string
  readonly flow?: "oauth" | "partner"
  readonly authorization?: Authorization
  /** Whether time is that of the platform, which stands still and jumps over waits. */
  readonly jumps?: boolean
  /** Whether the platform cannot be reached at this moment. The default is false. */
  readonly isAway?: () => boolean
}

/** Time as Effect keeps it, of the test server's clock. */
const clockOf = ({ clock: { nowMs, sleep } }: TestServer): Clock.Clock => {
  const nanos = () => BigInt(Math.trunc(nowMs())) * 1_000_000n
  return {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => Effect.promise((signal) => sleep(Duration.toMillis(duration), signal))
  }
}

/** The definition of a platform without a socket. */
export const definitionOf = (server: TestServer, offered: Offered = {}) =>
  Effect.gen(function* () {
    const secrets = makeKnownSecrets()
    secrets.add(Redacted.make(server.clientSecret))
    const reached: typeof globalThis.fetch = (input, init) =>
      offered.isAway?.() === true ? Promise.reject(new TypeError("fetch failed")) : server.fetch(input, init)
    const fetch = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, reached)))
    const client = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, secrets.watch))
    const flow = offered.flow ?? "oauth"
    const partner = Partner.layer({
      baseUrl: server.baseUrl,
      clientId: server.clientId,
      clientSecret: Redacted.make(server.clientSecret),
      flow
    }).pipe(Layer.provide(client), Layer.provide(fetch))
    const platform = yield* Effect.provide(
      makePlatform({ address: new URL(server.baseUrl).host, flow, pinned: offered.pinned }, secrets),
      partner
    )
    yield* platform.features.learn
    return { platform, definition: partnerServer({ platform, choices: offered.choices ?? everything }) }
  })

/** The product over HTTP in this process. */
export const startProduct = async (server: TestServer, offered: Offered = {}) => {
  const clock = offered.jumps === true ? Layer.succeed(Clock.Clock, clockOf(server)) : Layer.empty
  const { platform, definition } = await Effect.runPromise(Effect.provide(definitionOf(server, offered), clock))
  const running = await startHttp(
    definition,
    { authorization: offered.authorization ?? { kind: "open" } },
    Layer.empty,
    clock
  )
  return { ...running, platform, definition, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

export const makeClient = (era: Era, human: Human | undefined) => {
  const client = new Client(
    { name: "test", version: "0" },
    { capabilities: human === undefined ? {} : { elicitation: { form: {} } }, versionNegotiation: { mode: era } }
  )
  if (human !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      human.questions.push(params.message)
      return human.answer
    })
  }
  return client
}

/** A client of the product over HTTP. */
export const overHttp = async (server: TestServer, era: Era, human?: Human, offered?: Offered) => {
  const running = await startProduct(server, offered)
  const client = makeClient(era, human)
  await client.connect(new StreamableHTTPClientTransport(new URL(running.url)))
  return {
    client,
    running,
    log: () => running.log.join(""),
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await running[Symbol.asyncDispose]()
    }
  }
}

/** A client of the program over standard input and output. */
export const overStdio = async (upstream: Upstream, era: Era, human?: Human, args: ReadonlyArray<string> = []) => {
  const client = makeClient(era, human)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mainFile, "stdio", "--enable-writes", writeGroups.join(","), ...args],
    env: environmentOf(upstream.environment),
    stderr: "pipe"
  })
  let log = ""
  transport.stderr?.on("data", (chunk) => {
    log += String(chunk)
  })
  await client.connect(transport)
  return { client, log: () => log, [Symbol.asyncDispose]: () => client.close() }
}
