/**
 * What holds for every message of this package: it does not say of a value what the value is already, never says "must be set" of what is
 * set, and is not empty; and its remedy names something to do.
 */
import * as Predicate from "effect/Predicate"

/** What messages ask of a value, and whether it is so already. A range or a length in the same message is asked for beside it. */
const claims: ReadonlyArray<readonly [asked: RegExp, isAlready: (value: unknown) => boolean]> = [
  [/must be set|is not set|is missing/, (value) => value !== undefined && value !== null && value !== ""],
  [/must be text|is no text|must be a string/, (value) => typeof value === "string"],
  [/must be an? (?:https )?address|is no address|cannot be read as an address/, (value) => URL.canParse(String(value))],
  [/must begin with https:|write https:/, (value) => String(value).startsWith("https:")],
  [/must be an integer(?! from)/, Number.isInteger],
  [/must be an object(?! of)/, (value) => Predicate.isObject(value) && !Array.isArray(value)],
  [/must be a function/, (value) => typeof value === "function"],
  [/must be visible ASCII|is not visible ASCII/, (value) => /^[\x21-\x7e]+$/.test(String(value))],
  [/trim it/, (value) => String(value).trim() === value && !/\s/.test(String(value))]
]

/** What is wrong with a message about this value. */
export const messageFaults = (message: string, value: unknown): ReadonlyArray<string> => [
  ...(message.trim() === "" ? ["is empty"] : []),
  ...claims.flatMap(([asked, isAlready]) =>
    asked.test(message) && isAlready(value) ? [`says ${asked} of what is so`] : []
  )
]

/** Remedies that name nothing to do. */
const empty = /^(?:Read the message|Set it to a right value|Try again\.?$|See the documentation)/

/** What a remedy begins with: a verb, or the condition or the thing that it is about. */
const verb =
  /^(?:Add|Allow|Ask|Authenticate|Check|Correct|Do|Fix|Get|Give|Install|Keep|Leave|Look|Make|Name|Nothing|Please report|Read|Report|Request|Restart|Retry|Run|See|Send|Set|Shorten|Start|Store|Take|Try|Turn|Use|Wait|Write)\b/

/** What is wrong with a remedy. */
export const remedyFaults = (remedy: string): ReadonlyArray<string> =>
  remedy.trim() === "" ? ["is empty"] : empty.test(remedy) || !verb.test(remedy) ? ["names nothing to do"] : []
