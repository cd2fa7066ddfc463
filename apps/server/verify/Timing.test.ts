/**
 * Nobody learns by the clock whether a client exists: refusing an unknown client and a wrong secret take the same time (decisions,
 * Tokens). Two interleaved series are compared by Welch's t, as in tests for constant time; a difference on purpose is seen, and two
 * unknown clients show none.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Clients } from "@partner-api/service/services/access/Clients"
import { startServer } from "../test/TestServer.ts"

const pairs = 100_000
/** Beyond this the two series differ by more than chance. */
const bound = 4.5

const summary = (times: Float64Array) => {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1)
  return { mean, variance, count: times.length }
}

/** The times below a high quantile of both: what the machine did meanwhile is not the service's. */
const cropped = (times: Float64Array, limit: number) => times.filter((time) => time <= limit)

const welch = (one: Float64Array, two: Float64Array): number => {
  const both = Float64Array.from([...one, ...two]).toSorted()
  const limit = both[Math.floor(both.length * 0.9)] ?? 0
  const [a, b] = [summary(cropped(one, limit)), summary(cropped(two, limit))]
  return (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
}

type Work = Effect.Effect<unknown, unknown>

const measure = (times: Float64Array, index: number, work: Work) =>
  Effect.suspend(() => {
    const startNs = process.hrtime.bigint()
    return Effect.map(Effect.exit(work), () => {
      times[index] = Number(process.hrtime.bigint() - startNs)
    })
  })

/**
 * The t of two kinds of work, done in pairs. Chance draws the first of a pair, and the pair after it turns round: each is first as often as
 * second, and what comes back after a fixed count of steps, as the scheduler's yield does, falls on both.
 */
const compare = (one: Work, two: Work) =>
  Effect.gen(function* () {
    const [first, second] = [new Float64Array(pairs), new Float64Array(pairs)]
    let oneFirst = true
    for (let index = -2_000; index < pairs; index++) {
      oneFirst = index % 2 === 0 ? Math.random() < 0.5 : !oneFirst
      const turn = [measure(first, index, one), measure(second, index, two)] as const
      yield* oneFirst ? Effect.andThen(turn[0], turn[1]) : Effect.andThen(turn[1], turn[0])
    }
    return welch(first, second)
  })

describe("the time that a refusal takes", () => {
  it("does not tell whether the client exists (decisions, Tokens)", { timeout: 300_000 }, async () => {
    await using server = await startServer()
    const t = await server.run(
      Effect.flatMap(Clients, (clients) => {
        const refuse = (id: string) => clients.authenticate(id, Redacted.make("wrong-secret"))
        return compare(refuse("sandbox-client"), refuse("unknown-client"))
      })
    )
    console.log(`unknown client against wrong secret: t = ${t.toFixed(2)} over ${pairs} pairs`)
    assert.isBelow(Math.abs(t), bound)
  })

  it("does not differ between two unknown clients, so the measurement adds nothing", { timeout: 300_000 }, async () => {
    await using server = await startServer()
    const t = await server.run(
      Effect.flatMap(Clients, (clients) => {
        const refuse = (id: string) => clients.authenticate(id, Redacted.make("wrong-secret"))
        return compare(refuse("unknown-client"), refuse("another-client"))
      })
    )
    console.log(`one unknown client against another: t = ${t.toFixed(2)} over ${pairs} pairs`)
    assert.isBelow(Math.abs(t), bound)
  })

  it("would be seen to differ if one did a little more", { timeout: 300_000 }, async () => {
    await using server = await startServer()
    const t = await server.run(
      Effect.flatMap(Clients, (clients) => {
        const refuse = clients.authenticate("sandbox-client", Redacted.make("wrong-secret"))
        return compare(
          refuse,
          Effect.tapError(refuse, () => Effect.sync(() => JSON.stringify(Array(20).keys())))
        )
      })
    )
    console.log(`the same against a little more: t = ${t.toFixed(2)} over ${pairs} pairs`)
    assert.isAbove(Math.abs(t), bound)
  })
})
