/**
 * The JSON Schema of a tool's arguments or results: one closed object without references.
 *
 * Some clients support no references, so definitions are written in place.
 */
import * as Schema from "effect/Schema"
import { isEmptyStruct, type PlainSchema } from "./Arguments.ts"

export interface ObjectSchema {
  readonly [member: string]: unknown
  readonly type: "object"
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: ReadonlyArray<string>
}

const isObjectSchema = Schema.is(
  Schema.StructWithRest(
    Schema.Struct({
      type: Schema.Literal("object"),
      properties: Schema.Record(Schema.String, Schema.Unknown),
      required: Schema.optionalKey(Schema.Array(Schema.String))
    }),
    [Schema.Record(Schema.String, Schema.Unknown)]
  )
)

const closed = { additionalProperties: false }

/** The JSON Schema of a struct; undefined for a schema of another kind, which is a mistake of the author. */
export const objectSchema = (schema: PlainSchema<unknown>, excess: "error" | "ignore"): ObjectSchema | undefined => {
  if (isEmptyStruct(schema)) return { type: "object", properties: {}, ...(excess === "error" ? closed : {}) }
  const document = Schema.toJsonSchemaDocument(schema, {
    onExcessProperty: excess,
    referencePolicy: () => undefined
  })
  const definitions = Object.keys(document.definitions).length === 0 ? {} : { $defs: document.definitions }
  const root = { properties: {}, ...document.schema, ...definitions }
  return isObjectSchema(root) ? root : undefined
}
