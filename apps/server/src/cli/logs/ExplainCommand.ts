/**
 * `partner-api logs explain REQUEST_ID < server.log`: shows what happened to one request. Opens no database.
 */
import { print } from "@partner-api/cli-kit/Output"
import { requestIdPattern } from "@partner-api/contract/RequestHeaders"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { readLine, storyOf } from "../../platform/log/LogStory.ts"
import { OperatorError } from "../../platform/OperatorError.ts"

/** More lines than one request has: its answer, and a fault for each time that it was tried. */
const linesMax = 100

const unreadable = new OperatorError({
  message: "Standard input cannot be read.",
  remedy: "Give it the log, such as: partner-api logs explain REQUEST_ID < server.log."
})

const requestId = Argument.String("request id").pipe(
  Argument.withDescription("The request_id of an answer or of its X-Request-Id header"),
  Argument.withSchema(Schema.String.check(Schema.isPattern(requestIdPattern)))
)

export const explain = Command.make(
  "explain",
  { requestId },
  Effect.fnUntraced(function* (input) {
    const { stdin } = yield* Stdio.Stdio
    const lines = yield* stdin.pipe(
      Stream.decodeText,
      Stream.splitLines,
      Stream.filterMap((line) => Result.fromOption(readLine(line, input.requestId), () => undefined)),
      Stream.take(linesMax),
      Stream.runCollect,
      Effect.mapError(() => unreadable)
    )
    if (lines.length === 0) {
      return yield* new OperatorError({
        message: `No line of the log has the request id ${input.requestId}.`,
        remedy:
          "Give standard output and standard error of every node, as lines of JSON (LOG_FORMAT=json); LOG_LEVEL decides which requests have a line."
      })
    }
    yield* print(storyOf(lines))
  })
).pipe(Command.withDescription("Tell what happened to a request, from lines of the log on standard input"))
