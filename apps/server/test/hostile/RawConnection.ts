/**
 * A connection that is held by hand: bytes go out as they are, and answers are taken one after the other as they come in.
 *
 * Unlike `exchange`, it can tell a connection that was left open from one that was ended, and it never waits for longer than its
 * deadline.
 */
import * as Net from "node:net"
import { type Answer, answersOf } from "../HttpCall.ts"

/** A server that says nothing for so long hangs. */
export const hangMs = 10_000

/** The first whole answer among bytes, and where it ends. */
const takeAnswer = (bytes: Buffer): { readonly answer: Answer; readonly end: number } | undefined => {
  const headEnd = bytes.indexOf("\r\n\r\n")
  if (headEnd < 0) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.subarray(0, headEnd).toString("latin1"))?.[1]
  const end = headEnd + 4 + Number(length ?? 0)
  if (bytes.length < end) return undefined
  const [answer] = answersOf({ sent: "", received: bytes.subarray(0, end).toString() })
  return answer === undefined ? undefined : { answer, end }
}

/** What came next: an answer, the end of the connection, or nothing until the deadline. */
export type Next = Answer | "closed" | "late"

export const openRaw = (port: number) => {
  const socket = Net.connect(port, "127.0.0.1")
  let received = Buffer.alloc(0)
  const isClosed = () => socket.closed
  let wake = () => {}
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  socket.on("error", () => socket.destroy())
  socket.on("close", () => {
    wake()
  })

  /** The next answer, interim ones left out. */
  const next = async (deadlineMs = hangMs): Promise<Next> => {
    const deadline = AbortSignal.timeout(deadlineMs)
    for (;;) {
      const taken = takeAnswer(received)
      if (taken !== undefined) {
        received = received.subarray(taken.end)
        if (taken.answer.status >= 200) return taken.answer
        continue
      }
      if (isClosed()) {
        if (received.length > 0) throw new Error(`cut short: ${JSON.stringify(received.toString().slice(0, 200))}`)
        return "closed"
      }
      if (deadline.aborted) return "late"
      await new Promise<void>((resolve) => {
        wake = resolve
        deadline.addEventListener("abort", () => resolve(), { once: true })
      })
    }
  }

  /** Waits until something has come in that is no final answer: `100 Continue`. */
  const interim = async (): Promise<void> => {
    while (received.length === 0 && !isClosed()) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    interim,
    send: (bytes: string | Uint8Array) => {
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes)
    },
    /** Writes for as long as the other side takes it and has not ended the connection; gives how many bytes that were. */
    sendWithoutEnd: async (piece: string): Promise<number> => {
      let sent = 0
      while (!isClosed() && received.length === 0) {
        sent += piece.length
        await new Promise<void>((resolve) => {
          wake = resolve
          socket.write(piece, () => resolve())
        })
      }
      return sent
    },
    /** Says that no more bytes will come. */
    end: () => {
      socket.end()
    },
    /** Drops the connection without a word. */
    reset: () => {
      socket.resetAndDestroy()
    },
    next,
    [Symbol.dispose]: () => {
      socket.destroy()
    }
  }
}
