/**
 * Answers requests that are there whole: one fiber for what the endpoint does, none where the answer is known at once, and the answer written as
 * one piece (decisions 71 and 72). All other requests are the framework's: it reads a body that is still to come, bounds it and looks after its rest.
 *
 * What is answered, `RequestHandler` says; nothing of that is known here.
 */
import type * as Http from "node:http"
import { CurrentRequest } from "@partner-api/service/http/CurrentRequest"
import type { BegunRequest, RequestHandler } from "@partner-api/service/http/RequestHandler"
import { CurrentShare } from "@partner-api/service/services/access/RequestShare"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Cookies from "effect/http/Cookies"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { WholeRequest } from "./WholeRequest.ts"
import { compressed, takesCompressed } from "./Compression.ts"

/** Sends an answer. It is not sent where the client has gone. */
const send = (begun: BegunRequest, answer: HttpServerResponse, { method }: WholeRequest, to: Http.ServerResponse) => {
  const headers: Http.OutgoingHttpHeaders = { ...answer.headers, ...begun.end(answer) }
  if (to.destroyed) return
  const { body, cookies, status } = answer
  if (!Cookies.isEmpty(cookies)) headers["set-cookie"] = Cookies.toSetCookieHeaders(cookies)
  to.writeHead(status, headers)
  to.end(method === "HEAD" || body._tag !== "Uint8Array" ? undefined : (body.text ?? body.body))
}

/** What handles requests: the listener of Node. */
export type OnRequest = (request: Http.IncomingMessage, response: Http.ServerResponse) => void

/** Makes what answers a request. What fails where nothing may fail is reported, and its connection is cut. Fibers end with the scope. */
export const answerWhole = (
  { begin }: RequestHandler["Service"],
  environment: Context.Context<never>,
  scope: Scope.Scope
): OnRequest => {
  const run = Effect.runForkWith(environment)
  // Flat, so that the services of a request are added to it without a copy of all others.
  const flat = Context.makeUnsafe<never>(environment.mapUnsafe)
  const orCut = (response: Http.ServerResponse, act: () => void): void => {
    const done = Result.try(act)
    if (Result.isSuccess(done)) return
    run(Effect.logError("a request failed", Cause.die(done.failure)))
    response.destroy()
  }
  const answer = (source: Http.IncomingMessage, to: Http.ServerResponse): void => {
    const request = new WholeRequest(source)
    const begun = begin(request)
    const isCompressed = takesCompressed(request)
    if (begun.answer !== undefined && !isCompressed) return send(begun, begun.answer, request, to)
    const services = flat.pipe(
      Context.add(HttpServerRequest, request),
      Context.add(CurrentRequest, begun.record),
      Context.add(CurrentShare, begun.record.share)
    )
    const { answering } = begun
    const fiber = Effect.runForkWith(services)(
      isCompressed
        ? Effect.flatMap(answering, (answer) => {
            begun.countAnswer(answer)
            return compressed(answer)
          })
        : answering
    )
    const finish = (exit: Exit.Exit<HttpServerResponse>): void => {
      if (Exit.isSuccess(exit)) return send(begun, exit.value, request, to)
      begun.abandon()
      to.destroy()
    }
    begun.noteHeld()
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return finish(exit)
    fiber.addObserver((exit) => orCut(to, () => finish(exit)))
    Fiber.runIn(fiber, scope)
    to.once("close", () => fiber.interruptUnsafe())
  }
  return (request, response) => orCut(response, () => answer(request, response))
}
