/**
 * The budget of one answer: as many whole items as its text copy holds. A cut item is marked.
 *
 * Clients cut or refuse answers beyond some 25,000 tokens. Fewer whole items and a cursor are worth more than a cut text.
 */

/** Characters of the text copy of a result: about 6,000 tokens. The structured copy is as large again. */
export const textCharactersMax = 24_000

export interface BudgetRequest<Item, Output> {
  readonly items: ReadonlyArray<Item>
  /** The answer that shows these items; `taken` of all were taken, so a cursor goes with fewer than all. */
  readonly render: (shown: ReadonlyArray<Item>, taken: number) => Output
  /** Cuts an item that is larger than an answer to about `charactersMax` characters and marks it as cut. */
  readonly shorten: (item: Item, charactersMax: number) => Item
  readonly charactersMax?: number
}

export interface Budgeted<Output> {
  readonly output: Output
  /** The number of items in the answer. At least one, if there are any, so that each page makes progress. */
  readonly taken: number
}

const sizeOf = (output: unknown): number => JSON.stringify(output).length

/** The answer with as many whole items as fit. */
export const fit = <Item, Output>(request: BudgetRequest<Item, Output>): Budgeted<Output> => {
  const { items, render, shorten } = request
  const charactersMax = request.charactersMax ?? textCharactersMax
  const take = (taken: number): Budgeted<Output> => ({ output: render(items.slice(0, taken), taken), taken })
  const fits = ({ output }: Budgeted<Output>): boolean => sizeOf(output) <= charactersMax

  const all = take(items.length)
  if (items.length === 0 || fits(all)) return all

  // Below all of them the size grows with the number, so the largest number that fits is found by halving.
  let [low, high] = [0, items.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(take(middle))) low = middle
    else high = middle - 1
  }
  return low > 0 ? take(low) : shortenFirst(items, charactersMax, render, shorten)
}

const shortenFirst = <Item, Output>(
  items: ReadonlyArray<Item>,
  charactersMax: number,
  render: BudgetRequest<Item, Output>["render"],
  shorten: BudgetRequest<Item, Output>["shorten"]
): Budgeted<Output> => {
  const first = items.slice(0, 1)
  // A character of the item may take several in JSON, so what is left to it is halved until the answer fits.
  for (let left = charactersMax - sizeOf(render([], 1)); left >= 1; left = Math.floor(left / 2)) {
    const output = render(
      first.map((item) => shorten(item, left)),
      1
    )
    if (sizeOf(output) <= charactersMax) return { output, taken: 1 }
  }
  return {
    output: render(
      first.map((item) => shorten(item, 0)),
      1
    ),
    taken: 1
  }
}
