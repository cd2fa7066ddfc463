/**
 * Joins the pieces of a body that arrives in chunks. Node hands every chunk on as a buffer of its own, whatever its size: a body
 * of a million chunks of one byte would take half a gigabyte before its size is known to be too large.
 */
import type * as Http from "node:http"

/** So many bytes are joined before they are handed on. */
const joinedBytes = 65_536

/** Larger pieces go on as they are. */
const pieceBytesMin = 4_096

/** Makes a request hand on its body in few pieces. To be called before the first of them is there. */
export const joinChunks = (request: Http.IncomingMessage): void => {
  if (request.headers["transfer-encoding"] === undefined) return
  const push = request.push.bind(request)
  let joined = Buffer.alloc(0)
  let used = 0
  const flush = (): void => {
    if (used > 0) push(joined.subarray(0, used))
    joined = Buffer.alloc(0)
    used = 0
  }
  request.push = (piece: Buffer | null): boolean => {
    if (piece === null || piece.length >= pieceBytesMin) {
      flush()
      return push(piece)
    }
    if (used + piece.length > joined.length) {
      flush()
      joined = Buffer.allocUnsafeSlow(joinedBytes)
    }
    piece.copy(joined, used)
    used += piece.length
    return true
  }
}
