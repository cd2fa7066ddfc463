/**
 * Answers about what is deprecated, over HTTP (recruiting 12, RFC 9745, RFC 8594): of an API that a test makes, with an endpoint and a member that are deprecated
 * and then are not, and of `hire.custom_fee`, the first one of the product; and which clients operators see to use it.
 */
import { assert, describe, it } from "@effect/vitest"
import { JsonBody } from "@partner-api/contract/Middleware"
import { metadataOf } from "@partner-api/contract/declare/Declaration"
import { readDeprecation } from "@partner-api/contract/DeprecationHeaders"
import { endpointsOf } from "@partner-api/contract/Reflection"
import { dayOf } from "@partner-api/domain/CalendarDate"
import { deprecated, type Deprecation } from "@partner-api/domain/Deprecation"
import { DeprecatedUsage } from "@partner-api/domain/operator/DeprecatedUsage"
import { AccessLog } from "@partner-api/service/http/AccessLog"
import { handlersOf } from "@partner-api/service/http/Handlers"
import { layerOf } from "@partner-api/service/http/Pages"
import { Pipeline } from "@partner-api/service/http/Pipeline"
import { partnerApi } from "@partner-api/service/http/ServedApi"
import * as FindDeprecated from "@partner-api/service/http/stages/FindDeprecated"
import * as ReadBody from "@partner-api/service/http/stages/ReadBody"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { Drain } from "@partner-api/service/services/Drain"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { afterAll, onTestFinished } from "vitest"
import * as HttpListener from "../src/platform/listener/HttpListener.ts"
import * as RequestEnvironment from "../src/platform/listener/RequestEnvironment.ts"
import { openClient, textOf } from "./HttpCall.ts"
import { signIn } from "./operator/ConsoleSession.ts"
import { sharedServer, startServer, type TestServer } from "./TestServer.ts"

const ofEndpoint: Deprecation = { since: "2026-11-28", sunset: "2028-01-01", replacement: "call `other`" }
const ofMember: Deprecation = { since: "2026-12-01", sunset: "2027-12-01", replacement: "send `text`" }

/** An API with two endpoints, of which one is deprecated, and of the other a member; or nothing. */
const sketchApi = (isDeprecated: boolean) => {
  const NewSketch = Schema.Struct({
    line: Schema.optionalKey(Schema.String.annotate(isDeprecated ? deprecated(ofMember) : {})),
    text: Schema.String
  }).annotate({ identifier: "NewSketch" })
  const declare = (title: string, deprecation?: Deprecation) =>
    metadataOf(
      {
        title,
        description: "For tests.",
        access: { level: "public" },
        ...(deprecation === undefined ? {} : { deprecated: deprecation })
      },
      { paginated: false, retry: "safe" }
    )
  return HttpApi.make("sketches").add(
    HttpApiGroup.make("sketches").add(
      HttpApiEndpoint.get("list", "/v1/sketches", {
        success: HttpApiSchema.WithHeaders(Schema.String, { link: Schema.String })
      }).annotateMerge(declare("List", isDeprecated ? ofEndpoint : undefined)),
      HttpApiEndpoint.post("add", "/v1/sketches", { payload: NewSketch, success: Schema.String })
        .middleware(JsonBody)
        .annotateMerge(declare("Add"))
    )
  )
}

/** The link of a list to its next page. */
const next = '</v1/sketches?cursor=c>; rel="next"'

/** Serves such an API on a port of its own. */
const serve = async (isDeprecated: boolean) => {
  const api = sketchApi(isDeprecated)
  const handlers = handlersOf(api, "sketches", (all) =>
    Effect.succeed(
      all({
        list: () => Effect.succeed(HttpApiSchema.withHeaders({ body: "listed", headers: { link: next } })),
        add: () => Effect.succeed("added")
      })
    )
  )
  const stages = Effect.map(ReadBody.stage, (readBody) => [readBody, FindDeprecated.stage])
  const pipeline = Pipeline.layerOf(partnerApi, api, endpointsOf(api), stages).pipe(
    Layer.provide([
      handlers,
      ReadBody.PublicBody.layer,
      layerOf(Effect.succeed([])),
      Layer.succeed(PublicUrl, "https://api.example.com")
    ])
  )
  const listener = HttpListener.layer({ host: "127.0.0.1", port: 0, sharesPort: false, keepAliveMs: 75_000 }).pipe(
    Layer.provideMerge(Drain.layer),
    Layer.provideMerge(Layer.succeed(AccessLog, () => {}))
  )
  const runtime = ManagedRuntime.make(
    RequestEnvironment.layer(Effect.void).pipe(Layer.provide(pipeline), Layer.provideMerge(listener))
  )
  const { port } = new URL(Context.get(await runtime.context(), HttpListener.ListeningAddress))
  const { call, close } = openClient(Number(port))
  afterAll(async () => {
    close()
    await runtime.dispose()
  })
  return call
}

const page = "https://api.example.com/docs#description/deprecations"

