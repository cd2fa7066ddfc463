/**
 * Statements that read for long, on a thread of its own, with a connection of its own: meanwhile the program goes on.
 */
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { OperatorError } from "../../platform/OperatorError.ts"

/** The message that the thread gets. */
export interface Reading {
  readonly filename: string
  /** The time that a statement waits for another process that opens or closes the file. */
  readonly timeout: number
}

/** A row, by the names of its columns. */
type Row = Readonly<Record<string, unknown>>

/** The result of a statement. */
type Answer = { readonly rows: ReadonlyArray<Row> } | { readonly cause: unknown }

/** As text, because the program is one file, and a thread that began with that file would load all of it. A statement that fails ends it. */
const program = `
const { parentPort, workerData } = require("node:worker_threads")
const { DatabaseSync } = require("node:sqlite")
const { filename, timeout } = workerData
let db
parentPort.on("message", (statement) => {
  db ??= new DatabaseSync(filename, { readOnly: true, timeout })
  parentPort.postMessage(db.prepare(statement).all())
})
`

const ended = new Error("the thread that read the file has ended")

/** Starts a thread, and gives what sends it a statement. Its answers come in the order of the statements. */
const startThread = (reading: Reading) => {
  const thread = new Worker(program, { eval: true, workerData: reading })
  let waiting: ReadonlyArray<(answer: Answer) => void> = []
  let end: Answer | undefined
  const stop = (cause: unknown): void => {
    end ??= { cause }
    for (const answer of waiting) answer(end)
    waiting = []
  }
  thread.on("error", stop).on("exit", () => stop(ended))
  thread.on("message", (rows: ReadonlyArray<Row>) => {
    const [first, ...others] = waiting
    waiting = others
    first?.({ rows })
  })
  return {
    send: (statement: string, answer: (answer: Answer) => void): void => {
      if (end !== undefined) return answer(end)
      waiting = [...waiting, answer]
      thread.postMessage(statement, [])
    },
    end: () => thread.terminate()
  }
}

/** Opens a thread that reads a file, for as long as the scope. The rows of a statement come as one message. An interruption ends the thread. */
export const openReadingThread = (
  reading: Reading,
  failed: (cause: unknown) => OperatorError
): Effect.Effect<(statement: string) => Effect.Effect<ReadonlyArray<Row>, OperatorError>, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => startThread(reading)),
      ({ end }) => Effect.promise(end)
    ),
    ({ send }) =>
      (statement) =>
        Effect.callback((resume) =>
          send(statement, (answer) =>
            resume("rows" in answer ? Effect.succeed(answer.rows) : Effect.fail(failed(answer.cause)))
          )
        )
  )

/** Gives the first row of a statement. */
export const readOnThread = (
  reading: Reading,
  statement: string,
  failed: (cause: unknown) => OperatorError
): Effect.Effect<Row | undefined, OperatorError> =>
  Effect.scoped(
    Effect.flatMap(openReadingThread(reading, failed), (read) => Effect.map(read(statement), ([row]) => row))
  )
