/**
 * Medians and quartiles: a shared machine makes means worthless.
 */

/** The summary of a number of rounds. Half of them lie between `q1` and `q3`. */
export interface Summary {
  readonly median: number
  readonly q1: number
  readonly q3: number
}

const rounded = (value: number): number => Number(value.toPrecision(3))

export const summarize = (values: ReadonlyArray<number>): Summary => {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number): number => {
    const place = share * (sorted.length - 1)
    const [low = Number.NaN, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
    return low + (high - low) * (place - Math.floor(place))
  }
  return { median: rounded(at(0.5)), q1: rounded(at(0.25)), q3: rounded(at(0.75)) }
}

/** The summary of the rounds of each operation. */
export const summarizeEach = (roundsOf: ReadonlyMap<string, ReadonlyArray<number>>): Record<string, Summary> =>
  Object.fromEntries([...roundsOf].map(([name, rounds]) => [name, summarize(rounds)]))

/** As text, `median [q1 to q3]`. */
export const show = ({ median, q1, q3 }: Summary): string => `${median.toFixed(2)} [${q1.toFixed(2)}-${q3.toFixed(2)}]`

/** A line for each operation, as {@link show} formats it. */
export const showEach = (summaries: Readonly<Record<string, Summary>>): string =>
  Object.entries(summaries)
    .map(([name, summary]) => `\n${name}: ${show(summary)}\n`)
    .join("")
