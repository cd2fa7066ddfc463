/**
 * What a tool is told beside its arguments: who asks, and where to tell how far it is.
 */
import type * as Effect from "effect/Effect"
import type { Principal } from "../Principal.ts"

/**
 * Tells the client how far the work is. Only what is further than before is sent, nothing after the end, and nothing at all
 * when the client did not ask.
 */
export type Progress = (done: number, total?: number, message?: string) => Effect.Effect<void>

export interface ToolContext {
  readonly principal: Principal
  readonly progress: Progress
}
