/**
 * The answers that may be compressed on the way to clients that request it (docs/decisions, Compression): lists, and those that stay as it is while the
 * service runs. Such an answer carries `Vary`; nothing else is ever compressed.
 *
 * Declares only what may be compressed. The server does it, or what stands in front of it.
 */
import * as Schema from "effect/Schema"

/** The header of an answer that may be compressed, for handlers. */
export const mayBeCompressed = { vary: "Accept-Encoding" } as const

/** Whether an answer with this `Vary` may be compressed. The edge of the service names more headers after that one. */
export const isCompressible = (vary: string | undefined): boolean =>
  vary === mayBeCompressed.vary || vary?.startsWith(`${mayBeCompressed.vary},`) === true

/** The same header, for declarations. */
export const encodingHeader = {
  vary: Schema.optionalKey(
    Schema.Literal(mayBeCompressed.vary).annotate({
      description: "The answer is compressed where the request accepts it"
    })
  )
}
