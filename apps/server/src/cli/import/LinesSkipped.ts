/**
 * The end of an import that left bad lines out, as was asked for: exit code 3, so that a script need not read the result. The lines
 * have been told by then.
 */
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

export class LinesSkipped extends Schema.TaggedError<LinesSkipped>()("LinesSkipped", { count: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = 3
}
