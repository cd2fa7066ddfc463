/**
 * Receives a body that is a file (`FileBody` of the contract): judges the request before the first byte, reads the bytes piece by piece into the storage of files,
 * and puts the kept file into the context. `RunOnce` comes after it, so that the key of a repetition is looked up with the digest of the bytes.
 *
 * Where the stages behind it fail, or answer with a stored answer, the file is given up.
 */
import { parse } from "content-disposition"
import {
  InvalidRequest,
  PayloadTooLarge,
  RequestTimeout,
  UnsupportedMediaType
} from "@partner-api/contract/ProtocolErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import {
  attachmentBytesMax,
  AttachmentType,
  uploadBytesPerSecondMin,
  uploadGraceMs,
  uploadTimeoutMs
} from "@partner-api/domain/Attachment"
import { formatOf, headProblem } from "@partner-api/domain/AttachmentFormat"
import { readFileName } from "@partner-api/domain/AttachmentName"
import { ApplicationId } from "@partner-api/domain/Ids"
import type { Problem } from "@partner-api/domain/Problem"
import { refusedToken } from "@partner-api/domain/Token"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { FilePlaces } from "../../services/access/FilePlaces.ts"
import { Attachments } from "../../services/Attachments.ts"
import { unprocessable } from "../ErrorResponse.ts"
import type { IncomingBody } from "../Incoming.ts"
import type { RequestContext } from "../RequestContext.ts"
import { partsOf } from "../RequestParts.ts"
import type { Stage } from "../Stage.ts"
import { encodingMistakeIn } from "./ReadBody.ts"

const tooLarge = new PayloadTooLarge({ message: `The file is larger than ${attachmentBytesMax} bytes.` })

const tooSlow = new RequestTimeout({
  message: `The file did not arrive in time: within ${uploadTimeoutMs / 1_000} s, and at ${uploadBytesPerSecondMin} bytes a second at least.`
})

const incomplete = new InvalidRequest({ message: "The body did not arrive whole." })

const noBytes: Problem = { in: "body", path: "", code: "length", message: "must have at least 1 byte" }

/** The time between two checks of the pace of an upload, in milliseconds. */
const paceCheckMs = 1_000

const decodeParams = Schema.decodeUnknownResult(Schema.Struct({ applicationId: ApplicationId }))
const decodeHeaders = Schema.decodeUnknownResult(Schema.Struct({ "attachment-type": AttachmentType }))

/** The name in a `Content-Disposition`; absent where it has none, or cannot be parsed. */
const sentNameOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : parse(header).parameters["filename"]

/** The bytes of a body within its bound; `count` gets the number of those that have arrived. */
const bounded = (body: IncomingBody, count: (bytes: number) => void) => {
  let arrived = 0
  return body.stream.pipe(
    Stream.mapError(() => incomplete),
    Stream.mapEffect((piece) => {
      arrived += piece.byteLength
      count(arrived)
      return arrived > attachmentBytesMax ? Effect.fail(tooLarge) : Effect.succeed(piece)
    })
  )
}

/** Fails once an upload takes too long, or is too slow. `arrived` returns the number of bytes. */
const watchPace = (arrived: () => number) =>
  Effect.flatMap(Clock.currentTimeMillis, (beganMs) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      const elapsedMs = nowMs - beganMs
      const isSlow = elapsedMs > uploadGraceMs && arrived() < (elapsedMs / 1_000) * uploadBytesPerSecondMin
      return isSlow || elapsedMs >= uploadTimeoutMs ? Effect.fail(tooSlow) : Effect.void
    }).pipe(Effect.repeat(Schedule.spaced(Duration.millis(paceCheckMs))), Effect.andThen(Effect.never))
  )

/** The parts of a request that describe its file. */
const descriptionIn = (entry: EndpointEntry, { incoming, params }: RequestContext) =>
  Result.gen(function* () {
    const parts = partsOf(entry)
    // The schemas of the endpoint report every mistake; those of this stage give the types.
    if (parts.params !== undefined) yield* parts.params(params)
    if (parts.headers !== undefined) yield* parts.headers(incoming.headers)
    const wrong = () => unprocessable([])
    const { applicationId } = yield* Result.mapError(decodeParams(params), wrong)
    const { "attachment-type": type } = yield* Result.mapError(decodeHeaders(incoming.headers), wrong)
    const refused = (problem: Problem) => unprocessable([problem])
    const fileName = yield* Result.mapError(readFileName(sentNameOf(incoming.headers["content-disposition"])), refused)
    const format = formatOf(incoming.headers["content-type"], fileName)
    if ("code" in format) return yield* Result.fail(refused(format))
    return { applicationId, type, fileName, format }
  })

export const stage = Effect.gen(function* () {
  const attachments = yield* Attachments
  const places = yield* FilePlaces

  return ((next, entry) => {
    if (entry.metadata.file !== "request") return next
    return (context) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { view } = context
          if (view?.clientId === undefined) return yield* refusedToken
          const { body, headers } = context.incoming
          const { applicationId, fileName, format, type } = yield* Effect.fromResult(descriptionIn(entry, context))
          const compressed = encodingMistakeIn(headers)
          if (compressed !== undefined) return yield* new UnsupportedMediaType({ message: compressed })
          const announced = Number(headers["content-length"] ?? 0)
          if (announced > attachmentBytesMax) return yield* tooLarge
          yield* places.upload(view.clientId)
          yield* attachments.judge(view, applicationId, { type, size_bytes: announced })

          let arrived = 0
          const content = bounded(body, (bytes) => {
            arrived = bytes
            context.usage.work.fileBytes = bytes
          })
          const file = yield* Effect.raceFirst(
            attachments.receive(content),
            watchPace(() => arrived)
          )
          context.bodyReadAtMs = performance.now()
          const { head, sha256, sizeBytes } = file
          const problem = sizeBytes === 0 ? noBytes : headProblem(format, head)
          if (problem !== undefined) return yield* unprocessable([problem])

          const { mediaType } = format
          const id = yield* attachments.keep(view, applicationId, file)
          context.file = { id, type, fileName, mediaType, sizeBytes, sha256 }
          context.body = { sha256, type, file_name: fileName, media_type: mediaType }
          return yield* Effect.onExit(next(context), (exit) =>
            Exit.isSuccess(exit) && !context.isReplay ? Effect.void : attachments.giveUp(view, applicationId, id)
          )
        })
      )
  }) satisfies Stage
})
