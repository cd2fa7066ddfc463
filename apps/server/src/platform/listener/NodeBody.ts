/**
 * The body of a request of Node's server. Joins the small pieces of a body, reads it once, and drops the rest of a body whose answer was sent before it
 * arrived.
 *
 * Node makes a buffer of each piece, whatever its size: a body of a million chunks of one byte would take half a gigabyte before anybody knows that it is
 * too large. A joined body takes at most {@link joinedBytes} more memory than it has bytes.
 */
import type * as Http from "node:http"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { publicBodyBytesMax } from "@partner-api/contract/BodyBound"
import { BodyIncomplete, BodyTooLarge, type IncomingBody } from "@partner-api/service/http/Incoming"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** The most bytes that are joined before the reader gets them: the size of the largest body without a token. */
const joinedBytes = publicBodyBytesMax

/** The first size of the buffer that joins pieces; it doubles when it is full. */
const joinedBytesFirst = 1_024

/** The size from which a piece is not joined, in bytes. */
const pieceBytesMin = 4_096

/** The bytes of an unread body that are read and dropped after the answer, so that the connection stays open. Beyond it, the connection ends. */
const restBytesMax = 262_144

/** The time that a client has to read its answer on a connection that ends, in milliseconds: a reset connection can lose the answer. */
const readingMs = 500

const nothing = Buffer.alloc(0)

/** Whether a request has a body. */
export const hasBody = ({ headers }: Http.IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined

/** A copy of the bytes of a piece, in its own memory. */
const ownBytes = (piece: Uint8Array): ArrayBuffer => {
  const bytes = new ArrayBuffer(piece.byteLength)
  new Uint8Array(bytes).set(piece)
  return bytes
}

/** Ends a connection after the client has had {@link readingMs} to read its answer. */
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
  private readonly onStream: () => void
  /** Whether the body is read as a stream: it is a file. */
  isStreamed = false

  /** The listener makes the body before Node's parser has the first piece of it. `onStream` is called when somebody begins to read it as a stream. */
  constructor(
    source: Http.IncomingMessage,
    response: Http.ServerResponse,
    { isAwaited, onStream }: { readonly isAwaited: boolean; readonly onStream: () => void }
  ) {
    this.onStream = onStream
    this.source = source
    this.response = response
    this.isAwaited = isAwaited
    this.push = source.push.bind(source)
    source.push = (piece: Buffer | null) => this.take(piece)
  }

  /**
   * Calls `go` when the whole body has arrived, or in the next turn of the event loop, whichever is first. A small body comes with its head. The size of a
   * body in chunks is not known, so `go` is called at once.
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
      this.isStreamed = true
      this.onStream()
      this.sayContinue()
      return NodeStream.fromReadable({
        evaluate: () => this.source,
        onError: () => new BodyIncomplete(),
        closeOnDone: false
      })
    })
  }

  /** Whether the connection ends with the answer: the client waits for `100 Continue`, or more than {@link restBytesMax} of the body may still come. */
  get endsConnection(): boolean {
    const { complete, headers } = this.source
    return !complete && (this.isAwaited || Number(headers["content-length"] ?? 0) > restBytesMax)
  }

  /**
   * Ends an answer whose head is written: at once where the body has arrived, else after the rest of the body was dropped; the client has the answer before
   * that. `isLast` ends the connection with the answer.
   */
  endAnswer(content: string | Uint8Array | undefined, isLast: boolean): void {
    const { response, source } = this
    // The client needs the last chunk of a chunked answer, so it is not held back.
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
    // Node emits `end` only on a flowing stream.
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

  /** Drops a piece that arrives after the answer. */
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
    // Stops Node from reading the socket.
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
