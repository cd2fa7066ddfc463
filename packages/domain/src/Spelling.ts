/**
 * Finds the known name that is closest to a misspelt one, so that an error can name it.
 */

/** The number of letters that a misspelling changes, adds or leaves out. */
const lettersMax = 2

/**
 * The number of letters to change, add or leave out in one text to get the other (Levenshtein). Two neighbours that are swapped are two
 * letters, or `swapCost` letters.
 */
export const lettersApart = (left: string, right: string, swapCost = 2): number => {
  let [before, row] = [Array<number>(), Array.from({ length: right.length + 1 }, (_, index) => index)]
  for (let at = 1; at <= left.length; at++) {
    const next = [at]
    for (let other = 1; other <= right.length; other++) {
      const replaced = (row[other - 1] ?? 0) + (left[at - 1] === right[other - 1] ? 0 : 1)
      const isSwapped = at > 1 && other > 1 && left[at - 1] === right[other - 2] && left[at - 2] === right[other - 1]
      const swapped = isSwapped ? (before[other - 2] ?? 0) + swapCost : replaced
      next.push(Math.min(replaced, swapped, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[right.length] ?? 0
}

/**
 * Parts of a text of which one at least is in every name that is meant: a letter that is off changes one part. To look for them is much faster than to
 * count letters.
 */
const partsOf = (text: string): ReadonlyArray<string> => {
  const size = Math.floor(text.length / (lettersMax + 1))
  return Array.from({ length: lettersMax + 1 }, (_, index) => text.slice(index * size, (index + 1) * size))
}

/** The name among `names` that is one or two letters off `text`; nothing for a name itself. */
export const meantName = (text: string, names: ReadonlyArray<string>): string | undefined => {
  const parts = partsOf(text)
  return (
    names
      // A name that is much longer or shorter is no misspelling of it.
      .filter((name) => Math.abs(name.length - text.length) <= lettersMax && parts.some((part) => name.includes(part)))
      .map((name) => ({ name, off: lettersApart(text, name) }))
      .filter(({ off }) => off > 0 && off <= lettersMax)
      .toSorted((left, right) => left.off - right.off)[0]?.name
  )
}
