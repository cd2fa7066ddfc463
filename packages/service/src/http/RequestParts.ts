/**
 * The parts of a request as their endpoint declares them: parameters of the path, headers, query, and a body in JSON.
 *
 * Decodes what it is given. Where a part comes from is for others to know.
 */
import { type EndpointEntry, parseOptionsOf } from "@partner-api/contract/Reflection"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type { RequestContext } from "./RequestContext.ts"

/** Decodes a part of a request, or says what is wrong with it. */
type DecodePart = (given: unknown) => Result.Result<unknown, HttpApiSchemaError>

/** A codec of the contract needs nothing from outside, which reflection cannot say. */
export const codecOf = ({ ast }: Schema.Constraint) => Schema.make<Schema.Codec<unknown>>(ast)

/**
 * Decodes by a schema, and tells every mistake where the options ask for that. The compiled decoder ends at the first one; the decoder that goes
 * on takes several times as long, so it reads only what the other one has refused.
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

const payloadOf = (entry: EndpointEntry): DecodePart | undefined =>
  // A body of another type is read by its handler.
  decoderOf("Payload", entry.payload.get("application/json")?.schemas[0], parseOptionsOf(entry).payload)

/** The decoders of the parts that an endpoint declares. */
export const partsOf = (entry: EndpointEntry) => {
  const { headers, params, query } = entry
  const options = parseOptionsOf(entry)
  return {
    params: decoderOf("Params", params, options.params),
    headers: decoderOf("Headers", headers, options.headers),
    query: decoderOf("Query", query === undefined ? undefined : Schema.toCodecArrayFromSingle(query), options.query),
    payload: payloadOf(entry)
  }
}

/** Decodes the body of a request, once: two stages need it. Absent where an endpoint takes none. */
export const bodyOf = (entry: EndpointEntry) => {
  const decode = payloadOf(entry)
  return decode === undefined ? undefined : (context: RequestContext) => (context.payload ??= decode(context.body))
}
