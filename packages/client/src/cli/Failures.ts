/**
 * Prints a failure to standard error: in lines for people, in one line of JSON with `--json`.
 */
import { printNotice } from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import { type FailureRecord, failureRecord, ownFailure } from "./FailureRecord.ts"
import { failureLines } from "./FailureText.ts"
import { JsonOutput } from "./OutputForm.ts"

/** Prints lines, or a record with `--json`. */
const printEither = (lines: ReadonlyArray<string>, record: FailureRecord | undefined): Effect.Effect<void> =>
  Effect.flatMap(JsonOutput, (isJson) =>
    Effect.forEach(isJson ? (record === undefined ? [] : [JSON.stringify(record)]) : lines, printNotice, {
      discard: true
    })
  )

/** Prints a failure; nothing where it was printed elsewhere. */
export const printFailure = (error: unknown): Effect.Effect<void> =>
  printEither(failureLines(error), failureRecord(error))

/** Prints a failure of the program itself. */
export const printOwnFailure = (code: string, message: string, remedy: string): Effect.Effect<void> =>
  printEither([`partner: ${message}`, remedy], ownFailure(code, message, remedy))

/** Prints the remedy and the key of a write that was interrupted. */
export const printInterrupted = (remedy: string, idempotencyKey: string): Effect.Effect<void> =>
  printEither([remedy], {
    ...ownFailure("interrupted", "The command was interrupted.", remedy),
    idempotency_key: idempotencyKey
  })

/** Prints the mistakes of a command line as JSON. */
export const printUsage = (mistakes: ReadonlyArray<string>, _usage: string, help: string): Effect.Effect<void> =>
  printNotice(JSON.stringify(ownFailure("usage", mistakes.join("\n"), `See: ${help}`)))
