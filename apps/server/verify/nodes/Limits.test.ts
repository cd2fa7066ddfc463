/**
 * Several nodes share a limit by parts: each gives out its own, rounded down, and all of them together the sum (decisions, Limits).
 */
import { assert, describe, it } from "@effect/vitest"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { type CallServer, onboard } from "../../test/nodes/Partner.ts"
import { databases } from "../../test/Postgres.ts"

/** Does not divide by three, and comes back so slowly that a burst gets nothing of it. */
const burst = 32
const partOfNode = Math.floor(burst / 3)
const settings = { RATE_LIMIT_NODES: "3", RATE_LIMIT_BURST: String(burst), RATE_LIMIT_PER_SECOND: "1" }

/** More than the whole limit. */
const requests = 60

/** How many of a burst of requests get what they ask for. */
const letIn = async (calls: ReadonlyArray<CallServer>, token: string): Promise<ReadonlyArray<number>> =>
  await Promise.all(
    calls.map(async (call) => {
      const answers = await Promise.all(
        Array.from({ length: requests }, () => call("GET", "/v1/jobs?limit=1", { token }))
      )
      const refused = answers.filter(({ status }) => status === 429)
      const accepted = answers.filter(({ status }) => status === 200)
      assert.strictEqual(refused.length + accepted.length, requests)
      refused.forEach(({ headers }) => assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/))
      return accepted.length
    })
  )

describe(`a limit of ${burst} on three nodes`, () => {
  it("gives one client the sum of the parts in a burst, and through one node its part (decisions, Limits)", async () => {
    const databaseUrl = await databases().create()
    const partner = await onboard(databaseUrl)
    const second = await partner.another("cli_second")
    const third = await partner.another("cli_third")
    await using nodes = await startNodes({ databaseUrl, settings })
    const calls = nodes.all().map(({ call }) => call)

    const spread = await letIn(calls, await partner.token(nodes.call))
    const alone = await letIn(calls.slice(1, 2), await second.token(nodes.call))
    // Through the proxy each node has more than its part to answer: the sum again.
    const random = await letIn([nodes.call, nodes.call, nodes.call], await third.token(nodes.call))

    console.log(JSON.stringify({ check: "limits", burst, spread, alone, random }))
    assert.deepStrictEqual(spread, [partOfNode, partOfNode, partOfNode])
    assert.deepStrictEqual(alone, [partOfNode])
    assert.strictEqual(
      random.reduce((sum, count) => sum + count),
      3 * partOfNode
    )
  })
})
