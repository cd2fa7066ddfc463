/**
 * Spans of OpenTelemetry (README): with the real `@opentelemetry/api`, and a tracer that keeps what it is given.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import {
  type Attributes,
  type Context,
  context,
  type ContextManager,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  type SpanStatus,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer
} from "@opentelemetry/api"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { createClient } from "../src/index.ts"
import { createTestServer } from "../src/testing.ts"
import { partnership, tagOf } from "./Partnership.ts"

/** A span as it was given, and the one it is below. */
interface Kept {
  readonly name: string
  readonly kind: SpanKind | undefined
  readonly parent: string | undefined
  readonly attributes: Attributes
  status: SpanStatus | undefined
  isEnded: boolean
}

const names = new WeakMap<Span, string>()

/** A tracer that keeps its spans. */
const keepingTracer = (spans: Array<Kept>): Pick<Tracer, "startSpan"> => ({
  startSpan: (name: string, options: SpanOptions = {}, parent: Context = context.active()) => {
    const above = trace.getSpan(parent)
    const kept: Kept = {
      name,
      kind: options.kind,
      parent: above === undefined ? undefined : names.get(above),
      attributes: { ...options.attributes },
      status: undefined,
      isEnded: false
    }
    spans.push(kept)
    const span: Span = {
      spanContext: (): SpanContext => ({ traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 1 }),
      setAttribute: (key, value) => {
        Object.assign(kept.attributes, { [key]: value })
        return span
      },
      setAttributes: () => span,
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus: (status) => {
        kept.status = status
        return span
      },
      updateName: () => span,
      end: () => {
        kept.isEnded = true
      },
      isRecording: () => true,
      recordException: () => {}
    }
    names.set(span, name)
    return span
  }
})

const storage = new AsyncLocalStorage<Context>()

/** The context of a program, as the SDK for Node keeps it. */
const contexts: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (given, run, self, ...args) => storage.run(given, () => Reflect.apply(run, self, args)),
  bind: (_context, target) => target,
  enable: () => contexts,
  disable: () => contexts
}

describe("with OpenTelemetry", () => {
  const spans: Array<Kept> = []

  beforeEach(() => {
    spans.length = 0
    const tracer = keepingTracer(spans)
    trace.setGlobalTracerProvider({
      getTracer: (): Tracer => ({ startActiveSpan: () => undefined, ...tracer }) as unknown as Tracer
    })
    context.setGlobalContextManager(contexts)
  })

  afterEach(() => {
    trace.disable()
    context.disable()
  })

  it("each call is a span below the active one, with its attempts and its end (README)", async () => {
    const { partner, server } = partnership()
    const { jobs } = partner.organization("org_1")
    server.failNext("jobs.get", { status: 503 })
    const active = trace.getTracer("program").startSpan("program")
    await context.with(trace.setSpan(context.active(), active), async () => {
      await jobs.get("job_1")
      await tagOf(jobs.get("job_none"))
    })
    const [, good, bad] = spans
    assert.deepInclude(good, { name: "jobs.get", kind: SpanKind.CLIENT, parent: "program", isEnded: true })
    assert.strictEqual(good?.status, undefined)
    assert.deepInclude(good?.attributes, {
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "http.request.resend_count": 1,
      "partner_api.organization_id": "org_1"
    })
    assert.isString(good?.attributes["partner_api.request_id"])
    assert.deepInclude(bad, { name: "jobs.get", parent: "program", isEnded: true })
    assert.deepStrictEqual(bad?.status, { code: SpanStatusCode.ERROR, message: "NotFound" })
    assert.deepInclude(bad?.attributes, { "http.response.status_code": 404, "error.type": "NotFound" })
  })

  it("requests are sent within the span of their call, also of calls at once", async () => {
    const server = createTestServer()
    const within = new Set<string>()
    const fetch: typeof server.fetch = (input, init) => {
      const span = trace.getSpan(context.active())
      if (!String(input).endsWith("/token")) within.add(`${new URL(String(input)).pathname} ${span && names.get(span)}`)
      return server.fetch(input, init)
    }
    const { agencies, jobs } = createClient({ ...server.client(), fetch }).organization("org_1")
    await Promise.all([jobs.get("job_1"), agencies.get("agy_1"), jobs.get("job_2")])
    assert.deepStrictEqual([...within].toSorted(), [
      "/v1/agencies/agy_1 agencies.get",
      "/v1/jobs/job_1 jobs.get",
      "/v1/jobs/job_2 jobs.get"
    ])
  })

  it("spans hold no query, body or secret, and an aborted call ends its span", async () => {
    const { partner, server } = partnership()
    const { users } = partner.organization("org_1")
    await users.list({ email: "canary@example.com" })
    await users.create({ first_name: "Canary", last_name: "Canary", email: "canary@example.com" })
    await tagOf(users.list({}, { signal: AbortSignal.abort() }))
    assert.deepStrictEqual(
      spans.map(({ isEnded, name, status }) => [name, isEnded, status?.message]),
      [
        ["users.list", true, undefined],
        ["users.create", true, undefined],
        ["users.list", true, "Aborted"]
      ]
    )
    assert.isFalse(/canary|Bearer/i.test(JSON.stringify(spans)))
    assert.isFalse(JSON.stringify(spans).includes(server.clientSecret))
  })

  it("a tracer that fails harms no call", async () => {
    trace.disable()
    const refuse = () => {
      throw new Error("no tracer")
    }
    trace.setGlobalTracerProvider({ getTracer: refuse })
    const { partner } = partnership()
    assert.strictEqual((await partner.organizations.list()).length, 2)
  })
})

it("without OpenTelemetry there are no spans, and calls are made", async () => {
  const { partner } = partnership()
  assert.strictEqual((await partner.organizations.list()).length, 2)
})
