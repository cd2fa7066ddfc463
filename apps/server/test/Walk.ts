/**
 * A walk through a list as a partner does it: the first page, then whatever `next` says, until it is null (spec 4.8).
 */
import * as Schema from "effect/Schema"
import type { Answer, Call } from "./HttpCall.ts"

/** The envelope, whatever its items are apart from their identifiers. */
const Envelope = Schema.Struct({
  content: Schema.Array(Schema.Struct({ id: Schema.String })),
  next: Schema.NullOr(Schema.String),
  count: Schema.Int
})
const decodeEnvelope = Schema.decodeUnknownSync(Envelope)

/** What a page holds. */
export const pageOf = (answer: Answer): typeof Envelope.Type => decodeEnvelope(answer.json)

/** The path and query of an address of the service. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** More pages than any list of these tests has: a walk that takes more goes in circles. */
const pagesMax = 300

/** Walks from `first` to the end and gives all pages. `between` runs after each page but the last. */
export const walk = async (
  call: (method: string, path: string, request: Call) => Promise<Answer>,
  token: string,
  first: string,
  between: () => void = () => {}
): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  let path: string | undefined = first
  while (path !== undefined) {
    const answer: Answer = await call("GET", path, { token })
    answers.push(answer)
    if (answers.length > pagesMax) throw new Error(`still walking after ${pagesMax} pages of ${first}`)
    const { next } = pageOf(answer)
    if (next !== null) between()
    path = next === null ? undefined : pathOf(next)
  }
  return answers
}
