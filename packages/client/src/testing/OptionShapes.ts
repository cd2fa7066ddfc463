/**
 * The kinds of values that options of a test server have, each with what it must be.
 */
import { problem } from "@partner-api/domain/Problem"
import * as Schema from "effect/Schema"

/** An option that may be left out or undefined, and what its value must be. */
export const optional = <S extends Schema.Top>(schema: S, must: string) =>
  Schema.optionalKey(Schema.UndefinedOr(schema).annotate(problem("type", must)))

const isFunction = (value: unknown): value is () => unknown => typeof value === "function"

/** A function. What it answers is looked at when it is called. */
export const AnyFunction = Schema.declare(isFunction, problem("type", "must be a function"))

/** A whole number. */
export const Integer = Schema.Number.check(Schema.isInt(problem("type", "must be an integer")))

/** A number of things of which there may be none. */
export const NotNegative = Schema.Number.check(
  Schema.isGreaterThanOrEqualTo(0, problem("range", "must not be less than 0"))
)

/** A rate or a time that must pass. */
export const Positive = Schema.Number.check(Schema.isGreaterThan(0, problem("range", "must be more than 0")))

/** The status of an answer: what a `Response` can have. */
export const Status = Schema.Number.check(
  Schema.isInt(problem("type", "must be an integer")),
  Schema.isBetween({ minimum: 200, maximum: 599 }, problem("range", "must be 200 to 599"))
)

/** The headers of an answer. */
export const Headers = Schema.Record(Schema.String, Schema.String)
