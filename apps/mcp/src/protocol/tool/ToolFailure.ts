/**
 * What a tool answers when it cannot do what was asked, written so that a model can mend its next call.
 *
 * `outcome` is the promise that matters for writes: `not_sent` nothing left this process, `rejected` the platform refused,
 * `unknown` it may have happened. No stack, no header, no path of this machine is ever in it.
 */
import * as Data from "effect/Data"
import { cleanJson } from "../answer/PlatformText.ts"

/** One argument that is wrong, where it is (JSON Pointer), what to send instead, and a value that would do. */
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
  /** Whether the very same call may work later without harm. */
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

/** A failure of what was asked, before anything was sent. */
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
