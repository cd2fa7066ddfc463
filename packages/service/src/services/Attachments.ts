/**
 * Files of applications (recruiting, Attachments): who may add one, read one and remove one, and the sweep of bytes that no row has.
 *
 * An upload has a row before its bytes are kept, and settles it in the transaction that answers. The stage `ReceiveFile` reads the bytes.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { StoredApplication } from "@partner-api/domain/Application"
import { partyOf } from "@partner-api/domain/ApplicationAccess"
import {
  type Attachment,
  attachmentBytesMax,
  attachmentBytesPerDay,
  AttachmentId,
  type AttachmentType,
  uploadLeftAfterMs
} from "@partner-api/domain/Attachment"
import * as Commands from "@partner-api/domain/commands/Attachment"
import { Conflict, Forbidden, type NotFound, type RateLimited, Unavailable } from "@partner-api/domain/Errors"
import type { ApplicationId, ClientId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import { dayStartMs, quotaReached } from "@partner-api/domain/StorageQuota"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import { makeId } from "../crypto/Secrets.ts"
import { ApplicationStore } from "../store/ApplicationStore.ts"
import { type AttachmentKey, attachmentsPerSweep, AttachmentStore } from "../store/AttachmentStore.ts"
import { type ByteRange, fileKeyOf, FileStorage, type ReceivedFile } from "../store/FileStorage.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import { Transaction } from "../store/Transaction.ts"
import type { View } from "./access/View.ts"
import { visible } from "./access/VisibleApplication.ts"
import { FilesBytesMax } from "./FilesBytesMax.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { HasScanner } from "./scan/HasScanner.ts"
import { lostBytes, wholeContent } from "./WholeContent.ts"

export type { ByteRange } from "../store/FileStorage.ts"

/** A file whose bytes are kept, and whose row is begun. */
export interface KeptFile {
  readonly id: AttachmentId
  readonly type: AttachmentType
  readonly fileName: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly sha256: string
}

const othersSend = new Forbidden({
  message:
    "Files are the agency's to add and to remove: it needs a token of the agency, or of the client that submitted the application."
})

const noRoom = new Unavailable({
  message: "The service has no room for files just now. Try again later, with the same Idempotency-Key.",
  retryAfterSeconds: 60
})

/** A sweep was first: the upload took longer than any may. */
const swept = new Conflict({ message: "The upload took too long, and its file was removed. Send it again." })

const unreadable = ({ scan_status }: Attachment): Conflict | undefined =>
  scan_status === "PENDING" || scan_status === "REJECTED"
    ? new Conflict({ message: `The file cannot be read: its scan_status is ${scan_status}.` })
    : undefined

type UploadError = Conflict | Forbidden | NotFound | RateLimited | StoreError

