/**
 * Decisions, Errors and Limits: what a JSON body may be, and what its members may be. Bodies that cannot be read are sent to
 * /v1/auth/token, where nothing is written.
 */
import * as Effect from "effect/Effect"
import { expectSuccess } from "../Expect.ts"
import { expectRefusal, refuses, refusesWrite } from "../Refusal.ts"
import { scenario } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { asJson, jsonType } from "./Errors.ts"

/** The levels that JSON may nest, and the bytes of a body at an endpoint that needs no token (decisions, Limits). */
const depthMax = 32
const publicBodyBytesMax = 16_384

/** The right credentials with another member, written by hand; unknown members are ignored there. */
const withMember = ({ credentials }: Session, member: string): string =>
  `${JSON.stringify(credentials).slice(0, -1)},${member}}`

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)

/** A body of exactly the given bytes, with the right credentials in it. */
const bodyOf = (session: Session, bytes: number): string => {
  const empty = withMember(session, '"padding":""')
  return withMember(session, `"padding":"${"x".repeat(bytes - Buffer.byteLength(empty))}"`)
}

export const bodies = [
  refuses("dec-errors.not-utf8", "a body that is not UTF-8", "400 invalid_request", (session) => {
    const [head = "", tail = ""] = withMember(session, '"x":"?"').split("?")
    return Effect.all([asJson(session, Buffer.concat([Buffer.from(head), Buffer.from([0xff]), Buffer.from(tail)]))])
  }),
  refuses("dec-errors.bom", "a byte order mark", "400 invalid_request", (session) =>
    Effect.all([asJson(session, `\uFEFF${withMember(session, '"x":1')}`)])
  ),
  refuses("dec-errors.not-json", "a body that is no JSON", "400 invalid_request", (session) =>
    Effect.all([asJson(session, "{"), asJson(session, withMember(session, "x:1")), asJson(session, "")])
  ),
  refuses("dec-errors.duplicate-key", "a member named twice", "400 invalid_request", (session) =>
    Effect.all([
      asJson(session, withMember(session, '"x":1,"x":1')),
      asJson(session, withMember(session, '"x":{"a":1,"\\u0061":2}'))
    ])
  ),
  refuses("dec-errors.nul", "a NUL character", "400 invalid_request", (session) =>
    Effect.all([asJson(session, withMember(session, '"x":"a\\u0000"'))])
  ),
  refuses("dec-errors.lone-surrogate", "half of a surrogate pair", "400 invalid_request", (session) =>
    Effect.all([asJson(session, withMember(session, '"x":"\\ud83d"'))])
  ),
  scenario(["dec-errors.depth", "dec-limits.depth"], "JSON nests 32 levels deep, no deeper", function* (session) {
    const deep = yield* asJson(session, withMember(session, `"x":${nested(depthMax - 1)}`))
    yield* expectSuccess(deep)
    const answer = yield* asJson(session, withMember(session, `"x":${nested(depthMax)}`))
    return `${deep.seen} for ${depthMax} levels, ${yield* expectRefusal(answer, "400 invalid_request")} for one more`
  }),

  scenario(
    ["dec-errors.payload-too-large", "dec-limits.body"],
    "a body of credentials has at most 16 KiB",
    function* (session) {
      const largest = yield* asJson(session, bodyOf(session, publicBodyBytesMax))
      yield* expectSuccess(largest)
      const answer = yield* asJson(session, bodyOf(session, publicBodyBytesMax + 1))
      return `${largest.seen} for 16 KiB, ${yield* expectRefusal(answer, "413 payload_too_large")} for a byte more`
    }
  ),

  refusesWrite(
    ["dec-errors.unknown-member", "dec-errors.unknown-members"],
    "an unknown member is named",
    "422 unprocessable_entity",
    ({ setFees }) => Effect.all([setFees({ optimisedFee: true })]),
    "body /optimisedFee unknown"
  ),
  refuses(
    ["dec-errors.unknown-parameters"],
    "an unknown parameter is named",
    "422 unprocessable_entity",
    ({ call }) => Effect.all([call("GET", "/v1/jobs?limt=1")]),
    "query /limt unknown"
  ),
  refusesWrite(
    "dec-errors.type",
    "a member of another type",
    "422 unprocessable_entity",
    ({ setFees }) => Effect.all([setFees({ optimizedFee: "true" })]),
    "body /optimizedFee type"
  ),
  refusesWrite(
    "dec-errors.null",
    "null is not absence",
    "422 unprocessable_entity",
    ({ setFees }) => Effect.all([setFees({ optimizedFee: null })]),
    "body /optimizedFee type"
  ),
  refuses(
    "dec-errors.range",
    "a value out of its range",
    "422 unprocessable_entity",
    ({ call }) => Effect.all([call("GET", "/v1/jobs?limit=0")]),
    "query /limit range"
  ),
  refusesWrite(
    "dec-errors.unsafe-integer",
    "an integer that is not exact in JSON",
    "422 unprocessable_entity",
    ({ agency, feesPath, call }) =>
      Effect.flatMap(agency, (id) => {
        const body = '{"customFees":[{"feeType":"FLAT_FEE","currency":"EUR","feeCents":9007199254740993}]}'
        return Effect.all([call("POST", feesPath(id), { body, headers: jsonType })])
      })
  )
]
