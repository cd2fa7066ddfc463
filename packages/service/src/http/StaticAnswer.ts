/**
 * Answers that stay as they are while the service runs: made once, named by a tag, and asked about again before a copy is used, because the
 * next version of the service answers something else.
 *
 * The tag is weak: it names the same content whether or not it is compressed on the way.
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
