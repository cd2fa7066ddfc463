/**
 * Cuts connections whose answer is not taken in time. Connections are looked through once a second: a timer for each answer would be made
 * and thrown away for each request.
 */
import type * as Http from "node:http"
import type { Socket } from "node:net"
import { responseTimeoutMs, timeoutCheckMs } from "../Limits.ts"

/** An answer, and when the head of its request was there. */
interface Answer {
  readonly response: Http.ServerResponse
  readonly sinceMs: number
}

const isUnderWay = ({ response }: Answer): boolean => !response.closed

/** Bounds the time of a server's answers. The function that this returns takes each of its requests. */
export const limitAnswers = (server: Http.Server): Http.RequestListener => {
  /** The last answer of each connection, and those before it that are not taken yet: requests may be sent ahead. */
  const connections = new Map<Socket, Array<Answer>>()
  const cutLate = (): void => {
    const nowMs = performance.now()
    for (const answers of connections.values()) {
      const oldest = answers.find(isUnderWay)
      if (oldest !== undefined && nowMs - oldest.sinceMs >= responseTimeoutMs) oldest.response.destroy()
    }
  }
  const timer = setInterval(cutLate, timeoutCheckMs)
  // It is no reason to go on when nothing else is.
  timer.unref()
  server.once("close", () => clearInterval(timer))
  server.on("connection", (socket) => {
    connections.set(socket, [])
    socket.once("close", () => connections.delete(socket))
  })
  return ({ socket }, response) => {
    const answers = connections.get(socket)
    if (answers === undefined) return
    while (answers[0] !== undefined && !isUnderWay(answers[0])) answers.shift()
    answers.push({ response, sinceMs: performance.now() })
  }
}
