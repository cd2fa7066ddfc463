/**
 * Answers the requests of Node's server. The pipeline of the service (`Pipeline.ts`) makes the answer; this file runs it in one fiber, or in none where the
 * answer is known at once, compresses the answer and writes it in one piece.
 */
import type * as Http from "node:http"
import { emptyBody } from "@partner-api/service/http/Incoming"
import type { Pipeline } from "@partner-api/service/http/Pipeline"
import { CurrentRequest } from "@partner-api/service/http/RequestContext"
import type { RequestExchange } from "@partner-api/service/http/RequestExchange"
import { CurrentUsage } from "@partner-api/service/services/access/RequestUsage"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Cookies from "effect/http/Cookies"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { freeBytes } from "../FreedBytes.ts"
import type { AnswerTimes } from "./AnswerTimeout.ts"
import { compressed, takesCompressed } from "./Compression.ts"
import { isDoubtful } from "./DoubtfulConnections.ts"
import type { NodeBody } from "./NodeBody.ts"
import { NodeIncoming } from "./NodeIncoming.ts"

/** Handles a request of Node's server, whose body is absent where it has none. */
export type AnswerRequest = (
  source: Http.IncomingMessage,
  response: Http.ServerResponse,
  body: NodeBody | undefined
) => void

/** Sends the pieces of a file, each once the system has taken the one before. A piece is the answer's alone, and its memory is freed then. */
const sendPieces = <E>(pieces: Stream.Stream<Uint8Array, E>, to: Http.ServerResponse): Effect.Effect<void, E> =>
  Stream.runForEach(pieces, (piece) =>
    Effect.callback<void>((resume) => {
      to.write(piece, () => {
        freeBytes(piece)
        resume(Effect.void)
      })
    })
  )

/** Ends the exchange and sends its answer, unless the client has gone. `stream` sends the pieces of a file. */
const send = (
  exchange: RequestExchange,
  answer: HttpServerResponse,
  method: string | undefined,
  body: NodeBody | undefined,
  to: Http.ServerResponse,
  stream: (pieces: Stream.Stream<Uint8Array, unknown>) => void
): void => {
  const headers: Http.OutgoingHttpHeaders = { ...answer.headers, ...exchange.end(answer) }
  if (to.destroyed) return
  if (!Cookies.isEmpty(answer.cookies)) headers["set-cookie"] = Cookies.toSetCookieHeaders(answer.cookies)
  if (body?.endsConnection === true) headers["connection"] = "close"
  to.writeHead(answer.status, headers)
  if (answer.body._tag === "Stream" && method !== "HEAD") return stream(answer.body.stream)
  const content =
    method === "HEAD" || answer.body._tag !== "Uint8Array" ? undefined : (answer.body.text ?? answer.body.body)
  if (body === undefined) to.end(content)
  else body.endAnswer(content, headers["connection"] === "close" || !to.shouldKeepAlive)
}

/** The function that answers requests. It logs an unexpected exception and cuts the connection. The fibers of requests end with the scope. */
export const answerRequests = (
  { begin }: Pipeline["Service"],
  environment: Context.Context<never>,
  scope: Scope.Scope,
  times: AnswerTimes
): AnswerRequest => {
  const run = Effect.runForkWith(environment)
  // A flat context takes the services of a request without a copy of all the others.
  const flat = Context.makeUnsafe<never>(environment.mapUnsafe)
  const orCut = (response: Http.ServerResponse, act: () => void): void => {
    const done = Result.try(act)
    if (Result.isSuccess(done)) return
    run(Effect.logError("a request failed", Cause.die(done.failure)))
    response.destroy()
  }
  const answer = (source: Http.IncomingMessage, body: NodeBody | undefined, to: Http.ServerResponse): void => {
    const incoming = new NodeIncoming(source, body ?? emptyBody, !isDoubtful(source.socket))
    const exchange = begin(incoming)
    const { answering, context } = exchange
    /** A connection that ends before its file is no error of the service, and a file that ends early cuts the connection: the client counts its bytes. */
    const stream = (pieces: Stream.Stream<Uint8Array, unknown>): void => {
      times.extend(to)
      const fiber = run(sendPieces(pieces, to))
      fiber.addObserver((exit) => void (Exit.isSuccess(exit) ? to.end() : to.destroy()))
      Fiber.runIn(fiber, scope)
      to.once("close", () => fiber.interruptUnsafe())
    }
    const finish = (exit: Exit.Exit<HttpServerResponse>): void => {
      if (Exit.isSuccess(exit)) return send(exchange, exit.value, source.method, body, to, stream)
      exchange.abandon()
      to.destroy()
    }
    const isCompressed = takesCompressed(incoming)
    const { knownAnswer } = exchange
    if (knownAnswer !== undefined && !isCompressed) return send(exchange, knownAnswer, source.method, body, to, stream)
    const services = flat.pipe(Context.add(CurrentRequest, context), Context.add(CurrentUsage, context.usage))
    const fiber = Effect.runForkWith(services)(
      isCompressed
        ? Effect.flatMap(answering, (response) => {
            exchange.countAnswer(response)
            return compressed(response)
          })
        : answering
    )
    exchange.recordBlocking()
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return finish(exit)
    fiber.addObserver((exit) => orCut(to, () => finish(exit)))
    Fiber.runIn(fiber, scope)
    to.once("close", () => fiber.interruptUnsafe())
  }
  return (source, response, body) => {
    const act = () => orCut(response, () => answer(source, body, response))
    if (body === undefined) act()
    else body.whenBuffered(act)
  }
}
