/**
 * The definition of a server: its tools, resources and prompts, in the order in which clients see them, and their registration.
 */
import * as McpServer from "effect/ai/McpServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { makeCallLimit } from "./tool/CallLimit.ts"
import { type Prompt, registerPrompt } from "./Prompt.ts"
import { registerResource, type Resource } from "./Resource.ts"
import type { Tool } from "./tool/Tool.ts"
import { registerTool } from "./tool/ToolRegistration.ts"
import { registerWithheld, type WithheldTool } from "./tool/WithheldTool.ts"

/** The name and the version of the server, and its instructions for a model. */
interface ServerInfo {
  readonly name: string
  readonly version: string
  /** Instructions before the first call of a model; at most 600 characters. */
  readonly instructions: string
}

export interface ServerDefinition<out R> extends ServerInfo {
  readonly tools: ReadonlyArray<Tool<R>>
  /** Tools that are not enabled, whose calls are refused. */
  readonly withheld?: ReadonlyArray<WithheldTool>
  readonly resources: ReadonlyArray<Resource<R>>
  readonly prompts: ReadonlyArray<Prompt<R>>
  /** An element for each change of the tools that are visible. */
  readonly toolChanges?: Stream.Stream<void>
}

/** Clients learn that they should list the tools again; otherwise a host keeps the first list as long as it runs. */
const announceChanges = (changes: Stream.Stream<void>) =>
  Effect.flatMap(McpServer.McpServer, ({ notifications }) =>
    Effect.forkScoped(Stream.runForEach(changes, () => notifications["notifications/tools/list_changed"]({})))
  )

/** Registers everything in sequence, so that lists have one order. */
export const registrations = <R>(definition: ServerDefinition<R>): Layer.Layer<never, never, McpServer.McpServer | R> =>
  Layer.effectDiscard(
    Effect.flatMap(makeCallLimit, (limit) =>
      Effect.all(
        [
          ...definition.tools.map((tool) => registerTool(tool, limit)),
          ...(definition.withheld ?? []).map(registerWithheld),
          ...definition.resources.map((resource) => registerResource(resource, limit)),
          ...definition.prompts.map((prompt) => registerPrompt(prompt, limit)),
          announceChanges(definition.toolChanges ?? Stream.empty)
        ],
        { discard: true }
      )
    )
  )
