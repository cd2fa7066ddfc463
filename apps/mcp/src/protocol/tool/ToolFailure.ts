/**
 * The failure of a tool, worded so that a model can correct its next call.
 *
 * `outcome` is the result of a write: `not_sent` nothing left this process, `rejected` the platform refused, `unknown` it may have
 * happened. A failure never holds a stack, a header or a path of this machine.
 */
import * as Data from "effect/Data"
import { cleanJson } from "../answer/PlatformText.ts"

/** One wrong argument: where it is (JSON Pointer), what to send instead, and a valid value. */
export interface FieldProblem {
  readonly path: string
  readonly problem: string
  readonly example?: unknown
}

export interface ToolFailureFields {
  /** A short name of the cause; the platform's own code where it gave one. */
  readonly error: string
  /** One sentence of cause, one of remedy. */
  readonly message: string
  readonly outcome: "not_sent" | "rejected" | "unknown"
  /** Whether the same call is safe to retry and may succeed later. */
  readonly retryable: boolean
  /** The status that the platform answered with. */
  readonly status?: number | undefined
  readonly fields?: ReadonlyArray<FieldProblem> | undefined
  /** Tools that help. */
  readonly next: ReadonlyArray<string>
}

export class ToolFailure extends Data.TaggedError("ToolFailure")<ToolFailureFields> {}

/** The failure as JSON, in the order in which a reader wants it. */
export const failureJson = ({ error, message, outcome, retryable, status, fields, next }: ToolFailure): string =>
  JSON.stringify(cleanJson({ error, message, outcome, retryable, status, fields, next }))

/** A failure of a call before anything was sent. */
export const notSent = (
  error: string,
  message: string,
  more?: {
    readonly next?: ReadonlyArray<string>
    readonly fields?: ReadonlyArray<FieldProblem>
    readonly retryable?: boolean
  }
): ToolFailure =>
  new ToolFailure({
    error,
    message,
    outcome: "not_sent",
    retryable: more?.retryable ?? false,
    fields: more?.fields,
    next: more?.next ?? []
  })
