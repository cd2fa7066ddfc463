/**
 * How statements are run that only read, without parameters, by a reader that has no client of its own.
 */
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** The shape of a row. */
export type RowSchema = Schema.Top & { readonly DecodingServices: never }

/** Runs a statement without parameters, and decodes its rows. */
export type ReadRows<E> = <Row extends RowSchema>(row: Row, sql: string) => Effect.Effect<ReadonlyArray<Row["Type"]>, E>
