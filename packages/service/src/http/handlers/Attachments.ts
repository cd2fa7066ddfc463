/**
 * Handlers of the attachments group. The stage `ReceiveFile` has kept the file of an upload; a download is a stream, which the listener sends.
 */
import { create } from "content-disposition"
import { PartnerApi } from "@partner-api/contract/Api"
import { Attachments as AttachmentsGroup } from "@partner-api/contract/Attachments"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import type { Attachment } from "@partner-api/domain/Attachment"
import { noFilters } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { FilePlaces, streamInPlace } from "../../services/access/FilePlaces.ts"
import { Attachments, type ByteRange } from "../../services/Attachments.ts"
import { Lists } from "../../services/Lists.ts"
import { readRange } from "../ByteRanges.ts"
import { knowsTag } from "../EntityTag.ts"
import { serviceFailed } from "../ErrorResponse.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerFound } from "./ListAnswer.ts"

/** A browser that shows a file runs nothing of it. */
const sandboxed = "sandbox; default-src 'none'"

const headersOf = (attachment: Attachment, range: ByteRange | undefined) => ({
  etag: `"${attachment.sha256}"`,
  "accept-ranges": "bytes",
  "content-disposition": create(attachment.file_name),
  "content-security-policy": sandboxed,
  ...(range === undefined ? {} : { "content-range": `bytes ${range.first}-${range.last}/${attachment.size_bytes}` })
})

export const layer = handlersOf(
  PartnerApi,
  "attachments",
  Effect.fnUntraced(function* (handlers) {
    const attachments = yield* Attachments
    const lists = yield* Lists
    const places = yield* FilePlaces
    const publicUrl = yield* PublicUrl

    return handlers({
      list: (request) =>
        answerFound(lists, noFilters, (view, _, page) => attachments.page(view, request.params.applicationId, page))(
          request
        ),
      create: Effect.fnUntraced(function* ({ params: { applicationId } }) {
        const { file } = yield* CurrentRequest
        if (file === undefined) return yield* serviceFailed
        const attachment = yield* attachments.add(yield* CurrentOrganization, applicationId, file)
        const { path } = AttachmentsGroup.endpoints.get
        return answerCreated(attachment, publicUrl, path, { applicationId, attachmentId: attachment.id })
      }),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) => attachments.get(view, params.applicationId, params.attachmentId)),
      remove: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          attachments.remove(view, params.applicationId, params.attachmentId)
        ),
      download: Effect.fnUntraced(function* ({ headers, params }) {
        const view = yield* CurrentOrganization
        const { incoming, usage } = yield* CurrentRequest
        const attachment = yield* attachments.get(view, params.applicationId, params.attachmentId)
        const range = yield* Effect.fromResult(readRange(headers.range, attachment.size_bytes))
        const named = headersOf(attachment, range)
        if (knowsTag(incoming, named.etag)) return HttpServerResponse.empty({ status: 304, headers: named })
        const stored = yield* attachments.read(view, attachment, range)
        const bytes = yield* streamInPlace(places.download(view.clientId), stored)
        const contentLength = range === undefined ? attachment.size_bytes : range.last - range.first + 1
        if (incoming.method !== "HEAD") usage.work.fileBytes = contentLength
        return HttpServerResponse.stream(bytes, {
          status: range === undefined ? 200 : 206,
          contentType: attachment.media_type,
          contentLength,
          headers: named
        })
      })
    })
  })
)
