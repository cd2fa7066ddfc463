/**
 * The schema of an answer that a test gives: status, headers and a body of any kind.
 */
import * as Schema from "effect/Schema"
import { readOptions } from "../Mistakes.ts"
import { Headers, optional, Status } from "../OptionShapes.ts"
import type { GivenAnswer } from "../TestServer.ts"

/** The members of an answer. The compiler refuses a list that lacks one. */
const Given = Schema.Struct({
  status: optional(Status, "must be a number"),
  body: Schema.optionalKey(Schema.Unknown),
  headers: optional(Headers, "must be an object")
} satisfies Readonly<Record<keyof GivenAnswer, unknown>>)

/** Checks the answer of a test to an operation. Throws where it is wrong. */
export const readAnswer = (given: GivenAnswer, operation: string): GivenAnswer => {
  readOptions(Given, given, `The answer of ${operation}`)
  return given
}