export class Attachments extends Context.Service<
  Attachments,
  {
    /** The files of an application, by id. */
    readonly page: (
      view: View,
      applicationId: ApplicationId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<Attachment>, NotFound | StoreError>
    readonly get: (
      view: View,
      applicationId: ApplicationId,
      id: AttachmentId
    ) => Effect.Effect<Attachment, NotFound | StoreError>
    /** Judges a file before its first byte: who sends it, the state of the application, and the quotas. */
    readonly judge: (
      view: View,
      applicationId: ApplicationId,
      file: Commands.OfferedFile
    ) => Effect.Effect<void, UploadError>
    /** Receives the bytes of a file into a private place, which goes with the scope. */
    readonly receive: FileStorage["Service"]["receive"]
    /** Begins the row of a file and keeps its bytes. */
    readonly keep: (
      view: View,
      applicationId: ApplicationId,
      file: ReceivedFile
    ) => Effect.Effect<AttachmentId, StoreError>
    /** Adds a kept file to its application, in the write under way. */
    readonly add: (
      view: View,
      applicationId: ApplicationId,
      file: KeptFile
    ) => Effect.Effect<Attachment, UploadError, CurrentWrite>
    /** Gives a kept file up whose write has failed, or was answered before. A sweep removes its bytes. */
    readonly giveUp: (view: View, applicationId: ApplicationId, id: AttachmentId) => Effect.Effect<void>
    readonly remove: (
      view: View,
      applicationId: ApplicationId,
      id: AttachmentId
    ) => Effect.Effect<void, Conflict | Forbidden | NotFound | StoreError, CurrentWrite>
    /** The bytes of a file or of a part of it. */
    readonly read: (
      view: View,
      attachment: Attachment,
      range: ByteRange | undefined
    ) => Effect.Effect<Stream.Stream<Uint8Array, StoreError>, Conflict | Unavailable | StoreError>
    /** Removes the bytes of removed files and of uploads that never ended. */
    readonly sweep: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/Attachments") {
  static readonly layer = Layer.effect(
    Attachments,
    Effect.gen(function* () {
      const applications = yield* ApplicationStore
      const store = yield* AttachmentStore
      const storage = yield* FileStorage
      const together = yield* Together
      const inOne = yield* Transaction
      const storedBytesMax = yield* FilesBytesMax
      const scan_status = (yield* HasScanner) ? "PENDING" : "NOT_SCANNED"

      /** An application to which the view may add files. */
      const own = (view: View, found: Effect.Effect<Option.Option<StoredApplication>, StoreError>) =>
        Effect.flatMap(visible(view, found), (stored) =>
          partyOf(view, stored) === "employer" ? Effect.fail(othersSend) : Effect.succeed(stored)
        )

      const keyOf = ({ organizationId }: View, applicationId: ApplicationId, id: AttachmentId): AttachmentKey => ({
        organizationId,
        applicationId,
        id
      })

      /** The facts by which a file of an application is judged. `found` reads or locks the application. */
      const factsOf = (
        view: View,
        applicationId: ApplicationId,
        found: Effect.Effect<Option.Option<StoredApplication>, StoreError>
      ) =>
        Effect.map(
          together(
            own(view, found),
            together(store.ofApplication(view.organizationId, applicationId), store.storedBytes(view.organizationId))
          ),
          ([stored, [attachments, storedBytes]]) => ({ stored, attachments, storedBytes, storedBytesMax })
        )

      /** All bytes of the day of a client; none without one. */
      const ofDay = (
        { clientId }: View,
        bytesOfDay: (clientId: ClientId, dayAtMs: number) => Effect.Effect<number, StoreError>
      ) =>
        clientId === undefined
          ? Effect.succeed(0)
          : Effect.flatMap(Clock.currentTimeMillis, (nowMs) => bytesOfDay(clientId, dayStartMs(nowMs)))

      /** Refuses bytes beyond the quota of a client's day. */
      const checkDay = (bytes: number) =>
        bytes > attachmentBytesPerDay
          ? Effect.flatMap(Clock.currentTimeMillis, (nowMs) => Effect.fail(quotaReached(attachmentBytesPerDay, nowMs)))
          : Effect.void

      const get = Effect.fnUntraced(function* (view: View, applicationId: ApplicationId, id: AttachmentId) {
        const [, found] = yield* together(
          visible(view, applications.find(view.organizationId, applicationId)),
          orNotFound("attachment")(store.find(keyOf(view, applicationId, id)))
        )
        return found
      })

      const sweepOnce = Effect.gen(function* () {
        const keys = yield* store.unsettled((yield* Clock.currentTimeMillis) - uploadLeftAfterMs)
        yield* Effect.forEach(
          keys,
          (key) => Effect.andThen(storage.remove(fileKeyOf(key.organizationId, key.id)), inOne(store.forget(key))),
          { discard: true }
        )
        return keys.length
      })

      return Attachments.of({
        page: Effect.fnUntraced(function* (view, applicationId, { after, limit }) {
          const [, all] = yield* together(
            visible(view, applications.find(view.organizationId, applicationId)),
            store.ofApplication(view.organizationId, applicationId)
          )
          const rows = all
            .filter(({ id }) => after === undefined || id > after)
            .slice(0, limit + 1)
            .map((row) => ({ position: row.id, row }))
          return { rows, lookedTo: undefined }
        }),
        get,
        judge: Effect.fnUntraced(function* (view, applicationId, file) {
          const [facts, bytes] = yield* together(
            factsOf(view, applicationId, applications.find(view.organizationId, applicationId)),
            ofDay(view, (clientId, dayAtMs) =>
              Effect.map(store.sentBytes(clientId, dayAtMs), (sent) => sent + file.size_bytes)
            )
          )
          const refusal = Commands.refusedFile(file, facts)
          if (refusal !== undefined) return yield* refusal
          yield* checkDay(bytes)
          if ((yield* storage.roomBytes) < attachmentBytesMax) return yield* noRoom
        }),
        receive: storage.receive,
        keep: Effect.fnUntraced(function* (view, applicationId, file) {
          const id = AttachmentId.make(yield* makeId("att_"))
          yield* inOne(store.begin(keyOf(view, applicationId, id), yield* Clock.currentTimeMillis))
          yield* file.keepAs(fileKeyOf(view.organizationId, id))
          return id
        }),
        add: Effect.fnUntraced(function* (view, applicationId, { fileName, id, mediaType, sha256, sizeBytes, type }) {
          const { organizationId } = view
          const facts = yield* factsOf(view, applicationId, applications.lock(organizationId, applicationId))
          const nowMs = yield* Clock.currentTimeMillis
          const attachment: Attachment = {
            id,
            type,
            file_name: fileName,
            media_type: mediaType,
            size_bytes: sizeBytes,
            sha256,
            scan_status,
            created_at: timestampFromMillis(nowMs)
          }
          const { entries, next } = yield* Effect.fromResult(Commands.addAttachment(organizationId, attachment, facts))
          yield* checkDay(yield* ofDay(view, (clientId, dayAtMs) => store.countBytes(clientId, dayAtMs, sizeBytes)))
          yield* Effect.forEach(next.removed, (one) => store.remove(keyOf(view, applicationId, one.id), nowMs), {
            discard: true
          })
          if (!(yield* store.settle(keyOf(view, applicationId, id), attachment, nowMs))) return yield* swept
          yield* record(entries)
          return attachment
        }),
        giveUp: (view, applicationId, id) =>
          Effect.ignore(
            Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
              inOne(store.abandon(keyOf(view, applicationId, id), nowMs))
            )
          ),
        remove: Effect.fnUntraced(function* (view, applicationId, id) {
          const { organizationId } = view
          const key = keyOf(view, applicationId, id)
          const [stored, attachment] = yield* together(
            own(view, applications.lock(organizationId, applicationId)),
            orNotFound("attachment")(store.find(key))
          )
          const { entries } = yield* Effect.fromResult(Commands.removeAttachment(organizationId, attachment, stored))
          yield* store.remove(key, yield* Clock.currentTimeMillis)
          yield* record(entries)
        }),
        read: Effect.fnUntraced(function* ({ organizationId }, attachment, range) {
          const refusal = unreadable(attachment)
          if (refusal !== undefined) return yield* refusal
          const bytesCount = range === undefined ? attachment.size_bytes : range.last - range.first + 1
          return yield* Effect.flatMap(
            storage.read(fileKeyOf(organizationId, attachment.id), range),
            Option.match({
              onNone: () => Effect.fail(lostBytes),
              onSome: (content) => Effect.succeed(wholeContent(content, bytesCount))
            })
          )
        }),
        sweep: Effect.gen(function* () {
          while ((yield* sweepOnce) === attachmentsPerSweep) yield* Effect.yieldNow
          yield* storage.sweep
        })
      })
    })
  )
}
