/**
 * Two nodes that deliver from one PostgreSQL: each event goes to each endpoint once and in order (decisions, Delivery). `TwoNodes.test.ts` runs it
 * here and in `long`.
 */
import { assert, it } from "@effect/vitest"
import type { PostgresServer } from "@partner-api/test-postgres/PostgresServer"
import { mainFile } from "../../test/Built.ts"
import { feedPageOf } from "../../test/EventAnswer.ts"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { openClient, textOf } from "../../test/HttpCall.ts"
import { laterBy } from "../../test/webhooks/LaterClock.ts"
import { startSinkProcess } from "../../test/webhooks/SinkProcess.ts"

// A client may add 60 endpoints in a minute: each gets a ping.
const organizations = 6
const endpointsOfEach = 10
const endpoints = organizations * endpointsOfEach

const client = { client_id: "sandbox-client", client_secret: "sandbox-secret" }

/** Starts a node; `laterMs` puts its clock on. */
export const startNode = async (databaseUrl: string, laterMs = 0) => {
  const program = startProcess([process.execPath, ...laterBy(laterMs), mainFile, "sandbox"], {
    env: {
      DATABASE_URL: databaseUrl,
      PORT: "0",
      DRAIN_SECONDS: "0",
      RATE_LIMIT_PER_SECOND: "100000",
      RATE_LIMIT_BURST: "100000",
      SECRETS_KEY: Buffer.alloc(32).toString("base64")
    }
  })
  const port = Number(await program.outputMatch(/Base URL +http:\/\/127\.0\.0\.1:(\d+)\D/))
  return { ...program, ...openClient(port) }
}

type Node = Awaited<ReturnType<typeof startNode>>

export const primaryToken = async ({ call }: Node): Promise<string> =>
  textOf(await call("POST", "/oauth/token", { form: { grant_type: "client_credentials", ...client } }), "access_token")

export const scopedToken = async ({ call }: Node, primary: string, organization: string): Promise<string> =>
  textOf(await call("POST", `/v1/organizations/${organization}/token`, { token: primary }), "access_token")

export const addEndpoint = async ({ call }: Node, token: string, url: string): Promise<string> =>
  textOf(await call("POST", "/v1/webhook_endpoints", { token, json: { url, types: ["user.*"] } }), "id")

export const addUser = async ({ call }: Node, token: string, name: string): Promise<void> => {
  const json = { first_name: "Ada", last_name: "King", email: `${name}@example.com` }
  const { status, text } = await call("POST", "/v1/users", { token, json })
  assert.strictEqual(status, 201, text)
}

/** The ids of the events of users, the first one first. */
export const feedIds = async (node: Node, token: string, cursor: string): Promise<ReadonlyArray<string>> => {
  const page = feedPageOf(await node.call("GET", `/v1/events?limit=100&types=user.*&cursor=${cursor}`, { token }))
  const ids = page.content.map(({ id }) => id)
  return ids.length === 0 ? [] : [...ids, ...(await feedIds(node, token, page.cursor))]
}

export const latest = async ({ call }: Node, token: string): Promise<string> =>
  feedPageOf(await call("GET", "/v1/events?start=latest", { token })).cursor

/** Each organization has a number of events, and each of them goes to ten endpoints. */
export const deliverOnce = (postgres: PostgresServer, eventsOfEach: number): void => {
  const deliveries = endpoints * eventsOfEach
  it(`have none of ${deliveries} deliveries under way twice, and lose none (decisions, Delivery)`, async () => {
    const databaseUrl = await postgres.create()
    await using sink = await startSinkProcess()
    await using first = await startNode(databaseUrl)
    await using second = await startNode(databaseUrl)
    const primary = await primaryToken(first)
    const worlds = await Promise.all(
      Array.from({ length: organizations }, async (_, index) => {
        const id = textOf(
          await first.call("POST", "/v1/organizations", { token: primary, json: { name: "Nodes" } }),
          "id"
        )
        const token = await scopedToken(first, primary, id)
        const cursor = await latest(first, token)
        for (let number = 0; number < endpointsOfEach; number++) {
          await addEndpoint(first, token, sink.urlOf(`${index}-${number}`))
        }
        return { index, token, cursor }
      })
    )
    await sink.pinged(endpoints)
    const startMs = performance.now()
    // Each node writes to every organization.
    await Promise.all(
      worlds.map(async ({ index, token }) => {
        for (let event = 0; event < eventsOfEach; event++) {
          await addUser(event % 2 === 0 ? first : second, token, `${index}.${event}`)
        }
      })
    )
    const writtenMs = performance.now()
    await sink.distinct(deliveries)
    const arrivedMs = performance.now()
    const arrivals = await sink.report()
    const each = Object.values(arrivals)
    const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((total, one) => total + of(one), 0)
    const figures = {
      deliveries: sum(({ first: ids }) => ids.length),
      repeats: sum(({ repeats }) => repeats),
      overlaps: sum(({ overlaps }) => overlaps)
    }
    const seconds = { writing: (writtenMs - startMs) / 1_000, all: (arrivedMs - startMs) / 1_000 }
    console.log(JSON.stringify({ check: "two nodes", endpoints, ...figures, ...seconds }))
    assert.deepStrictEqual(figures, { deliveries, repeats: 0, overlaps: 0 })
    for (const { cursor, index, token } of worlds) {
      const ids = await feedIds(first, token, cursor)
      for (let number = 0; number < endpointsOfEach; number++) {
        assert.deepStrictEqual(arrivals[`${index}-${number}`]?.first, ids, `${index}-${number}`)
      }
    }
    for (const node of [first, second]) node.close()
  })
}
