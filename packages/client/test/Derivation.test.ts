/**
 * Everything is derived (design, C15): an endpoint that is added to the contract is a method of both entries, without a change to the
 * library.
 */
import { hasMethod } from "@partner-api/contract/EndpointMetadata"
import { PartnerApi } from "@partner-api/contract/Api"
import { metadata } from "@partner-api/contract/EndpointMetadata"
import { endpoints } from "@partner-api/contract/Endpoints"
import { listOf, listQuery } from "@partner-api/contract/declare/List"
import { writeHeaders } from "@partner-api/contract/RequestHeaders"
import { JsonBody, ScopedAccess, IdempotentWrite } from "@partner-api/contract/Middleware"
import { Conflict, InvalidCursor } from "@partner-api/contract/WireErrors"
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { assert, describe, it } from "vitest"
import { partnerOver } from "../src/effect/DerivedPartner.ts"
import { operationsOf } from "../src/core/Operation.ts"
import { clientOver } from "../src/promise/DerivedClient.ts"
import { createTestServer } from "../src/testing.ts"
import { methodsOfEndpoint } from "./MethodNames.ts"

const Widget = Schema.Struct({ id: Schema.String, name: Schema.String }).annotate({ identifier: "Widget" })

const Widgets = HttpApiGroup.make("widgets")
  .add(
    HttpApiEndpoint.get("list", "/v1/widgets", {
      query: listQuery,
      success: listOf(Widget),
      error: InvalidCursor
    }).annotateMerge(
      metadata({
        title: "List widgets",
        description: "The widgets of the organization.",
        access: { level: "scoped", anyOf: ["jobs:read"] },
        extension: "widgets",
        paginated: true,
        retry: "safe"
      })
    ),
    HttpApiEndpoint.post("create", "/v1/widgets", {
      headers: writeHeaders,
      payload: Schema.Struct({ name: Schema.String }).annotate({ identifier: "NewWidget" }),
      success: Widget.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .middleware(IdempotentWrite)
      .middleware(JsonBody)
      .annotateMerge(
        metadata({
          title: "Make a widget",
          description: "Makes a widget.",
          access: { level: "scoped", anyOf: ["jobs:write"] },
          extension: "widgets",
          paginated: false,
          retry: "idempotency-key"
        })
      )
  )
  .middleware(ScopedAccess)

const WidgetApi = PartnerApi.add(Widgets)

/** Calls a method that no type knows. */
const call = (client: object, group: string, name: string, ...args: ReadonlyArray<unknown>): unknown => {
  const methods: unknown = Reflect.get(client, group)
  const method: unknown = Predicate.isObject(methods) ? Reflect.get(methods, name) : undefined
  if (!Predicate.isFunction(method)) throw new Error(`There is no ${group}.${name}.`)
  return Reflect.apply(method, undefined, args)
}

const methodsOf = (client: object): ReadonlyArray<string> =>
  Object.entries(client).flatMap(([group, methods]) =>
    Predicate.isObject(methods) ? Object.keys(methods).map((name) => `${group}.${name}`) : []
  )

/** A test server, and beside it widgets: each that is made is listed, and the first answer is lost. */
const serveWidgets = () => {
  const server = createTestServer()
  const widgets = new Map<string, object>()
  let attempts = 0
  const fetch: typeof server.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).pathname !== "/v1/widgets") return server.fetch(input, init)
    if (request.method === "GET") {
      return Response.json({ content: [...widgets.values()], next: null, count: widgets.size })
    }
    const key = request.headers.get("idempotency-key") ?? ""
    widgets.set(key, { id: key, ...Object(await request.json()) })
    attempts++
    if (attempts === 1)
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) })
    return Response.json(widgets.get(key), { status: 201 })
  }
  return { options: { ...server.client(), fetch }, count: () => attempts }
}

describe("an endpoint added to the contract", () => {
  it("is a method of promises, repeated under its key", async () => {
    const { count, options } = serveWidgets()
    const scoped = clientOver(operationsOf(WidgetApi), options).organization("org_1")
    const made: unknown = await call(scoped, "widgets", "create", { name: "Valve" })
    assert.deepInclude(made, { name: "Valve" })
    const listed: unknown = await call(scoped, "widgets", "list", { limit: 1 })
    assert.deepInclude(listed, { count: 1 })
    assert.strictEqual(count(), 2)
  })

  it("is a method of Effect", async () => {
    const { baseUrl, clientId, clientSecret, fetch } = serveWidgets().options
    const program = Effect.gen(function* () {
      const partner = yield* partnerOver(operationsOf(WidgetApi), { baseUrl, clientId, clientSecret })
      const widgets = partner.organization("org_1")
      const made = call(widgets, "widgets", "create", { name: "Valve" })
      const listing = call(widgets, "widgets", "list")
      return { made, listing }
    })
    const { listing, made } = await Effect.runPromise(
      program.pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetch))
    )
    assert.isTrue(Effect.isEffect(made))
    assert.isTrue(Predicate.hasProperty(listing, "items") && Stream.isStream(listing.items))
  })

  it("and no other: the methods are the endpoints without those for tokens; those for bytes are named by what they do", () => {
    const server = createTestServer()
    const expected = endpoints.filter(({ metadata }) => hasMethod(metadata)).flatMap(methodsOfEndpoint)
    const client = clientOver(operationsOf(PartnerApi), server.client())
    const ofFiles = ["applications.attach", "applications.download"]
    assert.sameMembers([...methodsOf(client)], [...expected, ...ofFiles])
    const scoped = endpoints
      .filter(({ metadata }) => metadata.access.level === "scoped" && hasMethod(metadata))
      .flatMap(methodsOfEndpoint)
    assert.sameMembers([...methodsOf(client.organization("org_1"))], [...scoped, ...ofFiles])
  })
})
