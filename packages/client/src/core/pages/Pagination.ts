/**
 * A list, page after page, for both entries. One step fetches one page, and only when it is asked for.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type { ClientError } from "../ClientError.ts"
import { clientError } from "../ClientError.ts"
import type { CallContext, ClientCore, Read } from "../ClientCore.ts"
import type { MethodCall } from "../Method.ts"
import { type Circle, follow, nextSearch, noCircle } from "./NextPage.ts"
import type { Operation } from "../Operation.ts"
import type { Page } from "./Page.ts"

/** A page, and the step that fetches the one after it. */
export interface Step {
  readonly read: Read
  readonly page: Page<unknown>
  /** None on the last page. */
  readonly next: ((context: CallContext) => Effect.Effect<Step, ClientError>) | undefined
}

/** What the reader of lists makes of every list. */
const isPage = (data: unknown): data is Page<unknown> =>
  Predicate.isObject(data) && Array.isArray(Reflect.get(data, "content"))

const noPage: Page<unknown> = { content: [], next: null, count: 0 }

const step = (core: ClientCore, operation: Operation, read: Read, circle: Circle): Step => {
  const page = isPage(read.data) ? read.data : noPage
  const { next } = page
  return {
    read,
    page,
    next:
      next === null
        ? undefined
        : (context) =>
            Effect.gen(function* () {
              const search = Result.flatMap(nextSearch(next, core.address(operation)), (text) =>
                Result.map(follow(circle, text), (further) => ({ text, further }))
              )
              const { further, text } = yield* Effect.mapError(Effect.fromResult(search), (failure) =>
                clientError(failure, { operation: operation.id, attempts: read.attempts })
              )
              const answer = yield* core.page(operation, text, context)
              return step(core, operation, answer, further)
            })
  }
}

/** The first page of a list. */
export const firstStep = (
  core: ClientCore,
  operation: Operation,
  { input }: MethodCall,
  context: CallContext
): Effect.Effect<Step, ClientError> =>
  Effect.map(core.call(operation, input, context), (read) => step(core, operation, read, noCircle))
