/**
 * The depth to which a text of JSON nests, checked before anything parses it.
 *
 * The reader of messages recurses for each level: half a million levels would block the process for seconds or overflow the stack.
 * Whether the text is JSON is not checked here.
 */
import { extentOf } from "@partner-api/contract/StrictJson"

/** Arguments nest four deep, the envelope of the protocol three; the platform itself reads 32. */
export const jsonDepthMax = 64

/** The problem of a text that nests too deep; undefined for any other text. */
export const depthProblem = (text: string): string | undefined =>
  extentOf(text, jsonDepthMax).depth > jsonDepthMax ? `JSON nests at most ${jsonDepthMax} deep here.` : undefined
