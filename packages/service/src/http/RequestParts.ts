/**
 * The parts of a request as their endpoint declares them: parameters of the path, headers, query, and a body in JSON.
 *
 * Builds the decoder of each part. `ReadBody` runs that of the body, `CallHandler` the others.
 */
import { type EndpointEntry, parseOptionsOf } from "@partner-api/contract/Reflection"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

/** Decodes a part of a request. Fails with every mistake that the schema finds. */
type DecodePart = (given: unknown) => Result.Result<unknown, HttpApiSchemaError>

/** A schema of the contract as a codec. It needs no services, which the types of reflection do not show. */
export const codecOf = ({ ast }: Schema.Constraint) => Schema.make<Schema.Codec<unknown>>(ast)

/**
 * Decodes by a schema. The first decoder stops at the first mistake. A decoder that reports all mistakes takes several times as long, so it decodes only the
 * parts that the first one refuses.
 */
const decoderOf = (
  kind: HttpApiSchemaError["kind"],
  schema: Schema.Constraint | undefined,
  options: SchemaAST.ParseOptions | undefined
): DecodePart | undefined => {
  if (schema === undefined) return undefined
  const decode = Schema.decodeUnknownResult(codecOf(schema), { ...options, errors: "first" })
  const explain = Schema.decodeUnknownResult(codecOf(schema), options)
  return (given) => {
    const decoded = decode(given)
    return Result.mapError(
      Result.isSuccess(decoded) ? decoded : explain(given),
      (cause) => new HttpApiSchemaError({ kind, cause })
    )
  }
}

/** The decoder of a JSON body. A handler decodes a body of another media type itself. */
export const payloadOf = (entry: EndpointEntry): DecodePart | undefined =>
  decoderOf("Payload", entry.payload.get("application/json")?.schemas[0], parseOptionsOf(entry).payload)

/** The decoders of the parts beside the body that an endpoint declares. */
export const partsOf = (entry: EndpointEntry) => {
  const { headers, params, query } = entry
  const options = parseOptionsOf(entry)
  return {
    params: decoderOf("Params", params, options.params),
    headers: decoderOf("Headers", headers, options.headers),
    query: decoderOf("Query", query === undefined ? undefined : Schema.toCodecArrayFromSingle(query), options.query)
  }
}
