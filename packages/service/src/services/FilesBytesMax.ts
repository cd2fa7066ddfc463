/**
 * The most bytes that the files of one organization may have (recruiting, Attachments).
 */
import { filesBytesMax } from "@partner-api/domain/Attachment"
import * as Context from "effect/Context"

/** The bound in bytes; the operator may set another one. */
export const FilesBytesMax = Context.Reference<number>("@partner-api/service/FilesBytesMax", {
  defaultValue: () => filesBytesMax
})
