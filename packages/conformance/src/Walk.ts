/**
 * Walks a list page by page, by `next`. A walk is bounded: a list that has more pages is not judged.
 */
import * as Effect from "effect/Effect"
import { expectSuccess, membersOf } from "./Expect.ts"
import { type Failure, NotRun } from "./Outcome.ts"
import type { Session } from "./Session.ts"
import { itemsOf, textsOf } from "./Shared.ts"
import type { Answer } from "./Transport.ts"

/** A walk that would take more pages than this is not taken. */
const pagesMax = 50

/** The identifiers of the items of a page. */
export const idsOf = (answer: Answer): ReadonlyArray<string> => textsOf(itemsOf(answer), "id")

/** All items of a list, from this address on; `between` runs after each page but the last. */
export const walk = Effect.fnUntraced(function* (
  { addressOf, call }: Session,
  target: string,
  between: Effect.Effect<unknown, Failure> = Effect.void
) {
  let answer = yield* call("GET", target)
  yield* expectSuccess(answer)
  const items = [...itemsOf(answer)]
  for (let pages = 1; membersOf(answer.json)["next"] !== null; pages++) {
    if (pages === pagesMax) {
      return yield* new NotRun({
        reason: `there are more than ${pagesMax} pages: ${answer.seen}`,
        remedy: "use a smaller organization"
      })
    }
    yield* between
    answer = yield* call("GET", yield* addressOf(answer))
    yield* expectSuccess(answer)
    items.push(...itemsOf(answer))
  }
  return items
})
