/**
 * What is taken back on one node, or at the operator's command line, is refused by every node within a second (decisions, Tokens).
 */
import { assert, describe, it } from "@effect/vitest"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { onboard, organizationId, type CallServer } from "../../test/nodes/Partner.ts"
import { startTicks } from "../../test/nodes/Ticks.ts"
import { databases } from "../../test/Postgres.ts"

const trials = 200

/** The number of trials that run at once: enough to be done soon, few enough for answers to come at once. */
const atOnce = 10

/** The bound that is decided. */
const staleMaxMs = 1_000

/** The pause between two requests of a caller that wants to know. */
const paceMs = 10

/** More requests than fit into the bound many times over. */
const asksMax = 1_000

/** Asks until the answer is this status. Gives the moment at which the last request with another answer was sent. */
const lastAccepted = async (call: CallServer, token: string, refusal: number): Promise<number> => {
  using pauses = startTicks(paceMs)
  let acceptedMs = 0
  for (let asked = 0; asked < asksMax; asked++) {
    const sentMs = performance.now()
    const { status } = await call("GET", "/v1/jobs?limit=1", { token })
    if (status === refusal) return acceptedMs
    assert.strictEqual(status, 200)
    acceptedMs = sentMs
    await pauses.next()
  }
  throw new Error(`not refused after ${asksMax} requests`)
}

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)

describe("on three nodes", () => {
  it(`a revoked token is refused by each within ${staleMaxMs} ms, in ${trials} trials; so is all that the operator takes back (decisions, Tokens)`, async () => {
    const databaseUrl = await databases().create()
    const partner = await onboard(databaseUrl)
    await using nodes = await startNodes({ databaseUrl })

    /** The time after `change` was done until each node has begun to refuse. */
    const staleness = async (token: string, refusal: number, change: () => Promise<unknown>) => {
      for (const { call } of nodes.all()) {
        assert.strictEqual((await call("GET", "/v1/jobs?limit=1", { token })).status, 200)
      }
      await change()
      const doneMs = performance.now()
      const last = await Promise.all(nodes.all().map(({ call }) => lastAccepted(call, token, refusal)))
      return last.map((acceptedMs) => Math.max(0, acceptedMs - doneMs))
    }

    const { client_id, client_secret } = partner.credentials
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`
    const revoke = async (trial: number): Promise<ReadonlyArray<number>> => {
      const node = nodes.at(trial % 3)
      const token = await partner.token(nodes.call)
      return await staleness(token, 401, async () => {
        const { status } = await node.call("POST", "/oauth/revoke", { headers: { authorization }, form: { token } })
        assert.strictEqual(status, 200)
      })
    }
    const stale: Array<number> = []
    for (let first = 0; first < trials; first += atOnce) {
      const batch = await Promise.all(Array.from({ length: atOnce }, (_, index) => revoke(first + index)))
      stale.push(...batch.flat())
    }
    const sorted = stale.toSorted((left, right) => left - right)

    const clients = (...args: ReadonlyArray<string>) => partner.commands.json("clients", ...args)
    const token = await partner.token(nodes.call)
    const granted = await staleness(token, 403, () =>
      clients("grant", partner.id, organizationId, "--permission", "users:read")
    )
    const second = await partner.another("cli_second")
    const revoked = await staleness(await second.token(nodes.call), 401, () => clients("revoke", second.id))

    const figures = { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), p100Ms: percentile(sorted, 1) }
    console.log(JSON.stringify({ check: "revocation", asked: sorted.length, ...figures, granted, revoked }))
    assert.lengthOf(sorted, trials * 3)
    assert.isAtMost(figures.p100Ms, staleMaxMs)
    assert.isAtMost(Math.max(...granted, ...revoked), staleMaxMs)
  })
})
