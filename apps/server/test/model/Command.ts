/**
 * A command of the model: one request, and what the model answers to it.
 */
import type { Choices } from "./Choices.ts"
import type { Organization } from "./Organization.ts"
import type { Outcome } from "./Outcome.ts"
import type { IfMatch, Tags } from "./Tags.ts"
import type { Caller } from "./World.ts"

export interface Command {
  /** What is counted together. */
  readonly kind: string
  /** The permissions of which one is enough. */
  readonly needs: ReadonlyArray<string>
  readonly method: "GET" | "POST" | "PATCH"
  readonly path: string
  /** The application whose placement stands for `{placementId}` in the path. */
  readonly hireOf?: string
  /** Whether it is walked page by page. */
  readonly isList?: boolean
  readonly json?: object
  /** Whether the request contradicts its schema, whatever it is about. */
  readonly isBad?: boolean
  /** Whether it takes an idempotency key. */
  readonly isWrite?: boolean
  readonly ifMatch?: IfMatch | undefined
  /** The resource whose state the answer shows. */
  readonly resource?: string
  /**
   * The model's answer to a request that is let in, and its change. `id` is the one that the service chose for what it made: the one fact
   * that the model takes from it.
   */
  readonly answer: (id: string) => Outcome
}

/** What a command is chosen for. */
export interface Situation {
  readonly organization: Organization
  readonly caller: Caller
  readonly choices: Choices
  readonly tags: Tags
}

export type MakeCommand = (situation: Situation) => Command

/** Whether a change of a resource in this state comes too late. */
export const isLate = ({ ifMatch }: Pick<Command, "ifMatch">, state: string): boolean =>
  ifMatch !== undefined && !ifMatch.matches(state)
