/**
 * One connection as bytes: pieces that are sent, and everything that comes back until the server ends it.
 */
import * as Net from "node:net"

/** A step of a connection: bytes to send, a text to wait for, or the end of what this side sends. */
export type Step = { readonly send: string } | { readonly until: string } | { readonly end: true }

/** Node fills this header from a clock that no program can set. */
const withoutDate = (text: string): string => text.replaceAll(/^Date: .*$/gim, "Date: -")

/** Takes the steps, one after the other, and returns all bytes that the server sends. */
export const converse = (port: number, steps: ReadonlyArray<Step>): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = Net.connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    let received = ""
    let next = 0
    const go = (): void => {
      const step = steps[next]
      if (step === undefined) return
      if ("until" in step) {
        if (!received.includes(step.until)) return
        next++
        return go()
      }
      next++
      if ("end" in step) {
        socket.end()
        return go()
      }
      socket.write(step.send, "latin1", () => setImmediate(go))
    }
    socket.on("connect", go)
    socket.on("data", (piece) => {
      received += piece.toString("latin1")
      go()
    })
    socket.on("end", () => socket.end())
    // A server that refuses what is still being sent resets the connection: what it has sent counts.
    socket.on("error", (cause: NodeJS.ErrnoException) => (cause.code === "ECONNREFUSED" ? reject(cause) : undefined))
    socket.on("close", () => resolve(withoutDate(received)))
  })
