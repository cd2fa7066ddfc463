/**
 * Tells a failure on standard error: in lines for people, in one line of JSON with `--json`.
 */
import { tell } from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import { type FailureRecord, failureRecord, ownFailure } from "./FailureRecord.ts"
import { failureLines } from "./FailureText.ts"
import { JsonOutput } from "./OutputForm.ts"

/** Tells something in the form that is requested. */
const tellEither = (lines: ReadonlyArray<string>, record: FailureRecord | undefined): Effect.Effect<void> =>
  Effect.flatMap(JsonOutput, (isJson) =>
    Effect.forEach(isJson ? (record === undefined ? [] : [JSON.stringify(record)]) : lines, tell, { discard: true })
  )

/** Reports a failure; nothing where it was reported elsewhere. */
export const tellFailure = (error: unknown): Effect.Effect<void> =>
  tellEither(failureLines(error), failureRecord(error))

/** Tells a failure of the program itself. */
export const tellOwnFailure = (code: string, message: string, remedy: string): Effect.Effect<void> =>
  tellEither([`partner: ${message}`, remedy], ownFailure(code, message, remedy))

/** Tells what became of a write that was interrupted. */
export const tellInterrupted = (remedy: string, idempotencyKey: string): Effect.Effect<void> =>
  tellEither([remedy], {
    ...ownFailure("interrupted", "The command was interrupted.", remedy),
    idempotency_key: idempotencyKey
  })

/** Tells a wrong command line as JSON. */
export const tellUsage = (mistakes: ReadonlyArray<string>, _usage: string, help: string): Effect.Effect<void> =>
  tell(JSON.stringify(ownFailure("usage", mistakes.join("\n"), `See: ${help}`)))
