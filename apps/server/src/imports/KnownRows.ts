/**
 * Records by the names that files have for them and by their identifiers, as far as they are known: what is stored, and over it what the
 * lines so far made of that. Knows no store.
 */

/** Finds records. */
export interface KnownRows<Row> {
  readonly named: (name: string) => Row | undefined
  readonly withId: (id: string) => Row | undefined
}

/** An empty collection, to which rows are added. */
export const makeKnownRows = <Row extends { readonly id: string }>() => {
  const names = new Map<string, Row>()
  const ids = new Map<string, Row>()
  return {
    named: (name: string): Row | undefined => names.get(name),
    withId: (id: string): Row | undefined => ids.get(id),
    /** Adds a row, or puts it in the place of the one with its name. */
    put: (name: string, row: Row): void => {
      names.set(name, row)
      ids.set(row.id, row)
    }
  }
}

/** The rows of a store, by name. */
export const knownRowsOf = <Row extends { readonly id: string }>(
  rows: Iterable<readonly [name: string, row: Row]>
): KnownRows<Row> => {
  const known = makeKnownRows<Row>()
  for (const [name, row] of rows) known.put(name, row)
  return known
}

/** Finds a record in `upper`, and in `lower` where it is not there. */
export const layered = <Row>(upper: KnownRows<Row>, lower: KnownRows<Row>): KnownRows<Row> => ({
  named: (name) => upper.named(name) ?? lower.named(name),
  withId: (id) => upper.withId(id) ?? lower.withId(id)
})
