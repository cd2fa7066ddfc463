/**
 * Asks whether a part of a request is what its schema says, before the router decodes it. What is wrong with another one, the decoder
 * says.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

/** Whether an input fits a schema; everything does, where there is none. Ends at the first mistake. */
export const fits = (
  schema: Schema.Constraint | undefined,
  options: SchemaAST.ParseOptions | undefined
): ((input: unknown) => boolean) => {
  if (schema === undefined) return () => true
  // The schemas of requests need nothing from outside, which reflection cannot say.
  const decode = Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(schema.ast), {
    ...options,
    errors: "first"
  })
  return (input) => Result.isSuccess(decode(input))
}
