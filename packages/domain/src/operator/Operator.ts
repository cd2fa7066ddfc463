/**
 * The people who run the service: who they are, and what they may do in the console and the operator's API.
 *
 * Knows no sessions and no links: those are compared by their digests, in the service.
 */
import * as Schema from "effect/Schema"

import { problem } from "../Problem.ts"
import { trimmedText } from "../Text.ts"
import { exampleMoment, Timestamp } from "../Timestamp.ts"
import { OperatorId } from "./OperatorId.ts"

export { OperatorId }

/** The longest name of an operator, in characters. */
export const operatorNameMax = 100

/** The name of an operator. */
export const OperatorName = trimmedText(1, operatorNameMax)

/** A `viewer` reads; an `admin` changes too. */
export const OperatorRole = Schema.Literals(["viewer", "admin"])
export type OperatorRole = typeof OperatorRole.Type

/** Whether a role has all that another one has. */
export const hasRole = (role: OperatorRole, needed: OperatorRole): boolean => role === "admin" || needed === "viewer"

/** The lifetime of a link to sign in: a person opens it at once. */
export const signInLinkLifetimeMs = 600_000

/** The maximum lifetime of a session: a working day. */
export const sessionLifetimeMs = 43_200_000

/** The lifetime of a session without a request. */
export const sessionIdleMs = 1_800_000

/** When a session ends that is used now. */
export const sessionEndMs = (startedAtMs: number, usedAtMs: number): number =>
  Math.min(startedAtMs + sessionLifetimeMs, usedAtMs + sessionIdleMs)

/** An operator, as the operator's API shows one. */
export const Operator = Schema.Struct({
  id: OperatorId,
  name: Schema.String.annotate({ description: "The name of the operator", examples: ["Ada"] }),
  role: OperatorRole.annotate({ description: "A `viewer` reads; an `admin` changes too" })
}).annotate({
  identifier: "Operator",
  description: "A person who runs the service",
  examples: [{ id: OperatorId.make("opr_01KGAS0F00R4N8P2R6T0V3X7Z9"), name: "Ada", role: "admin" }]
})
export type Operator = typeof Operator.Type

/** The request that signs an operator in, with the token of a link. */
export const SignIn = Schema.Struct({
  token: Schema.RedactedFromValue(
    Schema.String.check(Schema.isMaxLength(128, problem("length", "must be the token of a sign-in link"))).annotate({
      description: "The token of a sign-in link; it can be used once, within ten minutes",
      examples: ["kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4hJ1kE8rT5w0"]
    })
  )
}).annotate({ identifier: "SignIn", description: "Signs an operator in" })
export type SignIn = typeof SignIn.Type

/** The session of an operator. */
export const OperatorSession = Schema.Struct({
  operator: Operator,
  expires_at: Timestamp.pipe(Schema.annotateEncoded({ description: "When it ends, however much it is used" }))
}).annotate({
  identifier: "OperatorSession",
  description: "The session of an operator; it ends earlier after 30 minutes without a request",
  examples: [
    {
      operator: { id: OperatorId.make("opr_01KGAS0F00R4N8P2R6T0V3X7Z9"), name: "Ada", role: "admin" },
      expires_at: exampleMoment
    }
  ]
})
export type OperatorSession = typeof OperatorSession.Type
