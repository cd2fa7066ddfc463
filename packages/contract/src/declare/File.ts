/**
 * Declares endpoints whose body is a file (recruiting, Attachments): {@link upload} takes one, {@link download} answers with one.
 */
import { attachmentFormats } from "@partner-api/domain/AttachmentFormat"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { FileBody, IdempotentWrite } from "../Middleware.ts"
import { ifNoneMatchHeader, writeHeadersOf } from "../RequestHeaders.ts"
import { Conflict, NotFound, RangeNotSatisfiable } from "../WireErrors.ts"
import { type Declaration, metadataOf, type PathParameters } from "./Declaration.ts"

/** Takes a file, which belongs to the resource that the path names, under an `Idempotency-Key`. `headers` describe the file. */
export const upload = <
  const Name extends string,
  const Path extends `/${string}`,
  Params extends PathParameters,
  Headers extends PathParameters,
  Success extends Schema.Top
>(
  name: Name,
  path: Path,
  {
    headers,
    params,
    success,
    ...declaration
  }: Declaration & { readonly params: Params; readonly headers: Headers; readonly success: Success }
) =>
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    params,
    headers: { ...writeHeadersOf(declaration.access), ...headers },
    success,
    error: [NotFound, Conflict]
  })
    .middleware(IdempotentWrite)
    .middleware(FileBody)
    .annotateMerge(metadataOf({ ...declaration, file: "request" }, { paginated: false, retry: "idempotency-key" }))

/** The media type under which the document shows a file whose type its record has. */
const anyFile = "application/octet-stream"

/** Answers with the bytes of a file, or of a part of it. */
export const download = <const Name extends string, const Path extends `/${string}`, Params extends PathParameters>(
  name: Name,
  path: Path,
  { params, ...declaration }: Declaration & { readonly params: Params }
) =>
  HttpApiEndpoint.get(name, path, {
    disableCodecs: true,
    params,
    headers: {
      ...ifNoneMatchHeader,
      range: Schema.optionalKey(
        Schema.String.annotate({
          description: "One range of bytes; the answer is 206 then",
          examples: ["bytes=0-1023"]
        })
      )
    },
    success: HttpApiSchema.asUint8Array({ contentType: anyFile })(
      Schema.Uint8Array.annotate({
        description: `The bytes, with the media type of the file: ${attachmentFormats.map(({ mediaType }) => mediaType).join(", ")}`
      })
    ),
    error: [NotFound, Conflict, RangeNotSatisfiable]
  }).annotateMerge(metadataOf({ ...declaration, file: "answer" }, { paginated: false, retry: "safe" }))
