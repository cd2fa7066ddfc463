/**
 * Progress of a call, sent to a client that requested it: always increasing, never after the end.
 */
import type * as McpSchema from "effect/ai/McpSchema"
import type * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { cleanText } from "../answer/PlatformText.ts"
import type { Progress } from "./ToolContext.ts"

export interface ProgressReport {
  readonly progress: Progress
  /** Nothing is sent from here on. */
  readonly end: Effect.Effect<void>
}

/** The name under which the client wants to hear of a request, if it does. */
const tokenOf = ({ requestMetadata }: McpSchema.McpRequestContext["Service"]): string | number | undefined => {
  const token: unknown = Predicate.hasProperty(requestMetadata, "progressToken")
    ? requestMetadata.progressToken
    : undefined
  return typeof token === "string" || typeof token === "number" ? token : undefined
}

/** Reports of one request. */
export const makeProgressReport = (
  server: McpServer.McpServer["Service"],
  request: McpSchema.McpRequestContext["Service"]
): ProgressReport => {
  const progressToken = tokenOf(request)
  let furthest = -Infinity
  let ended = progressToken === undefined
  return {
    progress: (done, total, message) =>
      Effect.suspend(() => {
        if (ended || progressToken === undefined || !(done > furthest)) return Effect.void
        furthest = done
        return Effect.ignoreCause(
          server.notifications["notifications/progress"]({
            progressToken,
            progress: done,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message: cleanText(message) })
          })
        )
      }),
    end: Effect.sync(() => {
      ended = true
    })
  }
}
