/**
 * What is taken back on one node, or at the operator's command line, is refused by every node within a second (decisions, Tokens).
 */
import { assert, describe, it } from "@effect/vitest"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { onboard, organizationId } from "../../test/nodes/Partner.ts"
import { staleMaxMs, staleness } from "../../test/nodes/Staleness.ts"
import { databases } from "../../test/Postgres.ts"

const trials = 200

/** The number of trials that run at once: enough to be done soon, few enough for answers to come at once. */
const atOnce = 10

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)

describe("on three nodes", () => {
  it(`a revoked token is refused by each within ${staleMaxMs} ms, in ${trials} trials; so is all that the operator takes back (decisions, Tokens)`, async () => {
    const databaseUrl = await databases().create()
    const partner = await onboard(databaseUrl)
    await using nodes = await startNodes({ databaseUrl })

    const calls = nodes.all().map(({ call }) => call)
    const { client_id, client_secret } = partner.credentials
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`
    const revoke = async (trial: number): Promise<ReadonlyArray<number>> => {
      const node = nodes.at(trial % 3)
      const token = await partner.token(nodes.call)
      return await staleness(calls, token, 401, async () => {
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
    const granted = await staleness(calls, token, 403, () =>
      clients("grant", partner.id, organizationId, "--permission", "users:read")
    )
    const second = await partner.another("cli_second")
    const revoked = await staleness(calls, await second.token(nodes.call), 401, () =>
      clients("revoke", second.id, "--yes")
    )

    const figures = { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), p100Ms: percentile(sorted, 1) }
    console.log(JSON.stringify({ check: "revocation", samples: sorted.length, ...figures, granted, revoked }))
    assert.lengthOf(sorted, trials * 3)
    assert.isAtMost(figures.p100Ms, staleMaxMs)
    assert.isAtMost(Math.max(...granted, ...revoked), staleMaxMs)
  })
})
