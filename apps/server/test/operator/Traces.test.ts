/**
 * Traces as a collector gets them: what has a span, what it contains and never contains, and to whom a trace belongs
 * (docs/operators/monitoring.md, Traces).
 */
import { assert, describe, it } from "@effect/vitest"
import { AccessLog } from "@partner-api/service/http/AccessLog"
import { Drain } from "@partner-api/service/services/Drain"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as HttpListener from "../../src/platform/listener/HttpListener.ts"
import * as PagesPipeline from "../PagesPipeline.ts"
import * as RequestEnvironment from "../../src/platform/listener/RequestEnvironment.ts"
import * as RequestSpans from "../../src/platform/traces/RequestSpans.ts"
import { startServerHere } from "../hostile/ChildServer.ts"
import { attributesOf, type Span, startCollector } from "./Collector.ts"

const secret = "sandbox-partner-secret"
const credentials = { client_id: "sandbox-partner", client_secret: secret }
const agent = "agent-of-a-partner/1"
const email = "traced@example.com"

type Server = Awaited<ReturnType<typeof startServerHere>>

/** Serves the sandbox with a collector, makes requests, and gives what the collector got until the end. */
const tracesOf = async (settings: Readonly<Record<string, string>>, use: (server: Server) => Promise<unknown>) => {
  await using collector = await startCollector()
  await using server = await startServerHere({
    command: "sandbox",
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_SAMPLER_ARG: "1", ...settings }
  })
  await use(server)
  await server.stop()
  return {
    log: server.stdout(),
    received: collector.received,
    resource: collector.received.length === 0 ? {} : collector.resource(),
    spans: collector.spans()
  }
}

const parentOf = (spans: ReadonlyArray<Span>, { parentSpanId }: Span) =>
  spans.find(({ spanId }) => spanId === parentSpanId)

