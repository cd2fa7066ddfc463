/**
 * A tool, independent of the protocol: its metadata, its schemas, and what a call of it does.
 *
 * `readTool` and `writeTool` make tools; `ToolRegistration` registers them with the protocol.
 */
import type * as Effect from "effect/Effect"
import type { Elicitation } from "../confirmation/HumanAnswer.ts"
import { holds, type Principal } from "../Principal.ts"
import type { ToolContext } from "./ToolContext.ts"
import type { ToolFailure } from "./ToolFailure.ts"
import type { ObjectSchema } from "./WireSchema.ts"

interface ToolAnnotations {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/** The reason why a tool is not offered: it is not known yet, the platform has no such extension, or no grant holds one of the permissions. */
export type Lack =
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Extension"; readonly name: string }
  | { readonly _tag: "Permission"; readonly anyOf: ReadonlyArray<string> }

/** The metadata of a tool. */
export interface ToolMetadata {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The group by which an operator turns tools on and off. */
  readonly toolset: string
  readonly annotations: ToolAnnotations
  /** Scopes of which a principal must hold one to see and to call it. */
  readonly scopes?: ReadonlyArray<string>
  /** The reason why it is not offered now. No list has a tool with such a reason, and a call of it is answered with the reason. The default is nothing. */
  readonly lacks?: () => Lack | undefined
}

/** The answer to a call: a result in its wire form, or a question to the human first. */
export type ToolAnswer =
  | {
      readonly _tag: "Result"
      readonly structured: Readonly<Record<string, unknown>>
      /** Whether this is the answer of an earlier call with the same confirmation. The default is false. */
      readonly isReplayed?: boolean
    }
  | { readonly _tag: "Question"; readonly question: string; readonly state: string }

export interface ToolCall {
  readonly arguments: Readonly<Record<string, unknown>>
  readonly context: ToolContext
  readonly elicitation: Elicitation
}

export interface Tool<out R> extends ToolMetadata {
  readonly inputSchema: ObjectSchema | undefined
  readonly outputSchema: ObjectSchema | undefined
  readonly call: (call: ToolCall) => Effect.Effect<ToolAnswer, ToolFailure, R>
}

/** Whether a principal may call a tool: it holds the tool's scopes. */
export const isAnswered = (tool: ToolMetadata, principal: Principal): boolean => holds(principal, tool.scopes ?? [])

/** Whether a principal sees a tool in the list. */
export const isVisible = (tool: ToolMetadata, principal: Principal): boolean =>
  isAnswered(tool, principal) && tool.lacks?.() === undefined

/** The metadata of a declaration, without its other members. */
export const metadataOf = (metadata: ToolMetadata): ToolMetadata => ({
  name: metadata.name,
  title: metadata.title,
  description: metadata.description,
  toolset: metadata.toolset,
  annotations: metadata.annotations,
  ...(metadata.scopes === undefined ? {} : { scopes: metadata.scopes }),
  ...(metadata.lacks === undefined ? {} : { lacks: metadata.lacks })
})
