/**
 * The content of a file, which has as many bytes as its row has in its size, or fails.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../store/StoreError.ts"

/** Bytes that a row has and the storage has not; `doctor` names the row. */
export const lostBytes = new Unavailable({
  message: "The service does not have the bytes of this file just now. Report the request id if it happens again.",
  retryAfterSeconds: 60
})

/** Content that fails where it has another number of bytes than its row: a client would wait for the rest, and a scanner would judge a part. */
export const wholeContent = (content: Stream.Stream<Uint8Array, StoreError>, bytesCount: number) =>
  Stream.suspend(() => {
    let read = 0
    return content.pipe(
      Stream.tap((piece) => Effect.sync(() => void (read += piece.byteLength))),
      Stream.concat(Stream.suspend(() => (read === bytesCount ? Stream.empty : Stream.fail(lostBytes))))
    )
  })
