/**
 * A failure as JSON: the members of an error of the API, with what the program knows beside them. `FailureText.ts` is for people.
 */
import { OutputFailed } from "@partner-api/cli-kit/Output"
import * as Schema from "effect/Schema"
import { isPartnerError } from "../core/ClientError.ts"
import type { Problem } from "../core/Model.ts"
import { CommandFailure } from "./CommandFailure.ts"

/** A failure as a program reads it. */
export interface FailureRecord {
  /** The `error` of the API, or a code of this program. */
  readonly error: string
  readonly message: string
  readonly request_id: string | null
  /** The page that explains it: a file of this package, and its section. */
  readonly docs: string
  readonly details: ReadonlyArray<Problem>
  readonly remedy: string
  /** The key to run a write again with, when nobody knows whether it was done. */
  readonly idempotency_key?: string
}

/** The page that explains the failures of the program itself. */
const docs = "@partner-api/client/docs/cli.md#errors"

const isCommandFailure = Schema.is(CommandFailure)
const isOutputFailed = Schema.is(OutputFailed)

/** A failure that no answer of the service is behind. */
export const ownFailure = (error: string, message: string, remedy: string): FailureRecord => ({
  error,
  message,
  request_id: null,
  docs,
  details: [],
  remedy
})

/** The record of a failure; none for one that is reported elsewhere. */
export const failureRecord = (failure: unknown): FailureRecord | undefined => {
  if (isCommandFailure(failure)) {
    const { cause, choices = [], code = "not_done", idempotencyKey, message, remedy } = failure
    const text = [message, ...choices.map((choice) => choice.trim())].join("\n")
    const record = isPartnerError(cause) ? failureRecord(cause) : undefined
    return {
      ...(record ?? ownFailure(code, text, remedy)),
      remedy,
      ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey })
    }
  }
  if (isPartnerError(failure)) {
    const { code, details, message, requestId } = failure
    return {
      error: code,
      message,
      request_id: requestId ?? null,
      docs: failure.docs,
      details,
      remedy: failure.remedy
    }
  }
  return isOutputFailed(failure) ? ownFailure("output_failed", failure.message, failure.remedy) : undefined
}
