/**
 * The base of scenarios: an answer that was requested once, or the reason why it is not there. And how items are read from it.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { membersOf } from "./Expect.ts"
import { type NoAnswer, NotRun } from "./Outcome.ts"
import type { Answer } from "./Transport.ts"

/** The result of a request, or the reason why it is not there. */
export type Shared<A> = Effect.Effect<A, NotRun | NoAnswer>

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/** A success; `rule` reports anything else. */
export const soundOr = (rule: string, answer: Answer): Effect.Effect<Answer, NotRun> =>
  isSuccess(answer)
    ? Effect.succeed(answer)
    : Effect.fail(new NotRun({ reason: answer.seen, remedy: `mend ${rule} first` }))

/** The name and the email of a person that nobody will take for a real one. */
export const personOf = ({ unique }: { readonly unique: () => string }) => ({
  first_name: "Conformance",
  last_name: "Kit",
  email: `conformance.${unique()}@example.com`
})

/** The text members of items: identifiers, mostly. */
export const textsOf = (items: unknown, name: string): ReadonlyArray<string> =>
  (Array.isArray(items) ? items : []).flatMap((item) => {
    const value = membersOf(item)[name]
    return Predicate.isString(value) ? [value] : []
  })

/** The items of a list: of an envelope, or of the plain array that one sample shows (spec 4.4). */
export const itemsOf = ({ json }: Answer): ReadonlyArray<unknown> => {
  const content = Array.isArray(json) ? json : membersOf(json)["content"]
  return Array.isArray(content) ? content : []
}
