/**
 * Decodes the rows of a statement that is built for each run, or of a named one. The decoder of a schema is made once, beside the schema: one that was made for each run
 * would be compiled for each run, which costs more than most statements.
 *
 * A decoder is done at once, so what follows it is no step of its own (`mapEager`).
 *
 * Runs no statement: `SqlSchema` of Effect does both where the whole query is made once.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
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
    Effect.flatMap(found, (rows) =>
      rows.length === 0 ? Effect.succeedNone : Effect.mapEager(decode(rows[0]), Option.some)
    )
}

/** Decodes the only row of a statement that always has one, such as a count. */
export const onlyRow = <Row>(row: Schema.Codec<Row, unknown>) => {
  const decode = Schema.decodeUnknownEffect(row)
  return <E, R>(found: FoundRows<E, R>) => Effect.flatMap(found, (rows) => decode(rows[0]))
}

// Rows of a named statement, which are arrays: the schema has a field for each column, in their order.

/** A schema of rows by the names of their columns. */
type NamedColumns<Row> = Schema.Codec<Row, unknown> & { readonly fields: Schema.Struct.Fields }

/** The columns of a named statement, as it selects them. */
export const columnsOf = ({ fields }: { readonly fields: Schema.Struct.Fields }): string =>
  Object.keys(fields).join(", ")

/** Gives the columns of a row their names. */
const nameColumns = ({ fields }: { readonly fields: Schema.Struct.Fields }) => {
  const names = Object.keys(fields)
  return (row: ReadonlyArray<unknown>) => Object.fromEntries(names.map((name, index) => [name, row[index]]))
}

/** The rows of a named statement, as it returns them. */
type NamedRows<E, R> = Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, E, R>

/** As {@link firstRow}, for a named statement. */
export const firstNamedRow = <Row>(row: NamedColumns<Row>) => {
  const first = firstRow(row)
  const toNamed = nameColumns(row)
  return <E, R>(found: NamedRows<E, R>) => first(Effect.map(found, (rows) => rows.slice(0, 1).map(toNamed)))
}

/** As {@link allRows}, for a named statement. */
export const allNamedRows = <Row>(row: NamedColumns<Row>) => {
  const all = allRows(row)
  const toNamed = nameColumns(row)
  return <E, R>(found: NamedRows<E, R>) => all(Effect.map(found, (rows) => rows.map(toNamed)))
}
