/**
 * Joins the pieces of a body that arrives in small ones. Node hands every piece on as a buffer of its own, whatever its size: a body
 * of a million chunks of one byte would take half a gigabyte before its size is known to be too large.
 *
 * A body takes at most {@link joinedBytes} more memory than it has bytes. How large it may be is not known here.
 */
import type * as Http from "node:http"
import { publicBodyBytesMax } from "@partner-api/contract/BodyBound"

/** As many bytes are joined at most before they are handed on: the largest body without a token. */
const joinedBytes = publicBodyBytesMax

/** Joining begins with this much room, and doubles it. */
const joinedBytesFirst = 1_024

/** Larger pieces go on as they are. */
const pieceBytesMin = 4_096

const nothing = Buffer.alloc(0)

const hasBody = ({ headers }: Http.IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined

/** Makes a request hand on its body in few pieces. To be called before the first of them is there. */
export const joinChunks = (request: Http.IncomingMessage, response: Http.ServerResponse): void => {
  if (!hasBody(request)) return
  const push = request.push.bind(request)
  let joined = nothing
  let used = 0
  let isAnswered = false
  const flush = (): void => {
    if (used > 0) push(joined.subarray(0, used))
    joined = nothing
    used = 0
  }
  const join = (piece: Buffer): void => {
    if (used + piece.length > joinedBytes) flush()
    if (used + piece.length > joined.length) {
      const room = Buffer.allocUnsafeSlow(Math.max(joinedBytesFirst, piece.length, 2 * joined.length))
      joined.copy(room, 0, 0, used)
      joined = room
    }
    piece.copy(joined, used)
    used += piece.length
  }
  // Whatever still comes in is nobody's any more.
  response.once("finish", () => {
    isAnswered = true
    joined = nothing
    used = 0
  })
  request.push = (piece: Buffer | null): boolean => {
    if (piece === null || piece.length >= pieceBytesMin) {
      flush()
      return push(piece)
    }
    if (!isAnswered) join(piece)
    return true
  }
}
