/**
 * The context of a call beside its arguments: the principal, and the receiver of progress.
 */
import type * as Effect from "effect/Effect"
import type { Principal } from "../Principal.ts"

/**
 * Reports progress to a client that requested it. Only an increase is sent, and nothing after the end.
 */
export type Progress = (done: number, total?: number, message?: string) => Effect.Effect<void>

export interface ToolContext {
  readonly principal: Principal
  readonly progress: Progress
}
