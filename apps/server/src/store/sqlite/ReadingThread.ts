/**
 * One statement that reads for long, on a thread of its own, with a connection of its own: meanwhile the program goes on.
 */
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import type { OperatorError } from "../../platform/OperatorError.ts"

/** What the thread gets. */
export interface Reading {
  readonly filename: string
  /** How long the statement waits for another process that opens or closes the file. */
  readonly timeout: number
  readonly statement: string
}

/** As text, because the program is one file, and a thread that began with that file would load all of it. */
const program = `
const { parentPort, workerData } = require("node:worker_threads")
const { DatabaseSync } = require("node:sqlite")
const { filename, timeout, statement } = workerData
const db = new DatabaseSync(filename, { readOnly: true, timeout })
parentPort.postMessage(db.prepare(statement).get())
db.close()
`

const ended = new Error("the thread that read the file has ended")

/** Gives the first row of a statement. An interruption ends the thread. */
export const readOnThread = (
  reading: Reading,
  failed: (cause: unknown) => OperatorError
): Effect.Effect<Readonly<Record<string, unknown>> | undefined, OperatorError> =>
  Effect.callback((resume) => {
    const thread = new Worker(program, { eval: true, workerData: reading })
    thread.once("message", (row) => resume(Effect.succeed(row)))
    thread.once("error", (cause) => resume(Effect.fail(failed(cause))))
    thread.once("exit", () => resume(Effect.fail(failed(ended))))
    return Effect.promise(() => thread.terminate())
  })
