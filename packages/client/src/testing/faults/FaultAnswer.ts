/**
 * Faults as the sender of a request sees them: network errors, and answers that are not the service's.
 */
import { type Answer, errorAnswer, errorFor, type ErrorStyle } from "../http/Answer.ts"
import type { ChangeableAnswer, Fault } from "./Fault.ts"

/** The error with which `fetch` rejects when the network fails, as Node's does. */
export const networkError = (code: string, message: string): TypeError =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) })

export const resetError = (): TypeError => networkError("ECONNRESET", "read ECONNRESET")
export const refusedError = (): TypeError => networkError("ECONNREFUSED", "connect ECONNREFUSED")

/** The error of a body whose connection ends in the middle, as in Node. */
const terminatedError = (): TypeError =>
  new TypeError("terminated", { cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }) })

const page = (status: number): string =>
  `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center><hr><center>proxy</center></body></html>`

const encoder = new TextEncoder()

const redirectStatus = 302

/** The answer that comes in place of the service's; nothing when the request is handled. */
export const answerOf = (fault: Fault, requestId: string, style: ErrorStyle): Answer | undefined => {
  if (typeof fault === "string") return undefined
  if ("html" in fault) {
    return { status: fault.html, headers: { "content-type": "text/html" }, body: page(fault.html) }
  }
  if ("redirect" in fault) {
    return { status: fault.status ?? redirectStatus, headers: { location: fault.redirect }, body: undefined }
  }
  if ("body" in fault) {
    const given = typeof fault.body === "function" ? fault.body() : fault.body
    const body = given instanceof Uint8Array ? new Uint8Array(given) : given
    return { status: fault.status ?? 200, headers: { "content-type": "application/json", ...fault.headers }, body }
  }
  if (!("status" in fault)) return undefined
  const error = errorFor(fault.status, fault.error)
  const answer =
    error === undefined
      ? { status: fault.status, headers: { "content-type": "text/plain" }, body: `status ${fault.status}` }
      : errorAnswer(error, requestId, style)
  const wait = fault.retryAfterSeconds === undefined ? {} : { "retry-after": String(fault.retryAfterSeconds) }
  return { ...answer, headers: { ...answer.headers, ...wait, ...fault.headers } }
}

/** Half of a body, and then the end of the connection. */
const cut = (body: string | Uint8Array): ReadableStream<Uint8Array> => {
  const bytes = typeof body === "string" ? encoder.encode(body) : body
  const halves = [bytes.subarray(0, bytes.length >>> 1)]
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const half = halves.shift()
      if (half === undefined) controller.error(terminatedError())
      else controller.enqueue(half)
    }
  })
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An answer whose body is changed as JSON. */
export const changed = (answer: Answer, change: (answer: ChangeableAnswer) => ChangeableAnswer): Answer => {
  const before = typeof answer.body === "string" ? parse(answer.body) : undefined
  const { status, headers, body } = change({ status: answer.status, headers: answer.headers, body: before })
  return { status, headers, body: body === undefined ? answer.body : JSON.stringify(body) }
}

/** Applies a fault to the service's answer. */
export const spoil = (fault: Fault, answer: Answer): Answer => {
  if (typeof fault === "string") return answer
  if ("truncated" in fault) {
    const { body } = answer
    return typeof body === "string" || body instanceof Uint8Array ? { ...answer, body: cut(body) } : answer
  }
  if ("next" in fault) {
    const { link: _, ...headers } = answer.headers
    return changed({ ...answer, headers }, (shown) =>
      typeof shown.body === "object" && shown.body !== null && "next" in shown.body
        ? { ...shown, body: { ...shown.body, next: fault.next } }
        : shown
    )
  }
  return "change" in fault ? changed(answer, fault.change) : answer
}
