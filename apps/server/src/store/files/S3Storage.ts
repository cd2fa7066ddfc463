/**
 * {@link FileStorage} in a bucket of an S3-compatible service. A file arrives in a folder of this machine first, so that its length and its digest are known
 * before it is sent: the service checks the digest, and a request that failed is sent again from the file.
 *
 * Objects are at most as large as an attachment, so there is no upload in parts.
 */
import * as FsSync from "node:fs"
import * as Crypto from "node:crypto"
import type * as Http from "node:http"
import { type ByteRange, type FileKey, FileStorage } from "@partner-api/service/store/FileStorage"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { bytesOf } from "./FileBytes.ts"
import { failed } from "./FileFailure.ts"
import { type Place, S3Failure, sending, statusFailure } from "./S3Request.ts"
import { keepable, makeSpool, type Spooled } from "./Spool.ts"

/** The digest of a request without a body. */
const emptyDigest = Crypto.hash("sha256", "", "hex")

const isFound = ({ statusCode = 0 }: Http.IncomingMessage): boolean => statusCode >= 200 && statusCode < 300
const isUnknown = ({ statusCode }: Http.IncomingMessage): boolean => statusCode === 404

const orStoreError =
  (doing: string) =>
  <A>(effect: Effect.Effect<A, S3Failure>): Effect.Effect<A, StoreError> =>
    Effect.catch(effect, ({ reason }) => failed(doing, reason))

/** Whether an answer has the bytes of a range and no others: a service may ignore it. */
const hasRange = ({ headers }: Http.IncomingMessage, range: ByteRange | undefined): boolean =>
  range === undefined || Number(headers["content-length"]) === range.last - range.first + 1

const ignoredRange = new S3Failure({ reason: "the answer has other bytes than the range", isPassing: false })

const make = (place: Place, folder: string) =>
  Effect.gen(function* () {
    const spool = yield* makeSpool(folder)
    const send = yield* sending(place)

    const put = ({ path, sha256, sizeBytes }: Spooled, key: FileKey) =>
      Effect.flatMap(
        send({
          method: "PUT",
          key,
          headers: {
            "content-length": String(sizeBytes),
            "content-type": "application/octet-stream",
            "x-amz-content-sha256": sha256
          },
          body: () => FsSync.createReadStream(path)
        }),
        (answer) => {
          answer.resume()
          return isFound(answer) ? Effect.void : Effect.fail(statusFailure(answer))
        }
      ).pipe(orStoreError("keeping a file"))

    /** Requests without a body; none where the service has no such key. */
    const exchange = (method: "GET" | "HEAD" | "DELETE", key: FileKey, range?: ByteRange) =>
      Effect.flatMap(
        send({
          method,
          key,
          headers: {
            "x-amz-content-sha256": emptyDigest,
            ...(range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` })
          }
        }),
        (answer) => {
          if (isFound(answer) && hasRange(answer, range)) return Effect.succeed(Option.some(answer))
          answer.resume()
          if (isFound(answer)) return Effect.fail(ignoredRange)
          return isUnknown(answer) ? Effect.succeed(Option.none()) : Effect.fail(statusFailure(answer))
        }
      )

    return FileStorage.of({
      receive: (content) =>
        Effect.map(spool.receive(content), (spooled) => keepable(spooled, (key) => put(spooled, key))),
      read: (key, range) =>
        Effect.map(
          exchange("GET", key, range),
          Option.map((answer) => bytesOf(() => answer))
        ).pipe(orStoreError("reading a file")),
      size: (key) =>
        Effect.map(
          exchange("HEAD", key),
          Option.map((answer) => {
            answer.resume()
            return Number(answer.headers["content-length"] ?? 0)
          })
        ).pipe(orStoreError("looking for a file")),
      remove: (key) =>
        Effect.map(
          exchange("DELETE", key),
          Option.map((answer) => answer.resume())
        ).pipe(Effect.asVoid, orStoreError("removing a file")),
      roomBytes: spool.roomBytes,
      sweep: spool.sweep
    })
  })

/** The storage in a bucket; files arrive in `folder`. */
export const layer = (place: Place, folder: string) => Layer.effect(FileStorage, make(place, folder))
