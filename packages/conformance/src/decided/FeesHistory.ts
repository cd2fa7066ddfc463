/**
 * Decisions, Fees: what the fees of an agency were. The oldest change comes first, so a long history is walked to its end.
 */
import * as Effect from "effect/Effect"
import { expect, expectMembers, expectStatus, list, membersOf, oneOf, same, seen } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { textsOf } from "../Shared.ts"
import { idsOf, walk } from "../Walk.ts"
import { type Fee, flat, keeps, percentage } from "./Fees.ts"
import { time } from "./Users.ts"

const pathOf = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("fees.history")
  return `${session.feesPath(yield* session.agency)}/history`
})

/** All changes of the agency's fees. */
export const changesOf = Effect.fnUntraced(function* (session: Session) {
  return yield* walk(session, `${yield* pathOf(session)}?limit=100`)
})

/** The changes that setting fees adds to the history. */
const changesBy = Effect.fnUntraced(function* (session: Session, ...bodies: ReadonlyArray<Fee>) {
  const before = yield* changesOf(session)
  for (const body of bodies) yield* expectStatus(yield* session.setFees(body), 200)
  const after = yield* changesOf(session)
  const isContinued = same(after.slice(0, before.length), before)
  yield* expect(isContinued, "earlier changes as they were, and new ones after them", textsOf(after, "id").join(", "))
  return after.slice(before.length)
})

/** These changes and no others, each with the fees before it and after it. */
const expectChanges = (changes: ReadonlyArray<unknown>, ...fees: ReadonlyArray<readonly [before: Fee, after: Fee]>) => {
  const expected = fees.map(([before, after]) => ({ before, after }))
  const found = changes.map(membersOf).map(({ after, before }) => ({ before, after }))
  return expect(same(found, expected), JSON.stringify(expected), JSON.stringify(found))
}

const optimized = { optimizedFee: true, customFees: [] }
const one = { optimizedFee: false, customFees: [flat()] }
const two = { optimizedFee: false, customFees: [flat(), percentage()] }

export const feesHistory = [
  writing("dec-fees.history", "each change is there, with what the fees were and when", function* (session) {
    yield* session.needs("fees.history")
    yield* keeps(session, optimized)
    const changes = yield* changesBy(session, one, two)
    yield* expectChanges(changes, [optimized, one], [one, two])
    const times = changes.map((change) => membersOf(change)["occurred_at"])
    yield* expect(times.every(time.holds) && same(times, times.toSorted()), "times that ascend", times.join(", "))

    const page = yield* session.call("GET", `${yield* pathOf(session)}?limit=1`)
    yield* expectMembers(page, { content: list, count: oneOf(1) })
    const next = yield* session.addressOf(page)
    const second = yield* session.call("GET", next)
    yield* expectMembers(second, { content: list, count: oneOf(1) })
    yield* expect(!same(idsOf(second), idsOf(page)), "another change on the next page", seen(second))
    const jobs = yield* session.call("GET", `/v1/jobs${next.search}`)
    return `${page.seen}, ${yield* expectRefusal(jobs, "400 invalid_cursor")} with its cursor`
  }),

  writing("dec-fees.empty-update", "what changes nothing is no change", function* (session) {
    yield* session.needs("fees.history")
    yield* keeps(session, two)
    const answer = yield* keeps(session, {}, two)
    yield* expectChanges(yield* changesBy(session, {}, two, { optimizedFee: false }))
    return `${answer.seen} ${answer.show(answer.json)}, no change`
  }),

  writing("dec-journal.history-notes", "the history of fees shows no notes", function* (session) {
    yield* session.needs("fees.history")
    yield* keeps(session, optimized)
    const withNote = { ...one, customFees: [flat({ note: session.unique() })] }
    yield* expectChanges(yield* changesBy(session, withNote), [optimized, one])
    return `${JSON.stringify(one)} in the history`
  })
]
