/**
 * Declares endpoints that answer with records, one JSON text a line (NDJSON): as many as there are, so that neither side holds all of them.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { JsonBody } from "../Middleware.ts"
import { type Declaration, metadataOf } from "./Declaration.ts"

/** The media type of records in lines. */
export const linesType = "application/x-ndjson"

/** Answers a JSON body with records, and changes nothing. Each line is a `line`. */
export const lines = <const Name extends string, const Path extends `/${string}`, Payload extends Schema.Top>(
  name: Name,
  path: Path,
  { line, payload, ...declaration }: Declaration & { readonly payload: Payload; readonly line: Schema.Top }
) =>
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    payload,
    success: HttpApiSchema.asText({ contentType: linesType })(
      Schema.String.annotate({ description: `Each line is a \`${SchemaAST.resolveIdentifier(line.ast) ?? "record"}\`` })
    )
  })
    .middleware(JsonBody)
    .annotateMerge(metadataOf({ ...declaration, line }, { paginated: false, retry: "safe" }))
