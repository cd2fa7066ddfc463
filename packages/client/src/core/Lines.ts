/**
 * The records of an answer in lines (NDJSON), read as they come. The last line has the type `end`: without it, the answer is not whole.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { bodyBytesMax } from "./ClientConfig.ts"
import type { ClientError, Failure } from "./ClientError.ts"
import type { Operation } from "./Operation.ts"

/** The failure of the lines of an answer. */
export type LinesFailure = Pick<Failure, "tag" | "message" | "outcome" | "cause">

const unexpected = (message: string): LinesFailure => ({ tag: "UnexpectedResponse", message, outcome: "unknown" })

const parsed = (line: string): Result.Result<unknown, unknown> => Result.try((): unknown => JSON.parse(line))

const isEnd = (record: unknown): boolean => Predicate.isObject(record) && Reflect.get(record, "type") === "end"

/** The records of a stream, once. Fails with what `failed` makes of a line that is no record, of a connection that breaks, and of an early end. */
export async function* recordsIn(
  content: ReadableStream<Uint8Array>,
  { read }: Operation,
  failed: (failure: LinesFailure) => ClientError
): AsyncGenerator<unknown, void, undefined> {
  const reader = content.getReader()
  const decoder = new TextDecoder()
  const next = () =>
    reader.read().catch((cause: unknown) => {
      throw failed({ tag: "Network", message: "The connection broke before the last line.", outcome: "unknown", cause })
    })
  let [rest, isWhole] = ["", false]
  try {
    for (;;) {
      const { done, value } = await next()
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n")
      rest = lines.pop() ?? ""
      if (rest.length > bodyBytesMax) throw failed(unexpected(`A line of the answer exceeds ${bodyBytesMax} bytes.`))
      for (const line of lines) {
        const record = Result.flatMap(parsed(line), read)
        if (Result.isFailure(record)) throw failed(unexpected("A line of the answer is no record."))
        isWhole = isEnd(record.success)
        yield record.success
      }
      if (done) break
    }
    if (!isWhole || rest !== "") throw failed(unexpected("The answer ended before its last line. Ask again."))
  } finally {
    // Ends the request of a program that wants no more.
    await reader.cancel().catch(() => {})
  }
}
