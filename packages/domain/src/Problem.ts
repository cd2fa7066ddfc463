/**
 * One thing that is wrong with a request: where it is, what kind of mistake it is, and how to mend it.
 *
 * A problem never repeats the offending value: it may be a secret or personal data.
 * It does not depend on HTTP; `in` only names the part of a request that it is about.
 */
import * as JsonPointer from "effect/JsonPointer"
import * as Schema from "effect/Schema"

/**
 * The part of a request that a problem is in. It has a name in the OpenAPI document, because generators of clients make an enumeration of an unnamed one with
 * the name of its member, and `in` is a keyword.
 */
export const ProblemLocation = Schema.Literals(["body", "query", "path", "header"]).annotate({
  identifier: "ProblemLocation",
  description: "The part of the request",
  "x-extension": true
})
export type ProblemLocation = typeof ProblemLocation.Type

/** The kinds of mistakes (decisions, Errors). */
export const ProblemCode = Schema.Literals([
  "required",
  "unknown",
  "type",
  "format",
  "range",
  "length",
  "duplicate",
  "conflict",
  "not_allowed"
])
export type ProblemCode = typeof ProblemCode.Type

/** Annotations of a check: the kind of its problem, and what to send instead. */
export const problem = (code: ProblemCode, message: string) => ({ problem: code, message })

/** Annotations of a schema that is a merge patch: the names of the members that the service alone writes. */
export const patch = (readOnly: ReadonlyArray<string>) => ({ mergePatch: readOnly })

/** The most problems that are reported for one request: a reader mends a few at a time, an attacker gets no megabytes. */
export const problemsMax = 50

/**
 * A single mistake. `path` is a JSON Pointer (RFC 6901) into the part named by `in`; the empty string is the whole part.
 * `message` is a sentence about what to send instead.
 */
export const Problem = Schema.Struct({
  in: ProblemLocation,
  path: Schema.String.annotate({ description: "JSON Pointer (RFC 6901) to the offending value" }),
  code: ProblemCode.annotate({ description: "The kind of mistake" }),
  message: Schema.String.annotate({ description: "The correction, as a sentence" })
}).annotate({
  identifier: "Problem",
  description: "One mistake in the request",
  examples: [{ in: "body", path: "/title", code: "required", message: "is required" }],
  "x-extension": true
})
export type Problem = typeof Problem.Type

/** Writes path segments as a JSON Pointer (RFC 6901 §3). No segments give the empty pointer. */
export const jsonPointer = (segments: ReadonlyArray<PropertyKey>): string =>
  segments.map((segment) => `/${JsonPointer.escapeToken(String(segment))}`).join("")
