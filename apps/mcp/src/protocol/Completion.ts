/**
 * Completion of an argument while a human types it: at most a hundred values, the limit of the protocol.
 */
import type * as McpSchema from "effect/ai/McpSchema"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallLimit } from "./tool/CallLimit.ts"
import { cleanText } from "./answer/PlatformText.ts"
import { CurrentPrincipal, type Principal } from "./Principal.ts"
import type { ToolFailure } from "./tool/ToolFailure.ts"

/** The values that begin with the typed text, for the other arguments given before. */
export type Completer<R> = (
  typed: string,
  others: Readonly<Record<string, string>>,
  principal: Principal
) => Effect.Effect<ReadonlyArray<string>, ToolFailure, R>

const valuesMax = 100

const resultOf = (values: ReadonlyArray<string>) => ({
  completion: {
    values: values.slice(0, valuesMax).map(cleanText),
    total: values.length,
    hasMore: values.length > valuesMax
  }
})

interface Others {
  readonly arguments?: Readonly<Record<string, string>> | undefined
}

/** Completers in the form of the protocol. One that fails proposes nothing. */
export const completionsOf = <R>(
  completers: Readonly<Record<string, Completer<R>>>,
  limit: CallLimit,
  services: Context.Context<R>
): Record<string, (typed: string, others: Others | undefined) => Effect.Effect<McpSchema.CompleteResult>> =>
  Object.fromEntries(
    Object.entries(completers).map(([name, complete]) => [
      name,
      (typed: string, others: Others | undefined) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          limit(principal, "completion/complete", complete(typed, others?.arguments ?? {}, principal))
        ).pipe(
          Effect.catch(() => Effect.succeed<ReadonlyArray<string>>([])),
          Effect.map(resultOf),
          Effect.provideContext(services)
        )
    ])
  )
