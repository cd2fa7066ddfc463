/**
 * Values as JSON text, which stores keep and answers have, byte for byte.
 */
import * as Schema from "effect/Schema"

/**
 * Writes values of a schema as JSON text. `Schema.fromJsonString` writes the same text; its encoder runs a fiber for each value, which takes longer than
 * the text of a small one. A value that does not fit its schema is a defect.
 */
export const jsonTextOf = <S extends Schema.ConstraintEncoder<unknown>>(schema: S): ((value: S["Type"]) => string) => {
  const encode = Schema.encodeSync(schema)
  return (value) => JSON.stringify(encode(value))
}
