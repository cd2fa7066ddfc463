/**
 * A request that is there whole, as the framework sees one: without a body, or with one that came with its head. The framework's own class belongs to
 * its server, which makes a scope for each request, waits for the body and looks after its rest; a request that is whole needs none of that.
 *
 * It is in origin form (RFC 9112 §3.2.1) and asks for no other protocol. The length of its body is known from its head.
 */
import type * as Http from "node:http"
import { Readable } from "node:stream"
import { NodeHttpIncomingMessage } from "@effect/platform-node/NodeHttpIncomingMessage"
import * as NodeMultipart from "@effect/platform-node/NodeMultipart"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as Headers from "effect/http/Headers"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import { HttpServerError, RequestParseError } from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as UrlParams from "effect/http/UrlParams"

/** Whether a request may be one of these: `Content-Length` delimits its body, and nothing asks for another protocol. */
const mayBeWhole = ({ headers, url }: Http.IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && headers.upgrade === undefined && url?.startsWith("/") === true

const isBodyless = ({ headers }: Http.IncomingMessage): boolean => headers["content-length"] === undefined

/**
 * Calls `whole` once a request is there whole, if that is before the next turn of the loop; else `otherwise`. A small body comes with its head.
 *
 * The parser pushes `null` at the end of a body, so `push` is replaced until then. `joinChunks` has replaced it before, and hands on what it has joined at
 * that moment: it must be added to the server first.
 */
export const whenWhole = (request: Http.IncomingMessage, whole: () => void, otherwise: () => void): void => {
  if (!mayBeWhole(request)) return otherwise()
  if (isBodyless(request) || (request.complete && !request.destroyed)) return whole()
  const push = request.push.bind(request)
  const later = setImmediate(() => {
    request.push = push
    otherwise()
  })
  request.push = (piece: Buffer | null): boolean => {
    const goesOn = push(piece)
    if (piece !== null) return goesOn
    clearImmediate(later)
    request.push = push
    whole()
    return goesOn
  }
}

const noBytes = new ArrayBuffer(0)

/** Takes the body of a request that has arrived. */
const takeBytes = (source: Http.IncomingMessage): ArrayBuffer => {
  const piece: unknown = source.read()
  // Lets Node see the end of it.
  source.resume()
  if (!(piece instanceof Uint8Array)) return noBytes
  const bytes = new ArrayBuffer(piece.byteLength)
  new Uint8Array(bytes).set(piece)
  return bytes
}

type Changes = Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]

export class WholeRequest
  extends NodeHttpIncomingMessage<HttpServerError>
  implements HttpServerRequest.HttpServerRequest
{
  readonly [HttpServerRequest.TypeId]: typeof HttpServerRequest.TypeId = HttpServerRequest.TypeId
  protected override readonly destroyOnOverflow = false
  protected override readonly closeOnDone = false
  readonly method: string
  readonly url: string
  readonly protocol: "http" | "https" | undefined
  private readonly changes: Changes
  private readonly ownHeaders: Headers.Headers
  private readonly bytes: ArrayBuffer

  constructor(
    source: Http.IncomingMessage,
    changes: Changes = {},
    bytes = isBodyless(source) ? noBytes : takeBytes(source)
  ) {
    super(
      source,
      (cause) => new HttpServerError({ reason: new RequestParseError({ request: this, cause }) }),
      changes.remoteAddress
    )
    this.method = source.method ?? ""
    this.url = changes.url ?? source.url ?? ""
    this.ownHeaders = changes.headers ?? Headers.fromInput(source.headers)
    this.protocol = changes.protocol
    this.changes = changes
    this.bytes = bytes
  }

  override get arrayBuffer(): Effect.Effect<ArrayBuffer, HttpServerError> {
    return Effect.succeed(this.bytes)
  }

  protected override get bodySource(): Readable {
    return Readable.from([new Uint8Array(this.bytes)])
  }

  override get headers(): Headers.Headers {
    return this.ownHeaders
  }

  get originalUrl(): string {
    const { headers, url = "" } = this.source
    return headers.host === undefined ? url : `http://${headers.host}${url}`
  }

  get peerAddress(): HttpServerRequest.HttpServerRequest["peerAddress"] {
    return this.changes.peerAddress ?? this.remoteAddress
  }

  get cookies(): HttpServerRequest.HttpServerRequest["cookies"] {
    return Cookies.parseHeader(this.headers["cookie"] ?? "")
  }

  get multipart(): HttpServerRequest.HttpServerRequest["multipart"] {
    return NodeMultipart.persisted(this.source, this.source.headers)
  }

  get multipartStream(): HttpServerRequest.HttpServerRequest["multipartStream"] {
    return NodeMultipart.stream(this.source, this.source.headers)
  }

  get upgrade(): HttpServerRequest.HttpServerRequest["upgrade"] {
    return this.upgradeWith()
  }

  upgradeWith(): HttpServerRequest.HttpServerRequest["upgrade"] {
    const description = "the request asks for no other protocol"
    return Effect.fail(new HttpServerError({ reason: new RequestParseError({ request: this, description }) }))
  }

  modify(changes: Changes): WholeRequest {
    return new WholeRequest(this.source, { ...this.changes, ...changes }, this.bytes)
  }

  override toString(): string {
    return `WholeRequest(${this.method} ${UrlParams.redactUrl(this.url)})`
  }

  toJSON(): unknown {
    return HttpIncomingMessage.inspect(this, {
      _id: "HttpServerRequest",
      method: this.method,
      url: UrlParams.redactUrl(this.originalUrl)
    })
  }
}
