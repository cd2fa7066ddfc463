/**
 * Rows in the order of their keys, immutable: a change makes another table. Strings are compared by code points, as databases compare
 * them; JavaScript would compare halves of surrogate pairs.
 *
 * Rows may also be made by a function of their number, whose keys ascend: a million of them take no memory. They stay as they are.
 */

/** Rows by their numbers, in the order of their keys. */
export interface RowSource<Row> {
  readonly count: number
  readonly item: (index: number) => Row | undefined
}

/** The rank of a code unit in a sort: the halves of surrogate pairs above every other, as their code points do. */
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** Compares two strings by code points: negative when `left` comes first. */
export const compareCodePoints = (left: string, right: string): number => {
  const shared = Math.min(left.length, right.length)
  for (let index = 0; index < shared; index++) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

export interface Table<Row> {
  /** The key of a row. */
  readonly keyOf: (row: Row) => string
  readonly find: (key: string) => Row | undefined
  /** At most `count` rows whose keys come after `key`, in order. */
  readonly after: (key: string, count: number) => ReadonlyArray<Row>
  /** A table with this row, in the place of the one with its key if there is one. */
  readonly put: (row: Row) => Table<Row>
  /** A table without the rows that meet a condition. */
  readonly without: (condition: (row: Row) => boolean) => Table<Row>
  /** All rows in order, but for those of a function. */
  readonly rows: ReadonlyArray<Row>
}

/** The number of rows whose keys do not come after `key`. */
const placeAfter = <Row>({ count, item }: RowSource<Row>, keyOf: (row: Row) => string, key: string): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = item(middle)
    if (row !== undefined && compareCodePoints(keyOf(row), key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

const sourceOf = <Row>(rows: ReadonlyArray<Row>): RowSource<Row> => ({
  count: rows.length,
  item: (index) => rows[index]
})

const noRows: RowSource<never> = { count: 0, item: () => undefined }

const over = <Row>(keyOf: (row: Row) => string, rows: ReadonlyArray<Row>, made: RowSource<Row>): Table<Row> => {
  const own = sourceOf(rows)
  const findIn = (source: RowSource<Row>, key: string): Row | undefined => {
    const row = source.item(placeAfter(source, keyOf, key) - 1)
    return row !== undefined && keyOf(row) === key ? row : undefined
  }
  const takeAfter = (source: RowSource<Row>, key: string, count: number): Array<Row> => {
    const start = placeAfter(source, keyOf, key)
    return Array.from({ length: Math.max(0, Math.min(count, source.count - start)) }, (_, index) => {
      const row = source.item(start + index)
      return row === undefined ? [] : [row]
    }).flat()
  }
  return {
    keyOf,
    rows,
    find: (key) => findIn(own, key) ?? findIn(made, key),
    after: (key, count) => {
      const found = takeAfter(own, key, count)
      if (made.count === 0) return found
      const others = takeAfter(made, key, count).filter((row) => findIn(own, keyOf(row)) === undefined)
      return [...found, ...others]
        .toSorted((left, right) => compareCodePoints(keyOf(left), keyOf(right)))
        .slice(0, count)
    },
    put: (row) => {
      const place = placeAfter(own, keyOf, keyOf(row))
      const isThere = findIn(own, keyOf(row)) !== undefined
      return over(keyOf, rows.toSpliced(isThere ? place - 1 : place, isThere ? 1 : 0, row), made)
    },
    without: (condition) =>
      over(
        keyOf,
        rows.filter((row) => !condition(row)),
        made
      )
  }
}

/** A table of `rows`, in whatever order, over those of a function. */
export const makeTable = <Row>(
  keyOf: (row: Row) => string,
  rows: ReadonlyArray<Row> = [],
  made: RowSource<Row> = noRows
): Table<Row> =>
  over(
    keyOf,
    rows.toSorted((left, right) => compareCodePoints(keyOf(left), keyOf(right))),
    made
  )
