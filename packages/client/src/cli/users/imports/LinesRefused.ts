/**
 * The end of an import that refused lines: an exit code of its own, so that a script need not read the result. The lines have been reported
 * by then.
 */
import { exitCodes } from "@partner-api/cli-kit/ExitCode"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

export class LinesRefused extends Schema.TaggedError<LinesRefused>()("LinesRefused", { count: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = exitCodes.linesSkipped
}
