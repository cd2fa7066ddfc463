/**
 * A tool that the operator did not enable: it is not listed, and a call of it is refused with what the user can do.
 *
 * A model may know its name from another session. Without this, the call would fail as one of a tool that does not exist.
 */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentPrincipal } from "../Principal.ts"
import { logged } from "./CallLog.ts"
import type { ToolFailure } from "./ToolFailure.ts"
import { failed } from "./ToolRegistration.ts"

export interface WithheldTool {
  readonly name: string
  readonly refusal: ToolFailure
}

/** Registers one. */
export const registerWithheld = ({ name, refusal }: WithheldTool): Effect.Effect<void, never, McpServer.McpServer> =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const unlisted = McpServer.visibility(({ method }) => Effect.succeed(method === "tools/call"))
    yield* server.addTool({
      tool: new McpSchema.Tool({ name, inputSchema: { type: "object" } }),
      annotations: Context.empty(),
      services: yield* Effect.provide(Effect.context<never>(), unlisted.layer),
      handle: () =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          Effect.match(logged(name, principal, Effect.fail(refusal)), {
            onFailure: failed,
            onSuccess: () => failed(refusal)
          })
        )
    })
  })
