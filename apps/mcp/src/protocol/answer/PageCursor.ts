/**
 * The cursor of a list: the position in the platform's list, how many items were shown from there, and when it expires. It has at most 200
 * characters, because a model repeats it with every page, and nothing of it is kept in memory.
 *
 * It is opaque and authenticated, and good for one tool, organization and choice of items, none of which it holds. It holds the platform's
 * own cursor, packed, and no address, so it cannot redirect a request. It grants nothing: a call with a cursor is checked as any other
 * call.
 */
import * as Zlib from "node:zlib"
import * as Result from "effect/Result"
import { digestJson } from "../JsonDigest.ts"
import { sameText, type SignerApi } from "../Signer.ts"
import { notSent, type ToolFailure } from "../tool/ToolFailure.ts"

/** Long enough for a conversation; the platform's own cursors live a day. */
export const pageCursorLifetimeMs = 60 * 60_000

/** Some 100 tokens. */
export const pageCursorCharactersMax = 200

/** The place of a walk through a list. */
export interface Place {
  /** The platform's cursor of a page; null is its first page. */
  readonly upstream: string | null
  /** The number of items that were shown from there. */
  readonly offset: number
}

/** The call that a cursor is for. */
export interface PageCursorUse {
  readonly tool: string
  readonly organizationId: string | null
  /** The arguments that choose the items. */
  readonly chosen: unknown
  /** Text that the platform's cursor probably repeats, such as its filters. It makes the cursor shorter and means nothing else. */
  readonly vocabulary: string
}

/** 96 bits. A forged cursor would gain nothing, and each guess is a call. */
const codeBytes = 12
/** Seconds since 1970, until 2106. */
const expiryBytes = 4
/** A plain array (spec 4.4) may have many items. */
const offsetBytes = 3
const headBytes = codeBytes + expiryBytes + offsetBytes

/** More parts than a signed token has are not taken apart. */
const partsMax = 3
const lengthBytes = 2
/** A longer cursor of the platform does not fit, however it is packed. */
const upstreamCharactersMax = 4_096

/** The bytes of a cursor of the platform. Its parts between stops are often base64url, which is a third longer than what it stands for. */
const bytesOf = (upstream: string): Buffer => {
  const parts = upstream.split(".")
  const decoded = parts.map((part) => Buffer.from(part, "base64url"))
  const isCoded = parts.length <= partsMax && decoded.every((part, at) => part.toString("base64url") === parts[at])
  if (!isCoded) return Buffer.concat([Buffer.of(0), Buffer.from(upstream, "utf8")])
  const lengths = decoded.slice(0, -1).map((part) => {
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt16BE(part.length)
    return length
  })
  return Buffer.concat([Buffer.of(parts.length), ...lengths, ...decoded])
}

/** Reads what {@link bytesOf} has written. */
const upstreamOf = (bytes: Buffer): string => {
  const parts = bytes.readUInt8(0)
  if (parts === 0) return bytes.toString("utf8", 1)
  const read = Array<string>()
  let start = 1 + (parts - 1) * lengthBytes
  for (let part = 0; part < parts - 1; part++) {
    const end = start + bytes.readUInt16BE(1 + part * lengthBytes)
    read.push(bytes.toString("base64url", start, end))
    start = end
  }
  return [...read, bytes.toString("base64url", start)].join(".")
}

const contextOf = ({ tool, organizationId, chosen, vocabulary }: PageCursorUse): string =>
  JSON.stringify([tool, organizationId, digestJson(chosen), vocabulary])

/** Writes a cursor; undefined for a place whose cursor would be too long. */
export const encodePageCursor = (
  { upstream, offset }: Place,
  use: PageCursorUse,
  expiresAtMs: number,
  signer: SignerApi
): string | undefined => {
  // Half a pair of surrogates would not come back as it was.
  if (upstream !== null && (upstream.length > upstreamCharactersMax || !upstream.isWellFormed())) return undefined
  const head = Buffer.alloc(expiryBytes + offsetBytes)
  head.writeUIntBE(Math.floor(expiresAtMs / 1_000), 0, expiryBytes)
  head.writeUIntBE(offset, expiryBytes, offsetBytes)
  const dictionary = Buffer.from(use.vocabulary, "utf8")
  const packed = upstream === null ? [] : [Zlib.deflateRawSync(bytesOf(upstream), { level: 9, dictionary })]
  const body = Buffer.concat([head, ...packed])
  const code = signer.codeOf("cursor", contextOf(use), body).subarray(0, codeBytes)
  const text = Buffer.concat([code, body]).toString("base64url")
  return text.length > pageCursorCharactersMax ? undefined : text
}

const refuse = (problem: string, tool: string): Result.Result<never, ToolFailure> =>
  Result.fail(
    notSent("invalid_cursor", `The cursor ${problem}. Call again without a cursor to start from the beginning.`, {
      fields: [{ path: "/cursor", problem }],
      next: [tool]
    })
  )

const foreign =
  "is not one of this tool, organization and search, was changed, or was made before this server was started; leave it out to begin again"

/** Reads a cursor where it is used. */
export const decodePageCursor = (
  text: string,
  use: PageCursorUse,
  nowMs: number,
  signer: SignerApi
): Result.Result<Place, ToolFailure> => {
  const bytes = Buffer.from(text.length > pageCursorCharactersMax ? "" : text, "base64url")
  // Another spelling of the same bytes is another text.
  if (bytes.length < headBytes || bytes.toString("base64url") !== text) return refuse(foreign, use.tool)
  const [code, body] = [bytes.subarray(0, codeBytes), bytes.subarray(codeBytes)]
  const expected = signer.codeOf("cursor", contextOf(use), body).subarray(0, codeBytes)
  if (!sameText(code.toString("base64url"), expected.toString("base64url"))) return refuse(foreign, use.tool)
  if (nowMs >= body.readUIntBE(0, expiryBytes) * 1_000) return refuse("has expired", use.tool)
  const packed = body.subarray(expiryBytes + offsetBytes)
  const dictionary = Buffer.from(use.vocabulary, "utf8")
  return Result.succeed({
    upstream: packed.length === 0 ? null : upstreamOf(Zlib.inflateRawSync(packed, { dictionary })),
    offset: body.readUIntBE(expiryBytes, offsetBytes)
  })
}
