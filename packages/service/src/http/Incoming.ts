/**
 * A request as the service receives it: method, address, headers, and a body that nobody has read yet. The listener (`NodeIncoming`) and the service in
 * memory (`MemoryService`) implement it. It has no endpoint and no caller; `RequestContext` adds those.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import * as Stream from "effect/Stream"

/** The body has more bytes than its reader accepts. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

/** The connection ended before the body did. */
export class BodyIncomplete extends Data.TaggedError("BodyIncomplete") {}

/** The body of a request. A reader reads it once: whole within a bound, or as a stream. */
export interface IncomingBody {
  /** Reads the body into memory, at most this many bytes. */
  readonly read: (bytesMax: number) => Effect.Effect<ArrayBuffer, BodyTooLarge | BodyIncomplete>
  /** The pieces of the body as they arrive. Its reader bounds them. */
  readonly stream: Stream.Stream<Uint8Array, BodyIncomplete>
}

const noBytes = Effect.succeed(new ArrayBuffer(0))

/** The body of a request that has none. */
export const emptyBody: IncomingBody = { read: () => noBytes, stream: Stream.empty }

export interface Incoming {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  /** The values by the lower-case names; repeated headers are joined. */
  readonly headers: Headers
  /** Names and values in turn, as the client sent them, with repetitions. */
  readonly rawHeaders: ReadonlyArray<string>
  /** The major version of HTTP. */
  readonly majorVersion: number
  /** The address of the socket; absent where it is not known. */
  readonly remoteAddress: string | undefined
  /** Whether the end of this request, and of all before it on its connection, is certain (`RequestFraming.ts` of the contract). */
  readonly hasCertainEnd: boolean
  readonly body: IncomingBody
}

/** The path of a request as the client sent it, without the query. */
export const pathOf = ({ url }: Pick<Incoming, "url">): string => {
  const end = url.indexOf("?")
  return end < 0 ? url : url.slice(0, end)
}
