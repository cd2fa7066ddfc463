/**
 * Finds the known name that was probably meant by another one: one of another style, with a typo, or with words too few or too many.
 *
 * A guess is made only where a single name comes into question.
 */

import { lettersApart } from "@partner-api/domain/Spelling"

/** Two spellings of one name: organizationId is organization_id, "on hold" is ON_HOLD. */
const spelling = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")

/** Longer names than any here are not compared: the work grows with the square of the length. */
const lengthMax = 64

/** A typo swaps two letters as easily as it takes a wrong one. */
const swapCost = 1

/** A name of three letters is another name with one of them changed; a long one bears two typos. */
const typosMax = (name: string): number => (name.length < 4 ? 0 : name.length < 8 ? 1 : 2)

const only = (names: ReadonlyArray<string>): string | undefined => (names.length === 1 ? names[0] : undefined)

const isPartOf = (some: ReadonlyArray<string>, all: ReadonlyArray<string>): boolean =>
  some.length > 0 && some.every((word) => all.includes(word))

/** The one of the known names that was probably meant. */
export const meantName = (given: string, known: ReadonlyArray<string>): string | undefined => {
  if (given.length > lengthMax) return undefined
  const spelt = spelling(given)
  const same = known.find((name) => spelling(name) === spelt)
  if (same !== undefined) return same
  const near = known
    .map((name) => ({ name, typos: lettersApart(spelt, spelling(name), swapCost) }))
    .filter(({ name, typos }) => typos <= typosMax(spelling(name)))
  const fewest = Math.min(...near.map(({ typos }) => typos))
  const words = wordsOf(given)
  return (
    only(near.filter(({ typos }) => typos === fewest).map(({ name }) => name)) ??
    only(known.filter((name) => isPartOf(words, wordsOf(name)) || isPartOf(wordsOf(name), words)))
  )
}
