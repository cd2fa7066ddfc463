/**
 * What JSON text must be before anything decodes it: UTF-8 without a mark, no key twice, no deep nesting, no NUL, no half of a
 * surrogate pair (decisions, Errors; RFC 8259; I-JSON, RFC 7493).
 *
 * `JSON.parse` alone would take the last of two keys, any depth, and text that databases refuse. Pure; knows no HTTP.
 */
import { InvalidRequest } from "@partner-api/domain/Errors"
import * as Result from "effect/Result"
import { jsonDepthMax } from "../platform/Limits.ts"

const refuse = (message: string): Result.Result<never, InvalidRequest> => Result.fail(new InvalidRequest({ message }))

const byteOrderMark = "\uFEFF"
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The end of the string that begins at `start`, its closing quote included. The text is valid JSON. */
const endOfString = (text: string, start: number): number => {
  let index = start + 1
  while (text[index] !== '"') index += text[index] === "\\" ? 2 : 1
  return index + 1
}

/** The value of a string token. */
const valueOf = (token: string): string => (token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1))

/**
 * Tells whether text nests too deep, be it JSON or not. Asked before anything parses it: `JSON.parse` builds half a million levels
 * in a MiB without complaint, in 60 MB and a third of a second.
 */
const nestsTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === "\\") index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === "{" || character === "[") {
      depth++
      if (depth > jsonDepthMax) return true
    } else if (character === "}" || character === "]") depth--
  }
  return false
}

/** Walks over valid JSON and finds what the grammar allows and this service does not. */
const inspect = (text: string): Result.Result<void, InvalidRequest> => {
  // One set of keys for each open object; arrays have none.
  const open: Array<Set<string> | undefined> = []
  let expectsKey = false
  for (let index = 0; index < text.length;) {
    const character = text[index]
    if (character === '"') {
      const end = endOfString(text, index)
      const value = valueOf(text.slice(index, end))
      if (value.includes("\0")) return refuse("The body holds a NUL character; leave it out.")
      if (!value.isWellFormed()) return refuse("The body holds half of a surrogate pair; send whole characters.")
      const keys = open.at(-1)
      if (expectsKey && keys !== undefined) {
        if (keys.has(value)) return refuse("The body names a member twice; send each once.")
        keys.add(value)
        expectsKey = false
      }
      index = end
      continue
    }
    if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : undefined)
      expectsKey = character === "{"
    } else if (character === "}" || character === "]") {
      open.pop()
    } else if (character === ",") {
      expectsKey = open.at(-1) !== undefined
    }
    index++
  }
  return Result.void
}

/** Reads the bytes of a body as JSON. */
export const readJson = (bytes: ArrayBuffer): Result.Result<unknown, InvalidRequest> =>
  Result.try({
    try: () => decoder.decode(bytes),
    catch: () => new InvalidRequest({ message: "The body is not valid UTF-8." })
  }).pipe(
    Result.flatMap((text) =>
      text.startsWith(byteOrderMark)
        ? refuse("The body begins with a byte order mark; leave it out.")
        : nestsTooDeep(text)
          ? refuse(`The body nests deeper than ${jsonDepthMax} levels.`)
          : Result.succeed(text)
    ),
    Result.flatMap((text) =>
      Result.try({
        try: (): unknown => JSON.parse(text),
        catch: () => new InvalidRequest({ message: "The body is not valid JSON." })
      }).pipe(Result.flatMap((value) => Result.map(inspect(text), () => value)))
    )
  )
