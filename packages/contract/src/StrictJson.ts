/**
 * The rules for JSON text before a schema decodes it: UTF-8 without a mark, no key twice, no deep nesting, no NUL, no half of a
 * surrogate pair (decisions, Errors; RFC 8259; I-JSON, RFC 7493).
 *
 * `JSON.parse` alone would take the last of two keys, any depth, and text that databases refuse. Pure; knows no HTTP.
 */
import { InvalidRequest } from "./ProtocolErrors.ts"
import * as Result from "effect/Result"

/** The depth to which JSON may nest: the deepest body of the contract has three levels. */
export const jsonDepthMax = 32

const refuse = (message: string): Result.Result<never, InvalidRequest> => Result.fail(new InvalidRequest({ message }))

const byteOrderMark = "\uFEFF"
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** The end of the string that begins at `start`, its closing quote included. The text is valid JSON. */
const endOfString = (text: string, start: number): number => {
  let index = start + 1
  for (let code = text.charCodeAt(index); code !== quote; code = text.charCodeAt(index)) {
    index += code === backslash ? 2 : 1
  }
  return index + 1
}

/** The value of a string token. */
const valueOf = (token: string): string => (token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1))

/** The extent of a text, be it JSON or not. */
export interface JsonExtent {
  /** The depth to which it nests. */
  readonly depth: number
  /** The number of its values: what opens one and the commas between them are counted. */
  readonly values: number
}

/**
 * Counts how much a text holds, up to where it nests deeper than `depthMax`. Counted before anything parses it: `JSON.parse` builds half
 * a million levels in a MiB without complaint, in 60 MB and a third of a second.
 */
export const extentOf = (text: string, depthMax: number = jsonDepthMax): JsonExtent => {
  let [depth, deepest, values] = [0, 0, 1]
  for (let index = 0; index < text.length && deepest <= depthMax; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index++
      for (
        let inside = text.charCodeAt(index);
        index < text.length && inside !== quote;
        inside = text.charCodeAt(index)
      )
        index += inside === backslash ? 2 : 1
    } else if (code === comma) values++
    else if (code === openBrace || code === openBracket) {
      values++
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return { depth: deepest, values }
}

/** An open object whose first key is still to come, so that a body of a thousand empty objects makes no thousand sets. */
const noKeys = /* @__PURE__ */ new Set<string>()

/** Walks over valid JSON and finds what the grammar allows and this service does not. */
const inspect = (text: string): Result.Result<void, InvalidRequest> => {
  // The keys of each open object; arrays have none.
  const open: Array<Set<string> | undefined> = []
  let expectsKey = false
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      const value = valueOf(text.slice(index, end))
      if (value.includes("\0")) return refuse("The body holds a NUL character; leave it out.")
      if (!value.isWellFormed()) return refuse("The body holds half of a surrogate pair; send whole characters.")
      const keys = open.at(-1)
      if (expectsKey && keys !== undefined) {
        if (keys.has(value)) return refuse("The body names a member twice; send each once.")
        if (keys === noKeys) open[open.length - 1] = new Set([value])
        else keys.add(value)
        expectsKey = false
      }
      index = end
      continue
    }
    if (code === openBrace || code === openBracket) {
      open.push(code === openBrace ? noKeys : undefined)
      expectsKey = code === openBrace
    } else if (code === closeBrace || code === closeBracket) {
      open.pop()
    } else if (code === comma) {
      expectsKey = open.at(-1) !== undefined
    }
    index++
  }
  return Result.void
}

/** Reads the bytes of a body as text. A byte order mark stays part of it. */
export const readText = (bytes: ArrayBuffer | Uint8Array): Result.Result<string, InvalidRequest> =>
  Result.try({
    try: () => decoder.decode(bytes),
    catch: () => new InvalidRequest({ message: "The body is not valid UTF-8." })
  })

/** Parses the text of a body, which holds so much, as JSON. */
export const parseJson = (
  text: string,
  { depth }: JsonExtent = extentOf(text)
): Result.Result<unknown, InvalidRequest> => {
  if (text.startsWith(byteOrderMark)) return refuse("The body begins with a byte order mark; leave it out.")
  if (depth > jsonDepthMax) return refuse(`The body nests deeper than ${jsonDepthMax} levels.`)
  return Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new InvalidRequest({ message: "The body is not valid JSON." })
  }).pipe(Result.flatMap((value) => Result.map(inspect(text), () => value)))
}

/** Reads the bytes of a body as JSON. */
export const readJson = (bytes: ArrayBuffer | Uint8Array): Result.Result<unknown, InvalidRequest> =>
  Result.flatMap(readText(bytes), (text) => parseJson(text))
