/**
 * Answers the requests that Node's parser refuses before any route is known (decisions, Errors).
 *
 * Node alone would write bare status lines. Every answer of the process has the Error body and a request id.
 */
import * as Crypto from "node:crypto"
import * as Http from "node:http"
import type { Duplex } from "node:stream"
import { toWire } from "@partner-api/contract/WireErrors"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import {
  ExpectationFailed,
  HeadersTooLarge,
  InvalidRequest,
  MethodNotAllowed,
  RequestTimeout
} from "@partner-api/contract/ProtocolErrors"
import * as Predicate from "effect/Predicate"
import type { WriteAccessLog } from "@partner-api/service/http/AccessLog"
import { everyAnswer } from "@partner-api/service/http/AnswerHeaders"

const write = (error: PartnerError) => {
  const { status, headers, body } = toWire(error, Crypto.randomUUID())
  const text = JSON.stringify(body)
  const lines = {
    ...everyAnswer,
    ...headers,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-request-id": body.request_id ?? "",
    connection: "close"
  }
  return { status, errorCode: error.code, text, lines }
}

const lateCode = "ERR_HTTP_REQUEST_TIMEOUT"

/** The error of a request that does not arrive in time, as Node makes it. */
export const late = Object.assign(new Error("Request timeout"), { code: lateCode })

const byCode: Readonly<Record<string, PartnerError>> = {
  HPE_HEADER_OVERFLOW: new HeadersTooLarge({ message: "The headers are larger than this service reads." }),
  [lateCode]: new RequestTimeout({ message: "The request did not arrive in time." })
}
const malformed = new InvalidRequest({ message: "The request is not valid HTTP/1.1." })

const logAnswer = (
  log: WriteAccessLog,
  method: string | undefined,
  { errorCode, lines, status }: ReturnType<typeof write>
): void =>
  log({
    method,
    route: undefined,
    status,
    errorCode,
    durationMs: 0,
    isReplay: false,
    requestId: lines["x-request-id"],
    traceId: undefined,
    clientId: undefined,
    organizationId: undefined,
    clientAddress: undefined
  })

/** Writes an error on a socket without a response object, and ends the connection. */
const end = (log: WriteAccessLog, method: string | undefined, error: PartnerError, socket: Duplex): void => {
  const answer = write(error)
  const { status, text, lines } = answer
  logAnswer(log, method, answer)
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${Http.STATUS_CODES[status] ?? ""}\r\n${head.join("")}\r\n${text}`)
}

/** Answers requests that the parser refused, after an answer that is under way on the same connection. */
export const parserErrors = (log: WriteAccessLog) => {
  const underWay = new WeakMap<Duplex, Http.ServerResponse>()
  return {
    trackAnswer: (request: Http.IncomingMessage, response: Http.ServerResponse): void => {
      underWay.set(request.socket, response)
    },
    onClientError: (cause: Error, socket: Duplex): void => {
      const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
      if (!socket.writable || code === "ECONNRESET") {
        socket.destroy()
        return
      }
      const before = underWay.get(socket)
      // An answer that closes the connection is the last one, so the refusal is not sent.
      if (before?.headersSent === true && !before.shouldKeepAlive) return
      const refuse = () => end(log, undefined, byCode[code] ?? malformed, socket)
      // Where the broken part is the body of the request under way, its answer may never come, so the refusal does not wait for it.
      if (before === undefined || before.writableFinished || !before.req.complete) refuse()
      else before.once("close", refuse)
    }
  }
}

/** Refuses CONNECT, because the service is no proxy. Node would close the connection without an answer. */
export const onConnect =
  (log: WriteAccessLog) =>
  (request: Http.IncomingMessage, socket: Duplex): void =>
    end(
      log,
      request.method,
      new MethodNotAllowed({ message: "This service is no proxy and opens no tunnels.", allow: [] }),
      socket
    )

/** Refuses an `Expect` other than `100-continue`. */
export const onExpectation =
  (log: WriteAccessLog) =>
  (request: Http.IncomingMessage, response: Http.ServerResponse): void => {
    const answer = write(new ExpectationFailed({ message: "The only expectation met is 100-continue." }))
    const { status, text, lines } = answer
    logAnswer(log, request.method, answer)
    response.writeHead(status, lines).end(text)
  }
