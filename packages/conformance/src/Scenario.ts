/**
 * A scenario: one rule of the specification, tried from outside. Where the rule is kept, it returns what it saw.
 */
import * as Effect from "effect/Effect"
import type { Failure } from "./Outcome.ts"
import type { Session } from "./Session.ts"

export interface Scenario {
  /**
   * The rule as the requirements name it: `spec-…` is documented, `dec-…` is decided by this project. A rule that the specification
   * states in several places has several names.
   */
  readonly rules: readonly [string, ...ReadonlyArray<string>]
  readonly title: string
  /** Whether it leaves something behind: a user, an organization, fees. */
  readonly writes: boolean
  readonly run: (session: Session) => Effect.Effect<string, Failure>
}

type Body = (session: Session) => Generator<Effect.Effect<unknown, Failure>, string, never>

/** A scenario that only reads. */
export const scenario = (rules: string | Scenario["rules"], title: string, body: Body): Scenario => ({
  rules: typeof rules === "string" ? [rules] : rules,
  title,
  writes: false,
  run: (session) => Effect.gen(() => body(session))
})

/** A scenario that leaves something behind. */
export const writing = (rules: string | Scenario["rules"], title: string, body: Body): Scenario => ({
  ...scenario(rules, title, body),
  writes: true
})

/** Whether a rule is of the specification itself. */
export const isDocumented = (rule: string): boolean => rule.startsWith("spec-")
