/**
 * The body of a request as Node's parser hands it over: joined while it arrives in small pieces, read once, and looked after when the answer has been
 * sent before the body has arrived.
 *
 * Node hands every piece on as a buffer of its own, whatever its size: a body of a million chunks of one byte would take half a gigabyte before its
 * size is known to be too large. Joined, a body takes at most {@link joinedBytes} more memory than it has bytes.
 */
import type * as Http from "node:http"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { publicBodyBytesMax } from "@partner-api/contract/BodyBound"
import { BodyIncomplete, BodyTooLarge, type IncomingBody } from "@partner-api/service/http/Incoming"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** As many bytes are joined at most before they are handed on: the largest body without a token. */
const joinedBytes = publicBodyBytesMax

/** Joining begins with this much room, and doubles it. */
const joinedBytesFirst = 1_024

/** Larger pieces go on as they are. */
const pieceBytesMin = 4_096

/** The bytes of an unread body that are read and dropped after the answer, so that the connection stays open. Beyond it, the connection ends. */
const restBytesMax = 262_144

/** The time that a client has to read its answer on a connection that ends, in milliseconds: a reset connection can lose the answer. */
const readingMs = 500

const nothing = Buffer.alloc(0)

/** Whether a request has a body. */
export const hasBody = ({ headers }: Http.IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined

/** The bytes of a piece, in memory of their own. */
const ownBytes = (piece: Uint8Array): ArrayBuffer => {
  const bytes = new ArrayBuffer(piece.byteLength)
  new Uint8Array(bytes).set(piece)
  return bytes
}

/** Ends a connection once the client has had the time to read what was sent. */
const endSoon = ({ socket }: Http.IncomingMessage): void => {
  if (socket.destroyed) return
  socket.end()
  const timer = setTimeout(() => socket.destroy(), readingMs)
  socket.once("close", () => clearTimeout(timer))
}

export class NodeBody implements IncomingBody {
  private readonly source: Http.IncomingMessage
  private readonly response: Http.ServerResponse
  /** Whether the client waits for `100 Continue` before it sends the body. */
  private isAwaited: boolean
  private readonly push: (piece: Buffer | null) => boolean
  private joined = nothing
  private used = 0
  /** The bytes that have come since the answer was sent; absent before. */
  private restBytes: number | undefined
  private onEnd: (() => void) | undefined

  /** To be made before the first piece is there. */
  constructor(source: Http.IncomingMessage, response: Http.ServerResponse, isAwaited: boolean) {
    this.source = source
    this.response = response
    this.isAwaited = isAwaited
    this.push = source.push.bind(source)
    source.push = (piece: Buffer | null) => this.take(piece)
  }

  /**
   * Calls `go` once the body is there whole, if that is before the next turn of the event loop; else then. A small body comes with its head. Of a body in
   * chunks nobody knows how small it is.
   */
  whenBuffered(go: () => void): void {
    if (this.isAwaited || this.source.complete || this.source.headers["content-length"] === undefined) return go()
    const later = setImmediate(() => {
      this.onEnd = undefined
      go()
    })
    this.onEnd = () => {
      clearImmediate(later)
      go()
    }
  }

  read(bytesMax: number): Effect.Effect<ArrayBuffer, BodyTooLarge | BodyIncomplete> {
    const { source } = this
    if (source.complete && !source.destroyed) return this.takeWhole(bytesMax)
    return Effect.suspend(() => {
      this.sayContinue()
      return NodeStream.toArrayBuffer(() => source, {
        maxBytes: bytesMax,
        destroyOnOverflow: false,
        onError: (cause) => (cause instanceof NodeStream.MaxBytesError ? new BodyTooLarge() : new BodyIncomplete())
      })
    })
  }

  get stream(): Stream.Stream<Uint8Array, BodyIncomplete> {
    return Stream.suspend(() => {
      this.sayContinue()
      return NodeStream.fromReadable({
        evaluate: () => this.source,
        onError: () => new BodyIncomplete(),
        closeOnDone: false
      })
    })
  }

  /** Whether the connection ends with the answer, because too much of the body, or nobody knows how much, is still to come. */
  get endsConnection(): boolean {
    const { complete, headers } = this.source
    return !complete && (this.isAwaited || Number(headers["content-length"] ?? 0) > restBytesMax)
  }

  /**
   * Ends an answer whose head is written: at once, or when the rest of the body has been dropped. The client has the answer by then. `isLast` where the
   * connection ends with it.
   */
  endAnswer(content: string | Uint8Array | undefined, isLast: boolean): void {
    const { response, source } = this
    // The end of an answer in chunks is a part of it.
    if (source.complete || source.destroyed || response.chunkedEncoding) return void response.end(content)
    if (content === undefined) response.flushHeaders()
    else response.write(content)
    this.joined = nothing
    this.used = 0
    this.restBytes = 0
    if (isLast) return endSoon(source)
    this.onEnd = () => response.end()
    source.resume()
  }

  private sayContinue(): void {
    if (this.isAwaited && !this.response.headersSent) this.response.writeContinue()
    this.isAwaited = false
  }

  private takeWhole(bytesMax: number): Effect.Effect<ArrayBuffer, BodyTooLarge> {
    const piece: unknown = this.source.read()
    // Lets Node see the end of it.
    this.source.resume()
    const bytes = piece instanceof Uint8Array ? ownBytes(piece) : new ArrayBuffer(0)
    return bytes.byteLength > bytesMax ? Effect.fail(new BodyTooLarge()) : Effect.succeed(bytes)
  }

  /** Takes a piece from the parser, or the end of the body. */
  private take(piece: Buffer | null): boolean {
    if (this.restBytes !== undefined) return this.drop(piece)
    if (piece !== null && piece.length < pieceBytesMin) {
      this.join(piece)
      return true
    }
    this.flush()
    const goesOn = this.push(piece)
    if (piece === null) this.onEnd?.()
    return goesOn
  }

  /** Drops what comes after the answer. */
  private drop(piece: Buffer | null): boolean {
    if (piece === null) {
      const goesOn = this.push(null)
      this.onEnd?.()
      return goesOn
    }
    const restBytes = (this.restBytes ?? 0) + piece.length
    this.restBytes = restBytes
    if (restBytes <= restBytesMax) return true
    endSoon(this.source)
    // The socket is not read any more.
    return false
  }

  private flush(): void {
    if (this.used > 0) this.push(this.joined.subarray(0, this.used))
    this.joined = nothing
    this.used = 0
  }

  private join(piece: Buffer): void {
    if (this.used + piece.length > joinedBytes) this.flush()
    if (this.used + piece.length > this.joined.length) {
      const room = Buffer.allocUnsafeSlow(Math.max(joinedBytesFirst, piece.length, 2 * this.joined.length))
      this.joined.copy(room, 0, 0, this.used)
      this.joined = room
    }
    piece.copy(this.joined, this.used)
    this.used += piece.length
  }
}
