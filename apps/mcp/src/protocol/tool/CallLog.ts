/**
 * The line of the log about a call of a tool: which tool, for whom, how it ended and how long it took. Arguments and results are never in
 * it.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { cutText, revealText } from "../answer/PlatformText.ts"
import { type LogFields, plainWord, logEvent } from "../Log.ts"
import type { Principal } from "../Principal.ts"
import type { ToolAnswer } from "./Tool.ts"
import type { ToolFailure } from "./ToolFailure.ts"

/** An issuer chooses the ids of its subjects; a longer one is cut. */
const callerLengthMax = 100

/** The end of a call: `ok`, `asked` for a question to the user, `interrupted`, `defect`, or the outcome of a failure with its cause. */
const outcomeOf = (exit: Exit.Exit<ToolAnswer, ToolFailure>): Pick<LogFields, "outcome" | "error"> => {
  if (Exit.isSuccess(exit)) return { outcome: exit.value._tag === "Question" ? "asked" : "ok" }
  if (Cause.hasInterrupts(exit.cause)) return { outcome: "interrupted" }
  const defect = exit.cause.reasons.find(Cause.isDieReason)
  const failure = exit.cause.reasons.find(Cause.isFailReason)
  return defect !== undefined || failure === undefined
    ? { outcome: "defect" }
    : { outcome: failure.error.outcome, error: plainWord(failure.error.error) }
}

/** The same call, whose outcome is logged. */
export const logged = <R>(
  tool: string,
  { id }: Principal,
  call: Effect.Effect<ToolAnswer, ToolFailure, R>
): Effect.Effect<ToolAnswer, ToolFailure, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (startMs) =>
    Effect.onExit(call, (exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
        logEvent("tool_call", {
          tool,
          caller: revealText(cutText(id, callerLengthMax)),
          ...outcomeOf(exit),
          ms: nowMs - startMs
        })
      )
    )
  )
