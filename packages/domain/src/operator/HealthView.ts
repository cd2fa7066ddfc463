/**
 * How the service stands, as `partner-api doctor` finds it: each check with what was seen and what to do.
 */
import * as Schema from "effect/Schema"

import { Timestamp } from "../Timestamp.ts"

/** What one check found. */
export const HealthFinding = Schema.Struct({
  check: Schema.String.annotate({ description: "What was looked at", examples: ["backups"] }),
  state: Schema.Literals(["good", "look", "bad"]).annotate({
    description: "`look`: worth a look · `bad`: something does not work, or will not",
    examples: ["good"]
  }),
  seen: Schema.String.annotate({ description: "What was seen", examples: ["The newest backup is 2 hours old."] }),
  remedy: Schema.optionalKey(Schema.String.annotate({ description: "What to do" }))
}).annotate({ identifier: "HealthFinding", description: "What one check found" })

/** How the service stands. */
export const OperatorHealth = Schema.Struct({
  version: Schema.String.annotate({ description: "The version of the server", examples: ["0.1.0"] }),
  node: Schema.String.annotate({ description: "The version of Node.js", examples: ["v24.0.0"] }),
  database: Schema.String.annotate({
    description: "The database, without a password",
    examples: ["sqlite:data/partner-api.db"]
  }),
  started_at: Timestamp,
  processes: Schema.Int.annotate({ description: "How many processes answer requests", examples: [1] }),
  healthy: Schema.Boolean.annotate({ description: "Whether no check is bad" }),
  findings: Schema.Array(HealthFinding)
}).annotate({ identifier: "OperatorHealth", description: "How the service stands" })
export type OperatorHealth = typeof OperatorHealth.Type
