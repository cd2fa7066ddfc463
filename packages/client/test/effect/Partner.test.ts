/**
 * The entry for programs in Effect: a service, effects, streams, and errors by their tags.
 */
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import * as TestClock from "effect/testing/TestClock"
import { Partner, withResponse } from "../../src/effect.ts"
import { createTestServer, type TestServer, type TestServerOptions } from "../../src/testing.ts"
import { organizationOfJobs, servers } from "../Partnership.ts"

const http = (server: TestServer) =>
  FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, server.fetch)))

const partnerOf = (server: TestServer) =>
  Partner.layer({
    baseUrl: server.baseUrl,
    clientId: server.clientId,
    clientSecret: Redacted.make(server.clientSecret)
  }).pipe(Layer.provide(http(server)))

const served = <A, E>(options: TestServerOptions, test: (server: TestServer) => Effect.Effect<A, E, Partner>) =>
  Effect.suspend(() => {
    const server = createTestServer(options)
    return Effect.provide(test(server), partnerOf(server))
  })

describe.for(servers)("with $named", ({ options }) => {
  it.effect("calls are effects", () =>
    served(options, () =>
      Effect.gen(function* () {
        const partner = yield* Partner
        const [organization] = yield* partner.organizations.list()
        assert.strictEqual(organization?.id, "org_1")
      })
    )
  )

  it.effect("lists are streams, and take no page ahead of demand", () =>
    served({ ...options, organizations: [organizationOfJobs(250)] }, (server) =>
      Effect.gen(function* () {
        const { jobs } = (yield* Partner).organization("org_1")
        const list = jobs.list({ limit: 100 })
        assert.strictEqual((yield* Stream.runCollect(Stream.take(list.items, 10))).length, 10)
        assert.strictEqual(server.count("jobs.list"), 1)
        assert.strictEqual((yield* Stream.runCollect(list.items)).length, 250)
        assert.strictEqual((yield* Stream.runCollect(list.pages)).length, 3)
        assert.strictEqual((yield* list.page).count, 100)
        assert.strictEqual(server.count("jobs.list"), 8)
      })
    )
  )

  it.effect("failures are caught by their tags", () =>
    served(options, (server) =>
      Effect.gen(function* () {
        server.failNext("jobs.list", { status: 403 })
        const caught = yield* (yield* Partner)
          .organization("org_1")
          .jobs.list()
          .page.pipe(
            Effect.catchTag("Forbidden", (error) => Effect.succeed(error.status)),
            Effect.map((value) => value)
          )
        assert.strictEqual(caught, 403)
      })
    )
  )

  it.effect("waits are those of the program's clock", () =>
    served(options, (server) =>
      Effect.gen(function* () {
        server.failNext("organizations.list", { status: 503, retryAfterSeconds: 7 })
        const call = yield* Effect.forkChild((yield* Partner).organizations.list())
        yield* TestClock.adjust("6 seconds")
        assert.isUndefined(call.pollUnsafe())
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* Fiber.join(call)).length, 2)
      })
    )
  )
})

