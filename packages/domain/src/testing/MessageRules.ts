/**
 * The rules of every message of a refusal, in all packages (decisions, Errors): it requires nothing of a value that holds already, never
 * has "must be set" about a value that is set, and is not empty; a remedy names something to do.
 *
 * For tests. The rules judge the words of a message and the value that it is about; they use no schema and no endpoint.
 */
import * as Predicate from "effect/Predicate"

/** The requirement of a message for a value. A range or a length in the same message is required beside it. */
interface Claim {
  readonly pattern: RegExp
  /** Whether the value is so already. `found` holds the groups of the pattern. */
  readonly isAlready: (value: unknown, found: ReadonlyArray<string>) => boolean
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ""
const isText = Predicate.isString
const matches = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value)
const charactersOf = (value: unknown): number => (isText(value) ? Array.from(value).length : Number.NaN)
const isWithin = (value: number, least: string | undefined, most: string | undefined): boolean =>
  value >= Number(least ?? 0) && value <= Number(most ?? Number.POSITIVE_INFINITY)

/** Matches an address as its reader expects it: a scheme, a host of ASCII, and no blank. */
const isHttps = matches(/^https:\/\/[\w.-]+(?::\d+)?(?:[/?#][!-~]*)?$/)

const claims: ReadonlyArray<Claim> = [
  { pattern: /must be set|is not set|is missing/, isAlready: isSet },
  { pattern: /is required(?!, so)/, isAlready: (value) => value !== undefined },
  { pattern: /must not be null|null cannot/, isAlready: (value) => value !== null },
  { pattern: /must be text|is no text|must be a string/, isAlready: isText },
  { pattern: /must be true or false/, isAlready: Predicate.isBoolean },
  { pattern: /must be a number(?! from)/, isAlready: Predicate.isNumber },
  { pattern: /must be an (?:array|list)/, isAlready: Array.isArray },
  {
    pattern: /must be an object(?! of)/,
    isAlready: (value) => Predicate.isObject(value) && !Array.isArray(value)
  },
  { pattern: /must be a function/, isAlready: Predicate.isFunction },
  {
    pattern: /must be one of ([\w:.*, -]+)/,
    isAlready: (value, [list]) => list?.split(/,? or |, /).includes(String(value)) ?? false
  },
  { pattern: /must be an integer(?! from)/, isAlready: Number.isInteger },
  {
    pattern: /must be an integer from (-?\d+) to (\d+)/,
    isAlready: (value, [least, most]) => Number.isInteger(value) && isWithin(Number(value), least, most)
  },
  {
    pattern: /must have (?:(\d+) to|at most) (\d+) characters(?! beside|,)/,
    isAlready: (value, [least, most]) => isWithin(charactersOf(value), least, most)
  },
  { pattern: /must be an email address/, isAlready: matches(/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/) },
  {
    pattern: /must be an RFC 3339/,
    isAlready: matches(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/)
  },
  { pattern: /must be a (?:date|day) as/, isAlready: matches(/^\d{4}-\d\d-\d\d$/) },
  { pattern: /must be an https: address/, isAlready: isHttps },
  {
    pattern: /must be an? address|is no address|cannot be read as an address/,
    isAlready: (value) => URL.canParse(String(value))
  },
  { pattern: /must begin with https:|write https:/, isAlready: matches(/^https:/) },
  { pattern: /must begin with \+/, isAlready: matches(/^\+/) },
  { pattern: /in small letters/, isAlready: (value) => isText(value) && value === value.toLowerCase() },
  { pattern: /must have a host in ASCII/, isAlready: (value) => isHttps(value) },
  { pattern: /must be percent-encoded|must be visible ASCII|is not visible ASCII/, isAlready: matches(/^[!-~]+$/) },
  // oxlint-disable-next-line no-control-regex -- They are what is refused.
  { pattern: /must be one line/, isAlready: matches(/^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/u) },
  { pattern: /trim it|no blanks/, isAlready: matches(/^\S*$/) }
]

/** The faults of a message about this value. */
export const messageFaults = (message: string, value: unknown): ReadonlyArray<string> => [
  ...(message.trim() === "" ? ["is empty"] : []),
  ...claims.flatMap(({ pattern, isAlready }) => {
    const [text, ...found] = pattern.exec(message) ?? []
    return text !== undefined && isAlready(value, found) ? [`requires "${text}" of a value that meets it`] : []
  })
]

/** The faults of a message about a text that a person wrote, such as a flag: it may be a number, too. */
export const textFaults = (message: string, text: string): ReadonlyArray<string> =>
  (/^-?[\d.]+$/.test(text) ? [text, Number(text)] : [text]).flatMap((value) => messageFaults(message, value))

/** Remedies that name nothing to do. */
const empty =
  /^(?:Read the message|Set it to a right value|Try again\.?$|See the documentation|Do not repeat the same call\.$)/

/** The first word of a remedy: a verb, or the condition or the thing that it is about. */
const verb =
  /^(?:Add|Allow|Ask|Authenticate|Check|Correct|Do|Fix|Get|Give|Install|Keep|Leave|Look|Make|Name|Nothing|Please report|Read|Report|Request|Restart|Retry|Run|See|Send|Set|Shorten|Start|Store|Take|Try|Turn|Use|Wait|Write)\b/

/** The faults of a remedy. */
export const remedyFaults = (remedy: string): ReadonlyArray<string> =>
  remedy.trim() === "" ? ["is empty"] : empty.test(remedy) || !verb.test(remedy) ? ["names nothing to do"] : []

/** The words by which a sentence names what to send instead or what to do. */
const instruction =
  /\b(?:must|can|required|known are|add|ask|call|change|check|choose|correct|end|give|leave|look|make|mend|name|read|request|send|set|take|tell|trim|try|use|wait|write)\b/i

/** The faults of a sentence that holds its own remedy, such as a problem of a request. */
export const sentenceFaults = (sentence: string): ReadonlyArray<string> =>
  instruction.test(sentence) && !empty.test(sentence) ? [] : ["names nothing to do"]
