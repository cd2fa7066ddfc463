/**
 * Standard input, cut into lines of one JSON-RPC message each, and the answer to a line that is not a message.
 *
 * Effect's reader drops every message that arrives in one chunk with a broken one, so broken lines are answered here and not passed on.
 * Lines beyond the limit are skipped without being kept.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { argumentsProblem, idOf, type MessageId } from "../CallShape.ts"
import { depthProblem } from "../JsonDepth.ts"
import { messageBytesMax } from "../MessageSize.ts"
import { noSubscriptions, subscriptionMethods } from "../Revisions.ts"

const lineFeed = 0x0a

/** A line of input: its text, or that it was longer than the bound. */
export type InputLine = { readonly _tag: "Text"; readonly text: string } | { readonly _tag: "TooLong" }

/** Cuts bytes into lines. The rest after the last line feed is kept for the next chunk; `end` returns it. */
export const makeLineCutter = (bytesMax: number = messageBytesMax) => {
  let parts: Array<Uint8Array> = []
  let length = 0
  const close = (): InputLine => {
    const line: InputLine =
      length > bytesMax ? { _tag: "TooLong" } : { _tag: "Text", text: Buffer.concat(parts).toString("utf8") }
    parts = []
    length = 0
    return line
  }
  const keep = (part: Uint8Array) => {
    length += part.length
    if (length > bytesMax) parts = []
    else parts.push(part)
  }
  return {
    push: (chunk: Uint8Array): ReadonlyArray<InputLine> => {
      const lines: Array<InputLine> = []
      let start = 0
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
        keep(chunk.subarray(start, at))
        lines.push(close())
        start = at + 1
      }
      keep(chunk.subarray(start))
      return lines
    },
    end: (): ReadonlyArray<InputLine> => (length === 0 ? [] : [close()])
  }
}

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))

/** Requests, notifications and responses. Effect's server refuses arrays with a better message. */
const isMessage = (value: unknown): boolean =>
  Array.isArray(value) ||
  (Predicate.hasProperty(value, "jsonrpc") &&
    value.jsonrpc === "2.0" &&
    (Predicate.hasProperty(value, "method")
      ? typeof value.method === "string" && (!Predicate.hasProperty(value, "id") || idOf(value) !== null)
      : Predicate.hasProperty(value, "result") || Predicate.hasProperty(value, "error")))

const errorLine = (id: MessageId, code: number, message: string): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`

/** A message to hand on, an answer to write at once, or nothing for an empty line. */
export type Sorted =
  | { readonly _tag: "Message"; readonly line: string }
  | { readonly _tag: "Answer"; readonly line: string }
  | { readonly _tag: "Nothing" }

/** Classifies a line. */
export const sortLine = (line: InputLine): Sorted => {
  if (line._tag === "TooLong") {
    return { _tag: "Answer", line: errorLine(null, -32700, `A message has at most ${messageBytesMax} bytes.`) }
  }
  const text = line.text.trim()
  if (text === "") return { _tag: "Nothing" }
  const problem = depthProblem(text)
  if (problem !== undefined) return { _tag: "Answer", line: errorLine(null, -32600, problem) }
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return { _tag: "Answer", line: errorLine(null, -32700, "The line is not JSON.") }
  const wrongArguments = argumentsProblem(parsed.success)
  if (wrongArguments !== undefined) {
    return { _tag: "Answer", line: errorLine(idOf(parsed.success), -32602, wrongArguments) }
  }
  if (Predicate.hasProperty(parsed.success, "method") && subscriptionMethods.includes(parsed.success.method)) {
    return { _tag: "Answer", line: errorLine(idOf(parsed.success), -32601, noSubscriptions) }
  }
  return isMessage(parsed.success)
    ? { _tag: "Message", line: `${text}\n` }
    : { _tag: "Answer", line: errorLine(idOf(parsed.success), -32600, "The line is no message of JSON-RPC 2.0.") }
}

const encoder = new TextEncoder()

/** The messages of an input, one in each element; what is none is given to `answer`. */
export const messagesOf = <E, R, E2, R2>(
  input: Stream.Stream<Uint8Array, E, R>,
  answer: (line: string) => Effect.Effect<void, E2, R2>
): Stream.Stream<Uint8Array, E | E2, R | R2> =>
  Stream.suspend(() => {
    const cutter = makeLineCutter()
    return input.pipe(
      Stream.map((chunk) => cutter.push(chunk)),
      Stream.concat(Stream.suspend(() => Stream.make(cutter.end()))),
      Stream.flatMap((lines) => Stream.fromIterable(lines)),
      Stream.map(sortLine),
      Stream.tap((sorted) => (sorted._tag === "Answer" ? answer(sorted.line) : Effect.void)),
      Stream.flatMap((sorted) => (sorted._tag === "Message" ? Stream.make(encoder.encode(sorted.line)) : Stream.empty))
    )
  })
