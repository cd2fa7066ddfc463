/**
 * Pagination for both entries: each page comes with the effect that fetches the page after it. No page is fetched ahead of demand.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ClientError } from "../ClientError.ts"
import { clientError } from "../ClientError.ts"
import type { CallContext, ClientCore, Read, ReadAt } from "../ClientCore.ts"
import type { MethodCall } from "../Method.ts"
import { type CycleCheck, initialCycleCheck } from "./CycleCheck.ts"
import { checkCycle, nextSearch } from "./NextPage.ts"
import type { Operation } from "../Operation.ts"
import type { Page } from "./Page.ts"

/** A page, its answer, and the effect that fetches the next page. */
export interface PageResult {
  readonly read: Read
  readonly page: Page<unknown>
  /** None on the last page. */
  readonly next: ((context: CallContext) => Effect.Effect<PageResult, ClientError>) | undefined
}

const pageResult = (core: ClientCore, operation: Operation, read: ReadAt, check: CycleCheck): PageResult => {
  // The reader of a paginated operation returns a page or fails (LenientReader), and only those come here.
  const page = read.data as Page<unknown>
  const { next } = page
  return {
    read,
    page,
    next:
      next === null
        ? undefined
        : (context) =>
            Effect.gen(function* () {
              const search = Result.flatMap(nextSearch(next, core.baseUrl, read.path), (text) =>
                Result.map(checkCycle(check, text), (checked) => ({ text, checked }))
              )
              const { checked, text } = yield* Effect.mapError(Effect.fromResult(search), (failure) =>
                clientError(failure, { operation: operation.id, attempts: read.attempts })
              )
              const answer = yield* core.page(operation, read.path, text, context)
              return pageResult(core, operation, answer, checked)
            })
  }
}

/** The first page of a list. */
export const firstPage = (
  core: ClientCore,
  operation: Operation,
  call: MethodCall,
  context: CallContext
): Effect.Effect<PageResult, ClientError> =>
  Effect.map(core.call(operation, call, context), (read) => pageResult(core, operation, read, initialCycleCheck))
