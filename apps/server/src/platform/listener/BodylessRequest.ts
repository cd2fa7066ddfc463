/**
 * A request without a body as the framework sees one. The framework's own class belongs to its server, which makes a scope for each request
 * and looks after the rest of a body; a request without one needs neither.
 *
 * It is in origin form (RFC 9112 §3.2.1), comes by HTTP/1.1, and asks for no other protocol.
 */
import type * as Http from "node:http"
import { NodeHttpIncomingMessage } from "@effect/platform-node/NodeHttpIncomingMessage"
import * as NodeMultipart from "@effect/platform-node/NodeMultipart"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as Headers from "effect/http/Headers"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import { HttpServerError, RequestParseError } from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as UrlParams from "effect/http/UrlParams"

/** Whether a request is one of these. */
export const isBodyless = ({ headers, url }: Http.IncomingMessage): boolean =>
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined &&
  headers.upgrade === undefined &&
  url?.startsWith("/") === true

type Changes = Parameters<HttpServerRequest.HttpServerRequest["modify"]>[0]

export class BodylessRequest
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

  constructor(source: Http.IncomingMessage, changes: Changes = {}) {
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

  modify(changes: Changes): BodylessRequest {
    return new BodylessRequest(this.source, { ...this.changes, ...changes })
  }

  override toString(): string {
    return `BodylessRequest(${this.method} ${UrlParams.redactUrl(this.url)})`
  }

  toJSON(): unknown {
    return HttpIncomingMessage.inspect(this, {
      _id: "HttpServerRequest",
      method: this.method,
      url: UrlParams.redactUrl(this.originalUrl)
    })
  }
}
