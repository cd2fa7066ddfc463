/**
 * Files of applications (extension; recruiting, Attachments).
 */
import {
  Attachment,
  attachmentBytesMax,
  attachmentBytesPerDay,
  AttachmentId,
  attachmentsMax,
  AttachmentType,
  uploadsOfClientMax
} from "@partner-api/domain/Attachment"
import { ApplicationId } from "@partner-api/domain/Ids"
import { mebibyte } from "@partner-api/domain/StorageQuota"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { scoped } from "./declare/Declaration.ts"
import { download, upload } from "./declare/File.ts"
import { listWithin } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { createdAt, remove } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const extension = "applications.attachments"
const readers = { access: scoped("applications:read"), extension }
const writers = { access: scoped("applications:write"), extension }
const params = { applicationId: ApplicationId }
const ofOne = { ...params, attachmentId: AttachmentId }

export class Attachments extends HttpApiGroup.make("attachments")
  .add(
    listWithin("list", "/v1/applications/:applicationId/attachments", {
      title: "List attachments",
      description: `The files of an application, ordered by id: at most ${attachmentsMax}.`,
      ...readers,
      params,
      items: Attachment
    }),
    upload("create", "/v1/applications/:applicationId/attachments", {
      title: "Add a file",
      description: `Adds a file, whose bytes are the body, to an application in UNCONFIRMED or in work. A RESUME replaces the one before until the employer has sorted the application. At most ${attachmentBytesMax / mebibyte} MiB, ${uploadsOfClientMax} uploads of a client at once, and ${attachmentBytesPerDay / mebibyte} MiB of a client in a day. Media type, extension of the name and first bytes must agree.`,
      ...writers,
      params,
      headers: {
        "attachment-type": AttachmentType.annotate({ description: "The purpose of the file", examples: ["RESUME"] }),
        "content-disposition": Schema.String.annotate({
          description: "The name of the file (RFC 6266); other characters than ASCII by `filename*`",
          examples: ["attachment; filename=cv.txt"]
        })
      },
      success: createdAt(Attachment, "The address of the new attachment")
    }),
    read("get", "/v1/applications/:applicationId/attachments/:attachmentId", {
      title: "Get an attachment",
      description: "One file of an application, without its bytes.",
      ...readers,
      params: ofOne,
      success: Attachment
    }),
    remove("remove", "/v1/applications/:applicationId/attachments/:attachmentId", {
      title: "Delete an attachment",
      description: "Removes a file for good, in UNCONFIRMED and AWAITING_SORT.",
      ...writers,
      mayConflict: true,
      params: ofOne
    }),
    download("download", "/v1/applications/:applicationId/attachments/:attachmentId/content", {
      title: "Get the bytes of an attachment",
      description: "The bytes of a file, or one range of them. The ETag is the SHA-256 of the file.",
      ...readers,
      params: ofOne
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Attachments", description: "Files of applications, such as a CV" })) {}
