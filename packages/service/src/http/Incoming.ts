/**
 * A request as its transport hands it over: what it names, its headers, and its body, of which nothing is read yet. A listener and the service in
 * memory implement it. Knows no endpoint and no caller.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import * as Stream from "effect/Stream"

/** The body has more bytes than its reader takes. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

/** The connection ended before the body did. */
export class BodyIncomplete extends Data.TaggedError("BodyIncomplete") {}

/** The body of a request. It is read once: whole within a bound, or as a stream. */
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
  /** By name in small letters; those that were sent more than once are joined. */
  readonly headers: Headers
  /** Names and values as they were sent, one after the other, with repetitions. */
  readonly rawHeaders: ReadonlyArray<string>
  /** The first number of the version of HTTP. */
  readonly majorVersion: number
  /** The address of the socket; absent where it is not known. */
  readonly remoteAddress: string | undefined
  /** Whether the end of this request, and of all before it on its connection, is certain (`RequestFraming.ts` of the contract). */
  readonly hasCertainEnd: boolean
  readonly body: IncomingBody
}

/** The path of a request as it was sent: what comes before the query. */
export const pathOf = ({ url }: Pick<Incoming, "url">): string => {
  const end = url.indexOf("?")
  return end < 0 ? url : url.slice(0, end)
}