describe("the service", () => {
  it.effect("an interrupted call leaves the token to the others", () =>
    served({}, (server) =>
      Effect.gen(function* () {
        const partner = yield* Partner
        const first = yield* Effect.forkChild(partner.organizations.list(), { startImmediately: true })
        const second = yield* Effect.forkChild(partner.organizations.list(), { startImmediately: true })
        yield* Fiber.interrupt(first)
        assert.strictEqual((yield* Fiber.join(second)).length, 2)
        assert.strictEqual(server.count("oauth.token"), 1)
      })
    )
  )

  it.effect("withResponse() gives the answer as well", () =>
    served({}, () =>
      Effect.gen(function* () {
        const { agencies } = (yield* Partner).organization("org_1")
        const { data, response } = yield* withResponse(agencies.getFees("agy_1"))
        assert.isTrue(data.optimizedFee)
        assert.match(response.headers["etag"] ?? "", /^"/)
      })
    )
  )

  it.effect("request() is an effect too (README)", () =>
    served({}, () =>
      Effect.gen(function* () {
        const scoped = (yield* Partner).organization("org_1")
        assert.deepInclude(yield* scoped.request("GET", "/v1/jobs/job_1"), { id: "job_1" })
        const { response } = yield* withResponse(scoped.request("GET", "/v1/jobs", { query: { limit: 1 } }))
        assert.strictEqual(response.status, 200)
        const failure = yield* Effect.flip(scoped.request("GET", "https://elsewhere.example/"))
        assert.strictEqual(failure._tag, "InvalidConfiguration")
      })
    )
  )

  it.effect("withOptions() is the same service with other defaults; wrong ones fail its calls (README)", () =>
    served({}, (server) =>
      Effect.gen(function* () {
        const partner = yield* Partner
        server.failNext("organizations.list", { status: 503 })
        const failure = yield* Effect.flip(partner.withOptions({ retries: 0 }).organizations.list())
        assert.strictEqual(failure.attempts, 1)
        const mistaken = partner.withOptions(Object({ retrys: 0 }))
        assert.match((yield* Effect.flip(mistaken.organizations.list())).message, /Did you mean retries/)
      })
    )
  )

  it.effect("a configuration that cannot work is a failure of the layer", () =>
    Effect.gen(function* () {
      const server = createTestServer()
      const layer = Partner.layer({ baseUrl: "http://elsewhere.example", clientId: "id", clientSecret: "secret" })
      const exit = yield* Effect.exit(Effect.provide(Partner, Layer.provide(layer, http(server))))
      assert.isTrue(Exit.isFailure(exit))
    })
  )

  it.effect("an unknown option is a failure that names the nearest (README)", () =>
    Effect.gen(function* () {
      const server = createTestServer()
      const { baseUrl, clientId, clientSecret } = server
      const layerWith = (rest: object) =>
        Layer.provide(Partner.layer({ baseUrl, clientId, clientSecret, ...rest }), http(server))
      const ofClient = yield* Effect.flip(Effect.provide(Partner, layerWith({ retrys: 1 })))
      assert.strictEqual(ofClient.message, 'Partner has no option "retrys". Did you mean retries?')
      const ofCall = yield* Effect.flip(
        Effect.flatMap(Partner, ({ organizations }) => organizations.list(Object({ retrys: 1 }))).pipe(
          Effect.provide(layerWith({}))
        )
      )
      assert.match(ofCall.message, /Did you mean retries/)
    })
  )

  it.effect("layerEnv reads the environment", () =>
    Effect.gen(function* () {
      const server = createTestServer()
      const env = {
        PARTNER_BASE_URL: server.baseUrl,
        PARTNER_CLIENT_ID: server.clientId,
        PARTNER_CLIENT_SECRET: server.clientSecret,
        PARTNER_ORGANIZATION: "org_1"
      }
      const layer = Partner.layerEnv.pipe(
        Layer.provide(http(server)),
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
      )
      const page = yield* Effect.flatMap(Partner, ({ jobs }) => jobs.list().page).pipe(Effect.provide(layer))
      assert.strictEqual(page.count, 3)
    })
  )

  it.effect("spans hold no secret, and of headers none that carries one", () =>
    Effect.gen(function* () {
      const server = createTestServer()
      const secrets = new Set([server.clientSecret])
      const spying: typeof globalThis.fetch = (input, init) => {
        const token = new Headers(init?.headers).get("authorization")
        if (token !== null) secrets.add(token.replace("Bearer ", ""))
        return server.fetch(input instanceof Request ? input : String(input), init)
      }
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, spying)))
      const { baseUrl, clientId, clientSecret } = server
      const layer = Layer.provide(Partner.layer({ baseUrl, clientId, clientSecret, retries: 0 }), http)
      yield* Effect.gen(function* () {
        const { jobs } = (yield* Partner).organization("org_1")
        yield* Stream.runDrain(jobs.list({ limit: 1 }).items)
        server.failNext("jobs.get", { status: 500 })
        yield* Effect.exit(jobs.get("job_1"))
      }).pipe(
        Effect.provide(layer),
        Effect.withTracer(tracer),
        // Spans that include headers leave the tokens out.
        Effect.provideService(HttpClient.TracerHeaderFilter, () => true)
      )
      const printed = inspect(
        spans.map(({ attributes, events, name, status }) => ({ attributes, events, name, status })),
        { depth: 20 }
      )
      assert.isAtLeast(spans.length, 6)
      assert.include(printed, "user-agent")
      assert.isAtLeast(secrets.size, 3)
      for (const secret of secrets) assert.notInclude(printed, secret)
    })
  )
})

it.effect("webhook endpoints are managed, and one that was made is not made again after a lost answer", () =>
  served({}, (server) =>
    Effect.gen(function* () {
      const { webhookEndpoints } = (yield* Partner).organization("org_1")
      const endpoint = { url: "https://example.com/webhooks" }
      const { id, secret } = yield* webhookEndpoints.create(endpoint)
      assert.match(secret ?? "", /^whsec_/)
      yield* webhookEndpoints.test(id)
      const pings = yield* Stream.runCollect(webhookEndpoints.deliveries(id, { status: "pending" }).items)
      assert.deepStrictEqual(
        pings.map(({ type }) => type),
        ["ping", "ping"]
      )
      assert.isUndefined(yield* webhookEndpoints.delete(id))
      server.failNext("webhookEndpoints.create", "reset-after")
      const lost = yield* Effect.flip(webhookEndpoints.create(endpoint))
      assert.deepStrictEqual([lost.outcome, lost.attempts], ["unknown", 1])
    })
  )
)

describe("files (docs/files.md)", () => {
  it.effect("are attached and downloaded", () =>
    served({}, () =>
      Effect.gen(function* () {
        const { applications } = (yield* Partner).organization("org_1")
        const { id } = yield* applications.submit({
          job_id: "job_1",
          agency_id: "agy_1",
          candidate: { first_name: "Emmy", last_name: "Noether", email: "emmy@example.com" }
        })
        const sent: Array<number> = []
        const attached = yield* applications.attach(id, new File(["Ten years of payroll."], "cv.txt"), {
          type: "RESUME",
          onProgress: ({ bytes }) => sent.push(bytes)
        })
        const { fileName, stream } = yield* applications.download(id, attached.id)
        const text = yield* Effect.promise(() => new Response(stream).text())
        assert.deepStrictEqual([fileName, text, sent], ["cv.txt", "Ten years of payroll.", [21]])
      })
    )
  )
})
