/**
 * Waits for a text in the output of a program while it runs.
 */
import type * as Stream from "node:stream"

/** Reads a stream from now on; `until` resolves with the output so far, once the pattern is in it, and fails when the stream ends before. */
export const listenTo = (stream: Stream.Readable) => {
  let text = ""
  return {
    until: (pattern: RegExp): Promise<string> =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(text)) return
          stream.off("data", take)
          resolve(text)
        }
        const take = (piece: unknown) => {
          text += String(piece)
          look()
        }
        stream.on("data", take)
        stream.once("end", () => reject(new Error(`ended without ${pattern.source}: ${text}`)))
        look()
      })
  }
}
