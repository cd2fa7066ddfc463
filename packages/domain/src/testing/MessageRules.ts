/**
 * What every message of a refusal keeps, in all packages (decisions, Errors): it does not say of a value what the value is already, never
 * says "must be set" of what is set, and is not empty; and a remedy names something to do.
 *
 * For tests. The rules judge the words of a message and the value that it is about; they know no schema and no endpoint.
 */
import * as Predicate from "effect/Predicate"

/** What a message requires of a value. A range or a length in the same message is required beside it. */
interface Claim {
  readonly asked: RegExp
  /** Whether the value is so already. `found` holds the groups of the pattern. */
  readonly isAlready: (value: unknown, found: ReadonlyArray<string>) => boolean
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ""
const isText = Predicate.isString
const matches = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value)
const charactersOf = (value: unknown): number => (isText(value) ? Array.from(value).length : Number.NaN)
const isWithin = (value: number, least: string | undefined, most: string | undefined): boolean =>
  value >= Number(least ?? 0) && value <= Number(most ?? Number.POSITIVE_INFINITY)

/** What is an address to its reader: a scheme, a host of ASCII, and no blank. */
const isHttps = matches(/^https:\/\/[\w.-]+(?::\d+)?(?:[/?#][!-~]*)?$/)

const claims: ReadonlyArray<Claim> = [
  { asked: /must be set|is not set|is missing/, isAlready: isSet },
  { asked: /is required(?!, so)/, isAlready: (value) => value !== undefined },
  { asked: /must not be null|null cannot/, isAlready: (value) => value !== null },
  { asked: /must be text|is no text|must be a string/, isAlready: isText },
  { asked: /must be true or false/, isAlready: Predicate.isBoolean },
  { asked: /must be a number(?! from)/, isAlready: Predicate.isNumber },
  { asked: /must be an (?:array|list)/, isAlready: Array.isArray },
  {
    asked: /must be an object(?! of)/,
    isAlready: (value) => Predicate.isObject(value) && !Array.isArray(value)
  },
  { asked: /must be a function/, isAlready: Predicate.isFunction },
  {
    asked: /must be one of ([\w:.*, -]+)/,
    isAlready: (value, [list]) => list?.split(/,? or |, /).includes(String(value)) ?? false
  },
  { asked: /must be an integer(?! from)/, isAlready: Number.isInteger },
  {
    asked: /must be an integer from (-?\d+) to (\d+)/,
    isAlready: (value, [least, most]) => Number.isInteger(value) && isWithin(Number(value), least, most)
  },
  {
    asked: /must have (?:(\d+) to|at most) (\d+) characters(?! beside|,)/,
    isAlready: (value, [least, most]) => isWithin(charactersOf(value), least, most)
  },
  { asked: /must be an email address/, isAlready: matches(/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/) },
  {
    asked: /must be an RFC 3339/,
    isAlready: matches(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/)
  },
  { asked: /must be a (?:date|day) as/, isAlready: matches(/^\d{4}-\d\d-\d\d$/) },
  { asked: /must be an https: address/, isAlready: isHttps },
  {
    asked: /must be an? address|is no address|cannot be read as an address/,
    isAlready: (value) => URL.canParse(String(value))
  },
  { asked: /must begin with https:|write https:/, isAlready: matches(/^https:/) },
  { asked: /must begin with \+/, isAlready: matches(/^\+/) },
  { asked: /in small letters/, isAlready: (value) => isText(value) && value === value.toLowerCase() },
  { asked: /must have a host in ASCII/, isAlready: (value) => isHttps(value) },
  { asked: /must be percent-encoded|must be visible ASCII|is not visible ASCII/, isAlready: matches(/^[!-~]+$/) },
  // oxlint-disable-next-line no-control-regex -- They are what is refused.
  { asked: /must be one line/, isAlready: matches(/^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/u) },
  { asked: /trim it|no blanks/, isAlready: matches(/^\S*$/) }
]

/** What is wrong with a message about this value. */
export const messageFaults = (message: string, value: unknown): ReadonlyArray<string> => [
  ...(message.trim() === "" ? ["is empty"] : []),
  ...claims.flatMap(({ asked, isAlready }) => {
    const [text, ...found] = asked.exec(message) ?? []
    return text !== undefined && isAlready(value, found) ? [`says "${text}" of what is so`] : []
  })
]

/** What is wrong with a message about a text that a person wrote, such as a flag: it may be a number, too. */
export const textFaults = (message: string, text: string): ReadonlyArray<string> =>
  (/^-?[\d.]+$/.test(text) ? [text, Number(text)] : [text]).flatMap((value) => messageFaults(message, value))

/** Remedies that name nothing to do. */
const empty =
  /^(?:Read the message|Set it to a right value|Try again\.?$|See the documentation|Do not repeat the same call\.$)/

/** What a remedy begins with: a verb, or the condition or the thing that it is about. */
const verb =
  /^(?:Add|Allow|Ask|Authenticate|Check|Correct|Do|Fix|Get|Give|Install|Keep|Leave|Look|Make|Name|Nothing|Please report|Read|Report|Request|Restart|Retry|Run|See|Send|Set|Shorten|Start|Store|Take|Try|Turn|Use|Wait|Write)\b/

/** What is wrong with a remedy. */
export const remedyFaults = (remedy: string): ReadonlyArray<string> =>
  remedy.trim() === "" ? ["is empty"] : empty.test(remedy) || !verb.test(remedy) ? ["names nothing to do"] : []

/** What says, within a sentence, what to send instead or what to do. */
const instruction =
  /\b(?:must|can|required|known are|add|ask|call|change|check|choose|correct|end|give|leave|look|make|mend|name|read|request|send|set|take|tell|trim|try|use|wait|write)\b/i

/** What is wrong with a sentence that holds its own remedy, such as a problem of a request. */
export const sentenceFaults = (sentence: string): ReadonlyArray<string> =>
  instruction.test(sentence) && !empty.test(sentence) ? [] : ["names nothing to do"]
