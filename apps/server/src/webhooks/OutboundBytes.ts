/**
 * Bounds the bytes that a receiver sends during one exchange, whatever they are: informational answers, heads, bodies, and what frames a body.
 * Counts at the connection, since the parser reports a part of them alone. Does not read the bytes.
 */
import type { Socket } from "node:net"
import { OutboundRefused } from "./OutboundNames.ts"

/**
 * Closes a connection whose receiver has sent more than `bytesMax` since the last request on it. One request is under way at a time, and it is
 * written at once, so the next exchange begins where more bytes are written. The bytes that have just come are counted when the next ones come: the
 * parser has them by then, and a status among them counts.
 */
export const boundAnswers = (socket: Socket, bytesMax: number): void => {
  let written = socket.bytesWritten
  let read = socket.bytesRead
  let beganAt = read
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      beganAt = read
    }
    if (read - beganAt > bytesMax) socket.destroy(new OutboundRefused({ failure: "connection" }))
    read = socket.bytesRead
  })
}
