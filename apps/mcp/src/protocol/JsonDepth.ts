/**
 * How deep a text of JSON nests, checked before anything parses it.
 *
 * The reader of messages recurses for each level: half a million levels would block the process for seconds or overflow the stack.
 * Whether the text is JSON is not checked here.
 */

/** Arguments nest four deep, the envelope of the protocol three; the platform itself reads 32. */
export const jsonDepthMax = 64

const tooDeepProblem = `JSON nests at most ${jsonDepthMax} deep here.`

/** A whole string, one that does not end, or a bracket: whatever else stands there nests nothing. */
const token = /"(?:[^"\\]+|\\.)*"?|[[\]{}]/gsu

/** The problem of a text that nests too deep; undefined for any other text. */
export const depthProblem = (text: string): string | undefined => {
  let depth = 0
  for (const [found] of text.matchAll(token)) {
    if (found === "[" || found === "{") depth += 1
    else if (found === "]" || found === "}") depth -= 1
    if (depth > jsonDepthMax) return tooDeepProblem
  }
  return undefined
}
