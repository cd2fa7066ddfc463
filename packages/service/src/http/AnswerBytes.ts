/**
 * The size of an answer, before it is compressed. Reads no body.
 */
import type { HttpServerResponse } from "effect/http/HttpServerResponse"

/** The bytes of the body of an answer. Answers of the service are whole in memory; a page of the documentation may be a stream, which counts as none. */
export const answerBytesOf = ({ body }: HttpServerResponse): number =>
  body._tag === "Uint8Array" ? body.contentLength : 0
