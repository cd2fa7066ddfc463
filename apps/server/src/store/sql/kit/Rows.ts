/**
 * Decodes the rows of a statement that is built for each run. The decoder of a schema is made once, beside the schema: one that was made for each run
 * would be compiled for each run, which costs more than most statements.
 *
 * Runs no statement: `SqlSchema` of Effect does both where the whole query is made once.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Rows as the driver returns them. */
type FoundRows<E, R> = Effect.Effect<ReadonlyArray<unknown>, E, R>

/** Decodes all rows of a statement. */
export const allRows = <Row>(row: Schema.Codec<Row, unknown>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return <E, R>(found: FoundRows<E, R>) => Effect.flatMap(found, decode)
}

/** Decodes the first row of a statement; none where there is none. */
export const firstRow = <Row>(row: Schema.Codec<Row, unknown>) => {
  const decode = Schema.decodeUnknownEffect(row)
  return <E, R>(found: FoundRows<E, R>) =>
    Effect.flatMap(found, (rows) => (rows.length === 0 ? Effect.succeedNone : Effect.asSome(decode(rows[0]))))
}

/** Decodes the only row of a statement that always has one, such as a count. */
export const onlyRow = <Row>(row: Schema.Codec<Row, unknown>) => {
  const decode = Schema.decodeUnknownEffect(row)
  return <E, R>(found: FoundRows<E, R>) => Effect.flatMap(found, (rows) => decode(rows[0]))
}
