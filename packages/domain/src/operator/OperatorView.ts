/**
 * Operators as they see each other: who may sign in, and who did last. An invitation is a link that signs one operator in, once.
 */
import * as Schema from "effect/Schema"

import { exampleMoment, Timestamp } from "../Timestamp.ts"
import { Operator, OperatorName, operatorNameMax, OperatorRole } from "./Operator.ts"
import { OperatorId } from "./OperatorId.ts"

const example = { id: OperatorId.make("opr_01KGAS0F00R4N8P2R6T0V3X7Z9"), name: "Ada", role: "admin" } as const

/** An operator in the list of all. */
export const OperatorSummary = Schema.Struct({
  ...Operator.fields,
  created_at: Timestamp,
  revoked_at: Schema.optionalKey(Timestamp).annotateKey({ description: "Since when it cannot sign in any more" }),
  sessions: Schema.Int.annotate({ description: "The number of sessions that have not ended", examples: [1] }),
  last_used_at: Schema.optionalKey(Timestamp).annotateKey({
    description: "When it was here last, to the minute; absent before the first sign-in"
  })
}).annotate({
  identifier: "OperatorSummary",
  description: "An operator in the list of all operators",
  examples: [{ ...example, created_at: exampleMoment, sessions: 1 }]
})
export type OperatorSummary = typeof OperatorSummary.Type

/** The operator that a link is for. */
export const NewOperatorLink = Schema.Struct({
  name: OperatorName.annotate({
    description: `A name of 1 to ${operatorNameMax} characters: a new one is a new operator`,
    examples: ["Ada"]
  }),
  role: OperatorRole.annotate({
    description: "A `viewer` reads; an `admin` changes too. An operator of this name gets it",
    examples: ["viewer"]
  })
}).annotate({
  identifier: "NewOperatorLink",
  description: "The operator that a sign-in link is for",
  examples: [{ name: "Ada", role: "viewer" }]
})
export type NewOperatorLink = typeof NewOperatorLink.Type

/** The answer that shows a link, once. */
export const OperatorLinkShown = Schema.Struct({
  operator: Operator,
  link: Schema.optionalKey(
    Schema.RedactedFromValue(
      Schema.String.annotate({
        description: "The link; it is shown only now, and signs the operator in once",
        examples: ["http://127.0.0.1:8090/console/#login=kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4hJ1kE8rT5w0"]
      })
    )
  ),
  expires_at: Timestamp
}).annotate({
  identifier: "OperatorLinkShown",
  description: "The sign-in link of an operator. A replayed answer lacks it"
})
export type OperatorLinkShown = typeof OperatorLinkShown.Type
