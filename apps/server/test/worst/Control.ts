/**
 * Work that is always the same, by which a test sees how fast the machine is at that moment: bounds in milliseconds are those of the machine that was quiet when they were
 * set. It orders texts by the rules of a language, and writes and reads a long text: work of the processor and of its memory, which one machine does fast and another
 * one slowly. It needs no disk.
 */

/** How long the control takes on the machine of the bounds, in milliseconds: as long as a request may keep the event loop (decisions, Limits). */
export const controlMsThere = 10

/** As many texts as that machine orders in about half of this time. */
const controlTexts = 4_500
/** As many letters as it writes and reads as JSON in the other half: of four bytes each, as those of the worst inputs. */
const controlLetters = 200_000
/** The first rounds are run by the interpreter. */
const controlRounds = 5

/** The processor time of this thread, in microseconds. */
export const threadUs = (): number => {
  const { system, user } = process.threadCpuUsage()
  return system + user
}

const controlWork = (): number => {
  const texts = Array.from(
    { length: controlTexts },
    (_, number) => `Entwickler ${(number * 7919) % controlTexts} für Straßen`
  )
  const beganAtUs = threadUs()
  texts.sort((a, b) => a.localeCompare(b, "de"))
  const sent = Buffer.from(JSON.stringify({ text: "𠮷".repeat(controlLetters) }))
  JSON.stringify(JSON.parse(sent.toString()))
  return threadUs() - beganAtUs
}

/** The processor time of the control in this process at this moment, in milliseconds. */
export const controlMs = (): number => {
  const takenUs = Array.from({ length: controlRounds }, controlWork).toSorted((a, b) => a - b)
  return (takenUs[controlRounds >> 1] ?? 0) / 1_000
}

/** How many times longer than the machine of the bounds a machine takes whose control takes so long: at least 1. */
export const slownessOf = (takenMs: number): number => Math.max(1, takenMs / controlMsThere)
