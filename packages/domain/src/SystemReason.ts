/**
 * Why the service changed an application unasked. The commands decide when it does.
 */
import * as Schema from "effect/Schema"

/** Why the service did it. */
export const SystemReason = Schema.Literals(["ownership_taken", "retention"]).annotate({
  description:
    "Why the service did it: `ownership_taken` when another application of the person was confirmed, `retention` when it erased a person whose time was over"
})
export type SystemReason = typeof SystemReason.Type
