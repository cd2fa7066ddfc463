/**
 * The cursor of a list: opaque to partners, versioned and authenticated (decisions, Lists).
 *
 * It holds the list and the place of a walk, and nobody without the key can change it. Signing is an argument: the
 * key lives elsewhere. Whatever is wrong with a cursor, the answer is one and the same refusal, never the first page.
 */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { InvalidCursor } from "./Errors.ts"
import { Limit } from "./Pagination.ts"

/** A cursor is good for a day: long enough for any walk, short enough to change its form. */
export const cursorLifetimeMs = 24 * 60 * 60_000

/** Longer text than this is no cursor of ours; it is refused before any work. */
export const cursorLengthMax = 2_048

/** The position of a walk through a list. */
export interface Cursor {
  /** The list that is walked, by the identifier of its endpoint. */
  readonly list: string
  /** The organization whose list it is. */
  readonly organizationId: string
  /** The key of the last row seen. */
  readonly after: string
  readonly limit: number
  readonly filters: Readonly<Record<string, string>>
  readonly issuedAtMs: number
}

/** Signs text and checks signatures. During rotation a checker knows two keys. Both work on text, at once, without waiting. */
export interface CursorSigner {
  readonly sign: (text: string) => string
  readonly verify: (text: string, signature: string) => boolean
}

/** The list and the filters that a cursor must match. */
export interface CursorUse {
  readonly list: string
  readonly organizationId: string
  readonly filters: Readonly<Record<string, string>>
  readonly nowMs: number
  /** Its lifetime; {@link cursorLifetimeMs} unless the list sets another time. */
  readonly lifetimeMs?: number
}

const version = 1
const Payload = Schema.fromJsonString(
  Schema.Tuple([
    Schema.Literal(version),
    Schema.String,
    Schema.String,
    Schema.String,
    Limit,
    Schema.Record(Schema.String, Schema.String),
    Schema.Int
  ])
)
const decodePayload = Schema.decodeUnknownResult(Payload)

/** Writes a cursor as text that needs no escaping in an address. */
export const encodeCursor = (cursor: Cursor, signer: CursorSigner): string => {
  const { list, organizationId, after, limit, filters, issuedAtMs } = cursor
  // Our own values, typed already: plain JSON is what the schema would write, at a tenth of the cost.
  const body = Base64Url.encode(JSON.stringify([version, list, organizationId, after, limit, filters, issuedAtMs]))
  return `${body}.${signer.sign(body)}`
}

/** Reads a cursor. Changed, foreign or expired: one refusal. */
export const decodeCursor = (
  text: string,
  use: CursorUse,
  signer: CursorSigner
): Result.Result<Cursor, InvalidCursor> => {
  const [body, signature, ...rest] = text.length > cursorLengthMax ? [] : text.split(".")
  if (body === undefined || signature === undefined || rest.length > 0 || !signer.verify(body, signature)) {
    return invalidCursor
  }
  return Base64Url.decodeString(body).pipe(
    Result.flatMap((json) => decodePayload(json)),
    Result.match({
      onFailure: () => invalidCursor,
      onSuccess: ([, list, organizationId, after, limit, filters, issuedAtMs]) =>
        list === use.list &&
        organizationId === use.organizationId &&
        issuedAtMs <= use.nowMs &&
        use.nowMs < issuedAtMs + (use.lifetimeMs ?? cursorLifetimeMs) &&
        Object.entries(use.filters).every(([name, value]) => filters[name] === value)
          ? Result.succeed({ list, organizationId, after, limit, filters, issuedAtMs })
          : invalidCursor
    })
  )
}

/** The one refusal of every cursor that cannot be used. */
export const invalidCursor: Result.Result<never, InvalidCursor> = /* @__PURE__ */ Result.fail(
  /* @__PURE__ */ new InvalidCursor({
    message: "The cursor was changed, has expired, or belongs to another list. Start again without a cursor."
  })
)