/** The header of a caller that traces. */
const traceparent = (traceId: string, flags: string) => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` })
const theirs = "4bf92f3577b34da6a3ce929d0e0e4736"

/** Serves one route, whose handler has a span, without a collector. Gives the names of all spans that a request of it makes. */
const spansWithoutCollector = async (): Promise<ReadonlyArray<string>> => {
  const made: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      made.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
  const serving = RequestEnvironment.layer(Effect.void).pipe(
    Layer.provide(
      PagesPipeline.layer({
        path: "/jobs",
        answer: () => Effect.succeed(HttpServerResponse.empty()).pipe(Effect.withSpan("work"))
      })
    ),
    Layer.provide(RequestSpans.layer({ traces: undefined, trustedProxies: [] })),
    Layer.provideMerge(HttpListener.layer({ host: "127.0.0.1", port: 0, sharesPort: false, keepAliveMs: 75_000 })),
    Layer.provide([Drain.layer, Layer.succeed(AccessLog, () => {})]),
    Layer.provide(Layer.succeed(Tracer.Tracer, tracer))
  )
  await Effect.gen(function* () {
    const address = Context.get(yield* Layer.build(serving), HttpListener.ListeningAddress)
    const answer = yield* Effect.promise(() => fetch(`${address}/jobs`))
    assert.strictEqual(answer.status, 204)
  }).pipe(Effect.scoped, Effect.runPromise)
  return made
}

describe("traces", () => {
  it("are not made at all where no collector is named (docs/decisions/0056)", async () => {
    assert.deepStrictEqual(await spansWithoutCollector(), [])
  })

  it("need an endpoint and nothing else, and have a span of each request (docs/operators/monitoring.md, Traces)", async () => {
    let token = ""
    const { log, received, resource, spans } = await tracesOf({}, async (server) => {
      token = await server.token("/v1/auth/token", credentials)
      await server.call("GET", "/v1/jobs?q=classified&limit=3", { token, headers: { "user-agent": agent } })
      await server.call("GET", "/v1/jobs/job_00000001", { token })
      await server.call("POST", "/v1/users", { token, json: { first_name: "Ada", last_name: "King", email } })
      await server.call("POST", "/v1/users", { token, json: { first_name: "Ada", last_name: "King", email } })
      await server.call("GET", "/v1/jobs")
      await server.call("GET", `/v1/nothing-${secret}`)
    })
    assert.deepStrictEqual([...new Set(received.map(({ path }) => path))], ["/v1/traces"])
    assert.strictEqual(resource["service.name"], "partner-api")
    assert.match(resource["service.instance.id"] ?? "", /^[0-9a-f-]{36}$/)
    const requests = spans.filter(({ kind }) => kind === 2)
    assert.deepStrictEqual(
      requests.map((span) => [span.name, attributesOf(span.attributes)["http.response.status_code"]]),
      [
        ["POST /v1/auth/token", "200"],
        ["GET /v1/jobs", "200"],
        ["GET /v1/jobs/:jobId", "200"],
        ["POST /v1/users", "201"],
        ["POST /v1/users", "409"],
        ["GET /v1/jobs", "401"],
        ["GET unknown", "404"]
      ]
    )
    const written = attributesOf(requests[4]?.attributes ?? [])
    assert.strictEqual(written["error.type"], "conflict")
    assert.strictEqual(written["partner.client_id"], "sandbox-partner")
    assert.strictEqual(written["partner.organization_id"], "org_acme")
    // What a service does is a part of its request, and so are its statements.
    const made = spans.find(({ name }) => name === "Users.create")
    assert.isDefined(made)
    assert.strictEqual(parentOf(spans, made)?.name, "POST /v1/users")
    assert.isTrue(spans.some((span) => parentOf(spans, span)?.name === "Users.create"))
    // The log leads to the trace.
    for (const { traceId } of requests) assert.include(log, traceId)
    const all = received.map(({ body, headers }) => body + JSON.stringify(headers)).join("\n")
    for (const secretText of [
      token,
      secret,
      email,
      "classified",
      agent,
      "127.0.0.1:5",
      '"127.0.0.1"',
      "nothing-",
      "Ada"
    ]) {
      assert.notInclude(all, secretText)
    }
  })

  it("link to the caller's trace, and belong to it when a trusted proxy says so (docs/operators/monitoring.md, Traces)", async () => {
    const send = async (server: Server) => {
      await server.call("GET", "/v1/jobs", { headers: traceparent(theirs, "01") })
      await server.call("GET", "/v1/jobs", { headers: traceparent(theirs, "00") })
    }
    const { log, spans } = await tracesOf({}, send)
    assert.lengthOf(spans, 2)
    for (const span of spans) {
      assert.notStrictEqual(span.traceId, theirs)
      assert.isUndefined(span.parentSpanId)
      assert.deepStrictEqual(span.links, [{ traceId: theirs, spanId: "00f067aa0ba902b7" }])
    }
    assert.notInclude(log, theirs)
    const trusted = await tracesOf({ TRUSTED_PROXIES: "127.0.0.1" }, send)
    assert.deepStrictEqual(
      trusted.spans.map(({ links, parentSpanId, traceId }) => [traceId, parentSpanId, links]),
      [[theirs, "00f067aa0ba902b7", []]]
    )
  })

  it("are made of a share of the requests, with the headers that the collector asks for (docs/operators/monitoring.md, Traces)", async () => {
    const send = (server: Server) => server.call("GET", "/v1/jobs", { headers: traceparent(theirs, "01") })
    const none = await tracesOf({ OTEL_TRACES_SAMPLER_ARG: "0" }, send)
    assert.deepStrictEqual(none.received, [])
    // What is not traced here is found by the name that its caller gave it.
    assert.include(none.log, theirs)
    const named = await tracesOf(
      {
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-key, x-tenant=7",
        OTEL_SERVICE_NAME: "partners-eu",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test"
      },
      send
    )
    const [first] = named.received
    assert.strictEqual(first?.headers["authorization"], "Bearer collector-key")
    assert.strictEqual(first?.headers["x-tenant"], "7")
    assert.strictEqual(named.resource["service.name"], "partners-eu")
    assert.strictEqual(named.resource["deployment.environment.name"], "test")
    assert.notInclude(named.log, "collector-key")
  })
})
