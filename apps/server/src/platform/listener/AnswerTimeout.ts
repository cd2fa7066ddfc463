/**
 * Cuts the connections of clients that do not read their answer in time. One timer checks all connections once a second; a timer for each answer would
 * cost each request.
 */
import type * as Http from "node:http"
import type { Socket } from "node:net"
import { fileResponseTimeoutMs, responseTimeoutMs, timeoutCheckMs } from "../Limits.ts"

/** An answer, when the head of its request was there, and how long it may take from then on. */
interface Answer {
  readonly response: Http.ServerResponse
  readonly sinceMs: number
  timeoutMs: number
}

/** Bounds the time of answers. */
export interface AnswerTimes {
  /** The server calls it for each request. */
  readonly track: Http.RequestListener
  /** Gives an answer the time of a file, because its request or its body is one. */
  readonly extend: (response: Http.ServerResponse) => void
}

const isUnderWay = ({ response }: Answer): boolean => !response.closed

/** Bounds the time of a server's answers. */
export const limitAnswers = (server: Http.Server): AnswerTimes => {
  /** The unfinished answers of each connection, the oldest first: a client may send requests ahead (pipelining). */
  const connections = new Map<Socket, Array<Answer>>()
  const cutLate = (): void => {
    const nowMs = performance.now()
    for (const answers of connections.values()) {
      const oldest = answers.find(isUnderWay)
      if (oldest !== undefined && nowMs - oldest.sinceMs >= oldest.timeoutMs) oldest.response.destroy()
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
  return {
    track: ({ socket }, response) => {
      const answers = connections.get(socket)
      if (answers === undefined) return
      while (answers[0] !== undefined && !isUnderWay(answers[0])) answers.shift()
      answers.push({ response, sinceMs: performance.now(), timeoutMs: responseTimeoutMs })
    },
    extend: (response) => {
      const answers = response.socket === null ? undefined : connections.get(response.socket)
      const answer = answers?.find((one) => one.response === response)
      if (answer !== undefined) answer.timeoutMs = fileResponseTimeoutMs
    }
  }
}
