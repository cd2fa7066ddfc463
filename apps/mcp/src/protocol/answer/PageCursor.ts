/**
 * The cursor of a list: the tool, the organization, the position in the platform's list, and how many items of that page were shown.
 *
 * It is opaque and signed. It holds the platform's own cursor and no address, so it cannot redirect a request. It grants nothing: a
 * call with a cursor is checked as any other call.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { SignerApi } from "../Signer.ts"
import { notSent, type ToolFailure } from "../tool/ToolFailure.ts"

/** Long enough for a conversation; the platform's own cursors live a day. */
export const pageCursorLifetimeMs = 60 * 60_000

export interface PageCursor {
  readonly tool: string
  readonly organizationId: string | null
  /** The platform's cursor of the page; null is its first page. */
  readonly upstream: string | null
  /** How many items of that page were shown. */
  readonly offset: number
  readonly expiresAtMs: number
}

/** Where a cursor is used. */
export interface PageCursorUse {
  readonly tool: string
  readonly organizationId: string | null
  readonly nowMs: number
}

const Payload = Schema.fromJsonString(
  Schema.Tuple([
    Schema.Literal(1),
    Schema.String,
    Schema.NullOr(Schema.String),
    Schema.NullOr(Schema.String),
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    Schema.Int
  ])
)
const decodePayload = Schema.decodeUnknownResult(Payload)

/** Writes a cursor. */
export const encodePageCursor = (cursor: PageCursor, signer: SignerApi): string =>
  signer.seal("cursor", [1, cursor.tool, cursor.organizationId, cursor.upstream, cursor.offset, cursor.expiresAtMs])

const refuse = (problem: string, tool: string): Result.Result<never, ToolFailure> =>
  Result.fail(
    notSent("invalid_cursor", `The cursor ${problem}. Call again without a cursor to start from the beginning.`, {
      fields: [{ path: "/cursor", problem }],
      next: [tool]
    })
  )

/** Reads a cursor where it is used. Each refusal says which it is. */
export const decodePageCursor = (
  text: string,
  use: PageCursorUse,
  signer: SignerApi
): Result.Result<PageCursor, ToolFailure> => {
  const json = signer.open("cursor", text)
  if (json === undefined) return refuse("was changed, or was made before this server was started", use.tool)
  return Result.match(decodePayload(json), {
    onFailure: () => refuse("was not made by this version of the server", use.tool),
    onSuccess: ([, tool, organizationId, upstream, offset, expiresAtMs]) => {
      if (tool !== use.tool) return refuse(`belongs to the tool ${tool}`, use.tool)
      if (organizationId !== use.organizationId) return refuse("belongs to another organization", use.tool)
      if (use.nowMs >= expiresAtMs) return refuse("has expired", use.tool)
      return Result.succeed({ tool, organizationId, upstream, offset, expiresAtMs })
    }
  })
}
