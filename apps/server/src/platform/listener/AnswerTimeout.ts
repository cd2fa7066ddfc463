/**
 * Cuts the connections of clients that do not read their answer in time. One timer checks all connections once a second; a timer for each answer would
 * cost each request.
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

/** Bounds the time of a server's answers. The server calls the returned function for each request. */
export const limitAnswers = (server: Http.Server): Http.RequestListener => {
  /** The unfinished answers of each connection, the oldest first: a client may send requests ahead (pipelining). */
  const connections = new Map<Socket, Array<Answer>>()
  const cutLate = (): void => {
    const nowMs = performance.now()
    for (const answers of connections.values()) {
      const oldest = answers.find(isUnderWay)
      if (oldest !== undefined && nowMs - oldest.sinceMs >= responseTimeoutMs) oldest.response.destroy()
    }
  }
  const timer = setInterval(cutLate, timeoutCheckMs)
  // The timer alone does not keep the process running.
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
