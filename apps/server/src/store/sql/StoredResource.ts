/**
 * A resource as a store has it: the JSON that it is answered with.
 */
import * as Schema from "effect/Schema"

/**
 * The resource in a stored text. Its moments were written in their normal form, so they are not normalized as those of a partner are; the rest is
 * checked as it always is.
 */
export const storedResource = <S extends Schema.Constraint>(schema: S) => Schema.fromJsonString(Schema.toType(schema))
