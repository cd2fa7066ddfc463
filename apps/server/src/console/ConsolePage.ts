/**
 * The page of the console at `/console/`, on the operator's listener. Its files are read when the first of them is requested.
 */
import { consolePath } from "@partner-api/contract/operator/ConsolePath"
import { type Incoming, pathOf } from "@partner-api/service/http/Incoming"
import { page } from "@partner-api/service/http/Pages"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Semaphore from "effect/Semaphore"
import { builtFiles } from "./BuiltFiles.ts"
import { consoleAnswer, notBuilt } from "./ConsoleAnswer.ts"

type Answer = (incoming: Incoming) => HttpServerResponse.HttpServerResponse

/** The address of the console leads to the page itself, whose files have addresses below it. */
const toPage = HttpServerResponse.redirect(`${consolePath}/`, { status: 308, headers: { "content-length": "0" } })

/** Answers with the files once they are there. Those who come while they are built wait for the one build; a failed one is tried again. */
const makeAnswer = Effect.gen(function* () {
  const turn = yield* Semaphore.make(1)
  let answer: Answer | undefined
  const made = turn.withPermits(1)(
    Effect.suspend(() =>
      answer === undefined ? Effect.map(builtFiles, (files) => (answer = consoleAnswer(files))) : Effect.succeed(answer)
    )
  )
  return (incoming: Incoming) =>
    pathOf(incoming) === consolePath
      ? Effect.succeed(toPage)
      : answer === undefined
        ? Effect.match(made, { onSuccess: (make) => make(incoming), onFailure: ({ reason }) => notBuilt(reason) })
        : Effect.succeed(answer(incoming))
})

export const pages = Effect.map(makeAnswer, (answer) => [
  page("/", () => toPage),
  // The address without the slash is one of them.
  { path: `${consolePath}/*`, answer }
])
