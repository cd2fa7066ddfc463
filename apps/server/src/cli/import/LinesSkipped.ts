/**
 * The end of an import that left bad lines out, as was requested: an exit code of its own, so that a script need not read the result. The lines
 * have been reported by then.
 */
import { exitCodes } from "@partner-api/cli-kit/ExitCode"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

export class LinesSkipped extends Schema.TaggedError<LinesSkipped>()("LinesSkipped", { count: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = exitCodes.linesSkipped
}
