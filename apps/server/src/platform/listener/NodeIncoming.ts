/**
 * A request of Node's server as the {@link Incoming} of the service. `NodeBody.ts` has its body.
 */
import type * as Http from "node:http"
import type { Incoming, IncomingBody } from "@partner-api/service/http/Incoming"
import * as Headers from "effect/http/Headers"

/** The URL of a request target with scheme and host. Its host replaces the header Host (RFC 9112 §3.2.2). */
const absoluteOf = (target: string): URL | undefined =>
  target.startsWith("/") || !/^https?:\/\//i.test(target) ? undefined : (URL.parse(target) ?? undefined)

export class NodeIncoming implements Incoming {
  readonly method: string
  readonly url: string
  readonly headers: Headers.Headers
  readonly hasCertainEnd: boolean
  readonly body: IncomingBody
  private readonly source: Http.IncomingMessage

  constructor(source: Http.IncomingMessage, body: IncomingBody, hasCertainEnd: boolean) {
    const { headers, method = "", url = "" } = source
    const absolute = absoluteOf(url)
    this.source = source
    this.method = method
    this.url = absolute === undefined ? url : absolute.pathname + absolute.search
    this.headers = Headers.fromInput(absolute === undefined ? headers : { ...headers, host: absolute.host })
    this.hasCertainEnd = hasCertainEnd
    this.body = body
  }

  get rawHeaders(): ReadonlyArray<string> {
    return this.source.rawHeaders
  }

  get majorVersion(): number {
    return this.source.httpVersionMajor
  }

  get remoteAddress(): string | undefined {
    return this.source.socket.remoteAddress
  }
}