describe("an endpoint and a member that are deprecated", async () => {
  const call = await serve(true)

  it("are so in the headers of each answer (RFC 9745, RFC 8594)", async () => {
    const { headers, status } = await call("GET", "/v1/sketches", {})
    assert.deepStrictEqual(
      [status, headers["deprecation"], headers["sunset"], headers["link"]],
      [
        200,
        "@1795824000",
        "Sat, 01 Jan 2028 00:00:00 GMT",
        `${next}, <${page}>; rel="deprecation"; type="text/html"; title="call \`other\`"`
      ]
    )
  })

  it("are so for requests that have the member, refused ones too, and for no others", async () => {
    const notices = await Promise.all(
      [{ text: "a" }, { text: "a", line: "b" }, { line: "b" }, { line: 1, text: "a" }].map(async (json) => {
        const { headers, status } = await call("POST", "/v1/sketches", { json })
        return [status, readDeprecation({ ...headers, "set-cookie": undefined })?.replacements]
      })
    )
    assert.deepStrictEqual(notices, [
      [200, undefined],
      [200, ["send `text`"]],
      [422, ["send `text`"]],
      [422, ["send `text`"]]
    ])
  })

  it("are as all others once their declarations are gone", async () => {
    const plain = await serve(false)
    for (const answer of [
      await plain("GET", "/v1/sketches", {}),
      await plain("POST", "/v1/sketches", { json: { text: "a", line: "b" } })
    ]) {
      assert.strictEqual(answer.status, 200)
      assert.doesNotHaveAnyKeys(answer.headers, ["deprecation", "sunset"])
      assert.notInclude(answer.headers["link"] ?? "", "deprecation")
    }
  })
})

const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }

/** Hires a person by terms of a fee. */
const hireOn = async (server: TestServer, token: string, terms: object) => {
  const post = (path: string, json: object) => server.call("POST", path, { token, json })
  await post("/v1/agencies/agy_hirewell/fees", { optimizedFee: false, customFees: [share] })
  const candidate = { first_name: "Ada", last_name: "Old", email: `${Object.keys(terms).join("_")}@example.com` }
  const id = textOf(
    await post("/v1/applications", { job_id: "job_00000001", agency_id: "agy_hirewell", candidate }),
    "id"
  )
  const move = (action: object) => post(`/v1/applications/${id}/transitions`, action)
  for (const action of ["confirm", "keep", "advance"]) await move({ action })
  const salary = { start_date: dayOf(Date.now()), base_salary_cents: 7_200_000, currency: "EUR" }
  return move({ action: "hire", hire: { ...salary, ...terms } })
}

describe("hire.custom_fee (recruiting 12)", async () => {
  const server = await sharedServer()
  const hire = async (terms: object) => hireOn(server, await server.scoped(await server.primary()), terms)

  it("is deprecated in the answer to a hire that sends it, and not in that to one with expected_fee", async () => {
    const old = await hire({ custom_fee: 0 })
    assert.strictEqual(old.status, 200, old.text)
    assert.strictEqual(old.headers["deprecation"], "@1795824000")
    assert.strictEqual(old.headers["sunset"], "Fri, 31 Dec 2027 00:00:00 GMT")
    assert.match(String(old.headers["link"]), /\/docs#description\/deprecations>; rel="deprecation".*`expected_fee`/)
    const current = await hire({ expected_fee: share })
    assert.strictEqual(current.status, 200, current.text)
    assert.doesNotHaveAnyKeys(current.headers, ["deprecation", "sunset", "link"])
  })
})

describe("the operators' list of who uses what is deprecated (recruiting 12)", () => {
  /** As long as a request waits until it is in the log. */
  const flushMs = 500
  const readUsage = Schema.decodeUnknownSync(Schema.Struct({ ...DeprecatedUsage.fields, since: Schema.String }))

  it("has each client with what it uses, how often and when last, and nobody who does not", async () => {
    await using server = await startServer({ hasConsole: true, keepsRequestLog: true })
    const viewer = await signIn(server, "viewer")
    onTestFinished(viewer.close)
    const list = async () => (await viewer.send("GET", "/operator/v1/deprecated_uses")).json
    // A database beside the process takes time to write the log: with reads between the steps of the clock it is done before the last one.
    const logged = async () => {
      for (let step = 0; step < 3; step++) {
        await server.advance(flushMs)
        await list()
      }
    }
    assert.deepStrictEqual(await list(), { is_logged: true, uses: [], left_out: 0 })

    const primary = await server.scoped(await server.primary())
    assert.strictEqual((await hireOn(server, primary, { expected_fee: share })).status, 200)
    await logged()
    const { since, ...nothing } = readUsage(await list())
    assert.deepStrictEqual(nothing, { is_logged: true, uses: [], left_out: 0 })

    assert.strictEqual((await hireOn(server, primary, { custom_fee: 0 })).status, 200)
    await server.advance(60_000)
    // Another client, whose request is refused.
    assert.strictEqual((await hireOn(server, await server.partner(), { custom_fee: 9, note: "x" })).status, 422)
    await hireOn(server, primary, { custom_fee: 7, other: 1 })
    await logged()
    const { uses, ...counted } = readUsage(await list())
    assert.deepStrictEqual(counted, { is_logged: true, since, left_out: 0 })
    const declared = { sunset: "2027-12-31", replacement: "send `expected_fee`" }
    const use = { name: "applications.transition /hire/custom_fee", ...declared }
    assert.deepStrictEqual<unknown>(
      uses.map((found) => Struct.omit(found, ["last_at"])),
      [
        { ...use, client_id: "sandbox-client", requests: 2 },
        { ...use, client_id: "sandbox-partner", requests: 1 }
      ]
    )
    // The newest of both clients came after the clock was moved; its milliseconds are those of the machine.
    for (const { last_at } of uses) assert.isAtLeast(Date.parse(last_at) - Date.parse(since), 60_000)
  })

  it("says that nothing is known where no requests are kept", async () => {
    await using server = await startServer({ hasConsole: true })
    const viewer = await signIn(server, "viewer")
    onTestFinished(viewer.close)
    const { json } = await viewer.send("GET", "/operator/v1/deprecated_uses")
    assert.deepStrictEqual(json, { is_logged: false, uses: [], left_out: 0 })
  })
})
