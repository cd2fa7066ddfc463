/**
 * The most expensive clients as operators see them (docs/console.md, The pages): CPU time of the node, divided by the points of requests. Nothing is
 * limited by it.
 */
import { ClientId } from "@partner-api/domain/Ids"
import type { Cost } from "@partner-api/domain/operator/ClientCost"
import { CostReport } from "@partner-api/service/services/operator/CostReport"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { makeCostHour } from "../../src/platform/costs/CostHour.ts"
import { keptMax, makeCostTally, talliedMax } from "../../src/platform/costs/CostTally.ts"
import { NodeCosts } from "../../src/platform/costs/NodeCosts.ts"
import { makeMeters, Meters } from "../../src/platform/metrics/Meters.ts"
import { startServer } from "../TestServer.ts"
import { signIn } from "./ConsoleSession.ts"

/** As long as a request waits until it is divided, at most. */
const intervalMs = 10_000
const hourMs = 3_600_000

const readCosts = Schema.decodeUnknownSync(
  Schema.Struct({
    since: Schema.String,
    clients: Schema.Array(Schema.Struct({ client_id: Schema.String, cpu_ms: Schema.Int, points: Schema.Int }))
  })
)

const clientOf = (name: string | number) => ClientId.make(`cli_${name}`)
const costOf = (name: string | number, cpuMicros: number): Cost => ({ clientId: clientOf(name), points: 1, cpuMicros })

describe("the most expensive clients", () => {
  it("are those whose requests did most work, however few they were, for an hour (docs/console.md)", async () => {
    await using server = await startServer({ hasConsole: true })
    const look = async () => {
      const viewer = await signIn(server, "viewer")
      const { json } = await viewer.send("GET", "/operator/v1/client_costs")
      viewer.close()
      return readCosts(json)
    }
    assert.deepStrictEqual(await look(), { since: new Date(server.startMs).toISOString(), clients: [] })
    const [partner, reader] = [await server.partner(), await server.partner("sandbox-reader")]
    for (let count = 0; count < 9; count++) await server.call("GET", "/v1/jobs?limit=1", { token: reader })
    const refused = await server.call("POST", "/v1/jobs", { token: partner, json: { title: "x".repeat(240_000) } })
    assert.strictEqual(refused.status, 422)
    const cost = Number(refused.headers["ratelimit-cost"])
    assert.isAbove(cost, 12)
    await server.advance(intervalMs)

    const { clients } = await look()
    // Each has requested a token besides.
    assert.deepStrictEqual(
      clients.map(({ client_id, points }) => [client_id, points]),
      [
        ["sandbox-partner", cost + 1],
        ["sandbox-reader", 10]
      ]
    )
    assert.isAbove(clients[0]?.cpu_ms ?? 0, clients[1]?.cpu_ms ?? 0)

    await server.advance(hourMs)
    assert.deepStrictEqual((await look()).clients, [])
  })

  it("are those of all processes of the node together, ended ones included (docs/console.md)", () => {
    const meters = makeMeters()
    const busiest = Effect.map(
      meters.scrape,
      (series) => series.find(({ name }) => name === "partner_busiest_client_cpu_ratio")?.values
    )
    const interval = (...costs: ReadonlyArray<Cost>) => ({ elapsedMs: intervalMs, costs })
    return Effect.gen(function* () {
      const { add, leave } = yield* NodeCosts
      const report = yield* CostReport
      assert.deepStrictEqual(yield* busiest, [0])
      add(1, interval(costOf("a", 4_000_000), costOf("b", 3_000_000)))
      add(2, interval(costOf("c", 2_000_000), costOf("b", 3_000_000)))
      assert.deepStrictEqual(yield* busiest, [0.6])
      leave(2)
      assert.deepStrictEqual(yield* busiest, [0.4])
      yield* TestClock.adjust(60_000)
      add(1, interval())
      assert.deepStrictEqual(yield* busiest, [0])
      const { clients } = yield* report
      assert.deepStrictEqual(
        clients.map(({ client_id, cpu_ms }) => [client_id, cpu_ms]),
        [
          [clientOf("b"), 6_000],
          [clientOf("a"), 4_000],
          [clientOf("c"), 2_000]
        ]
      )
    }).pipe(
      Effect.provide(NodeCosts.layer),
      Effect.provideService(Meters, meters),
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    )
  })
})

describe("the tally of an interval", () => {
  it("counts a bounded number of clients apart; the requests of others take their part of the time (decisions, 81)", () => {
    const tally = makeCostTally()
    for (let index = 0; index < talliedMax; index++) tally.count(clientOf(index), index === 7 ? 501 : 1)
    // Neither an unknown caller nor a client beyond the bound is counted apart.
    tally.count(undefined, 200)
    tally.count(clientOf("late"), 300)
    assert.strictEqual(tally.pointsOfAll(), 2_000)
    const costs = tally.take(4_000)
    assert.lengthOf(costs, keptMax)
    assert.deepStrictEqual(costs[0], { clientId: clientOf(7), points: 501, cpuMicros: 1_002 })
    assert.isTrue(costs.slice(1).every(({ cpuMicros, points }) => points === 1 && cpuMicros === 2))
    assert.deepStrictEqual(tally.take(4_000), [])
  })
})

describe("the costs of an hour", () => {
  it("are those of a bounded number of clients in each minute, the most expensive ones (decisions, 81)", () => {
    const hour = makeCostHour()
    const ofProcess = (first: number) => Array.from({ length: keptMax }, (_, index) => costOf(first + index, first + 1))
    hour.add(ofProcess(0), hourMs)
    hour.add(ofProcess(keptMax), hourMs + 59_999)
    assert.deepStrictEqual(hour.all(), ofProcess(keptMax))
    hour.add(ofProcess(0), hourMs + 60_000)
    assert.lengthOf(hour.all(), 2 * keptMax)
    hour.add([], 2 * hourMs)
    assert.deepStrictEqual(hour.all(), ofProcess(0))
    hour.add([], 2 * hourMs + 60_000)
    assert.deepStrictEqual(hour.all(), [])
  })
})
