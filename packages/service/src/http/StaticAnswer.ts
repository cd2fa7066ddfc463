/**
 * Answers that do not change while the service runs. They are made once and have an ETag; a cache revalidates its copy before each use, because the next
 * version of the service has other ones.
 *
 * The tag is weak, because the compressed and the uncompressed answer have the same one.
 */
import { mayBeCompressed } from "@partner-api/contract/Encoding"
import type { Incoming } from "./Incoming.ts"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { tagOf } from "../crypto/Secrets.ts"
import { knowsTag } from "./EntityTag.ts"

/** Makes an answer of these bytes. */
export const staticAnswer = (
  bytes: Uint8Array,
  contentType: string,
  more: Readonly<Record<string, string>> = {}
): ((request: Pick<Incoming, "headers" | "method">) => HttpServerResponse.HttpServerResponse) => {
  const etag = `W/${tagOf(bytes)}`
  const headers = { ...more, etag, "cache-control": "no-cache", ...mayBeCompressed }
  const whole = HttpServerResponse.uint8Array(bytes, { contentType, headers })
  const notModified = HttpServerResponse.empty({ status: 304, headers })
  return (request) => (knowsTag(request, etag) ? notModified : whole)
}
