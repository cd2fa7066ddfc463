/**
 * Headers and query parameters that a program adds to its calls, for what this library does not know.
 *
 * Checks them: the headers that the client writes itself have options of their own, and a credential goes nowhere by mistake.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { idempotencyKeyHeader } from "@partner-api/contract/RequestHeaders"
import { idempotencyKeyMax } from "@partner-api/domain/IdempotencyKey"
import { idLengthMax } from "@partner-api/domain/Ids"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

/** The headers that are not for callers, and what is. */
const ownHeaders: Readonly<Record<string, string>> = {
  authorization: "the client sends the token",
  [partnerTokenHeader.toLowerCase()]: "the client sends the token",
  [idempotencyKeyHeader.toLowerCase()]: "use the option idempotencyKey",
  "if-match": "use the option ifMatch",
  "if-none-match": "use the option ifNoneMatch",
  "x-request-id": "use the option requestId",
  "user-agent": "use the option userAgent of the client",
  "content-type": "bodies are JSON",
  "content-length": "it belongs to the connection",
  "transfer-encoding": "it belongs to the connection",
  connection: "it belongs to the connection",
  host: "it belongs to the connection"
}

/** The names of a header and its values (RFC 9110 §5.1, §5.5). */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]{0,4096}$/

/** Headers in lower case, without those that are undefined; else what is wrong with them. Their values are in no message. */
export const readHeaders = (given: unknown): Result.Result<Readonly<Record<string, string>>, string> => {
  if (given === undefined) return Result.succeed({})
  if (!Predicate.isObject(given) || Array.isArray(given)) return Result.fail("headers must be an object")
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const key = name.toLowerCase()
    if (!headerName.test(name)) return Result.fail("headers holds a name that is none")
    if (Object.hasOwn(ownHeaders, key)) return Result.fail(`headers must not hold ${key}: ${ownHeaders[key]}`)
    if (typeof value !== "string" || !headerValue.test(value))
      return Result.fail(`the header ${key} must be text on one line`)
    read[key] = value
  }
  return Result.succeed(read)
}

/** The options whose values the client writes into headers of their own. */
interface HeaderOptions {
  readonly idempotencyKey?: string | undefined
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly onBehalfOf?: string | undefined
}

/** The longest value of each, in characters. */
const optionLengths = {
  idempotencyKey: idempotencyKeyMax,
  ifMatch: 4_096,
  ifNoneMatch: 4_096,
  onBehalfOf: idLengthMax
} satisfies Record<keyof HeaderOptions, number>

const printable = /^[\x20-\x7e]+$/

/** The mistake in an option that becomes a header; undefined where there is none. A value that no header can have would look like a broken connection. */
export const wrongHeaderOption = (options: HeaderOptions): string | undefined => {
  const wrong = Struct.keys(optionLengths).find((name) => {
    const value: unknown = options[name]
    if (value === undefined) return false
    return typeof value !== "string" || !printable.test(value) || value.length > optionLengths[name]
  })
  return wrong === undefined ? undefined : `${wrong} must be 1 to ${optionLengths[wrong]} printable ASCII characters`
}

/** A parameter with one of its values. */
type QueryPair = [name: string, value: string]

const isQueryPart = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))

/** A query as pairs; else what is wrong with it. */
export const readQuery = (given: unknown): Result.Result<ReadonlyArray<QueryPair>, string> => {
  if (given === undefined) return Result.succeed([])
  if (!Predicate.isObject(given) || Array.isArray(given)) return Result.fail("query must be an object")
  const pairs: Array<QueryPair> = []
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    if (!values.every(isQueryPart))
      return Result.fail(`query.${name} must be text, a number, a boolean or a list of them`)
    pairs.push(...values.map((part): QueryPair => [name, String(part)]))
  }
  return Result.succeed(pairs)
}

/** An address with more query parameters. */
export const withQuery = (url: string, pairs: ReadonlyArray<QueryPair>): string =>
  pairs.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams([...pairs])}`
