/**
 * The bytes of a stored file as a stream, which fails with the error of the service where they end early.
 */
import type { Readable } from "node:stream"
import * as NodeStream from "@effect/platform-node/NodeStream"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Stream from "effect/Stream"
import { failed } from "./FileFailure.ts"

/** Reads the bytes that `open` gives, which runs when the stream does. */
export const bytesOf = (open: () => Readable): Stream.Stream<Uint8Array, StoreError> =>
  NodeStream.fromReadable<Uint8Array, { readonly cause: unknown }>({
    evaluate: open,
    onError: (cause) => ({ cause })
  }).pipe(Stream.catch(({ cause }) => Stream.fromEffect(failed("reading a file", cause))))
