/**
 * A collector of traces, as far as a test needs one: it takes what is sent by OTLP/HTTP as JSON and keeps it. It judges nothing.
 */
import { once } from "node:events"
import * as Http from "node:http"
import { text } from "node:stream/consumers"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

const Attribute = Schema.Struct({
  key: Schema.String,
  value: Schema.Struct({
    stringValue: Schema.optionalKey(Schema.String),
    intValue: Schema.optionalKey(Schema.Union([Schema.Number, Schema.String]))
  })
})
const Link = Schema.Struct({ traceId: Schema.String, spanId: Schema.String })
const Span = Schema.Struct({
  name: Schema.String,
  kind: Schema.Number,
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optionalKey(Schema.String),
  attributes: Schema.Array(Attribute),
  links: Schema.Array(Link),
  status: Schema.Struct({ code: Schema.Number })
})
export type Span = typeof Span.Type

const decodeBody = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      resourceSpans: Schema.Array(
        Schema.Struct({
          resource: Schema.Struct({ attributes: Schema.Array(Attribute) }),
          scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) }))
        })
      )
    })
  )
)

/** The attributes of a span or of a resource. */
export const attributesOf = (attributes: Span["attributes"]): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? "")]))

/** Listens until it is disposed, and answers `status`. */
export const startCollector = async (status = 200) => {
  const received: Array<{ readonly headers: Http.IncomingHttpHeaders; readonly path: string; readonly body: string }> =
    []
  let resolveFirst = () => {}
  const first = new Promise<void>((resolve) => (resolveFirst = resolve))
  const server = Http.createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, path: request.url ?? "", body })
      response.writeHead(status, { "content-type": "application/json" }).end("{}")
      resolveFirst()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const place = server.address()
  const port = Predicate.hasProperty(place, "port") ? String(place.port) : ""
  const bodies = () => received.map(({ body }) => decodeBody(body))
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    /** When something was sent at all. */
    first,
    spans: (): ReadonlyArray<Span> =>
      bodies().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      ),
    resource: (): Readonly<Record<string, string>> =>
      attributesOf(
        bodies().flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ resource }) => resource.attributes))
      ),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
