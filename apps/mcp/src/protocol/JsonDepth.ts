/**
 * How deep a text of JSON nests, told before anything reads it.
 *
 * What reads a message calls itself for each level, so one of half a million levels would stop everybody for seconds, or end in a
 * stack that is used up. Whether the text is JSON at all is not judged here.
 */

/** Arguments nest four deep, the envelope of the protocol three; the platform itself reads 32. */
export const jsonDepthMax = 64

const tooDeepProblem = `JSON nests at most ${jsonDepthMax} deep here.`

/** A whole string, one that does not end, or a bracket: whatever else stands there nests nothing. */
const token = /"(?:[^"\\]+|\\.)*"?|[[\]{}]/gsu

/** What is wrong with a text that nests too deep; undefined when it does not. */
export const depthProblem = (text: string): string | undefined => {
  let depth = 0
  for (const [found] of text.matchAll(token)) {
    if (found === "[" || found === "{") depth += 1
    else if (found === "]" || found === "}") depth -= 1
    if (depth > jsonDepthMax) return tooDeepProblem
  }
  return undefined
}
