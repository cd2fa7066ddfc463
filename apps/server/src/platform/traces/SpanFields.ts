/**
 * The fields that a span may have. Every other field is removed before the span leaves: a new attribute of a library reaches no collector until it stands here.
 *
 * No queries of addresses, no tokens, no addresses of callers, and of failures the kind alone: their sentences may repeat what a partner
 * sent.
 */
import type { TraceData } from "effect/observability/OtlpTracer"

type Span = TraceData["resourceSpans"][number]["scopeSpans"][number]["spans"][number]

/** The attributes, by OpenTelemetry's names where it has one. */
export const spanFields = {
  method: "http.request.method",
  route: "http.route",
  status: "http.response.status_code",
  error: "error.type",
  requestId: "partner.request_id",
  clientId: "partner.client_id",
  organizationId: "partner.organization_id"
} as const

const known: ReadonlySet<string> = new Set([
  ...Object.values(spanFields),
  "db.system.name",
  // Statements have placeholders where values are.
  "db.query.text",
  "db.operation.name",
  "db.client.connection.wait_time_ms"
])

/** Of an exception, what kind it is. */
const exceptionType = "exception.type"

const cleaned = (span: Span): Span => ({
  ...span,
  attributes: span.attributes.filter(({ key }) => known.has(key)),
  events: span.events.map((event) => ({
    ...event,
    attributes: event.attributes.filter(({ key }) => key === exceptionType)
  })),
  links: span.links.map((link) => ({ ...link, attributes: [] })),
  status: { code: span.status.code }
})

/** The same spans, with the allowed fields alone. */
export const onlyKnown = ({ resourceSpans }: TraceData): TraceData => ({
  resourceSpans: resourceSpans.map((ofResource) => ({
    ...ofResource,
    scopeSpans: ofResource.scopeSpans.map((ofScope) => ({ ...ofScope, spans: ofScope.spans.map(cleaned) }))
  }))
})

/** The number of spans. */
export const spansIn = ({ resourceSpans }: TraceData): number =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).reduce((spans, ofScope) => spans + ofScope.spans.length, 0)
