/**
 * Work that is always the same: its processor time is the unit in which a gate is measured, because a second of one machine is not a second of another.
 */

/** As many texts as take about a tenth of a second to order. */
const texts = 60_000

/** How often they are ordered. The median counts: a collection of garbage may fall into any, and the first are run by the interpreter. */
const rounds = 9

const orderTexts = (): number => {
  const shuffled = Array.from({ length: texts }, (_, number) => `Entwickler ${(number * 7919) % texts} für Straßen`)
  const before = process.cpuUsage()
  shuffled.sort((a, b) => a.localeCompare(b, "de"))
  return process.cpuUsage(before).user / 1_000
}

/** The processor time of one round at this moment, in milliseconds. */
export const calibrationMs = (): number =>
  Array.from({ length: rounds }, orderTexts).toSorted((a, b) => a - b)[rounds >> 1] ?? 0
