/**
 * The test server is what the contract says: every endpoint is served, every answer fits its schema, and a new endpoint is served
 * without a line of it changed.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { strictParsing } from "@partner-api/domain/StrictDecoder"
import { metadata } from "@partner-api/contract/EndpointMetadata"
import { endpoints, extensions } from "@partner-api/contract/Endpoints"
import { fillPath } from "@partner-api/contract/Path"
import { listOf, listQuery } from "@partner-api/contract/declare/List"
import { writeHeaders } from "@partner-api/contract/RequestHeaders"
import { JsonBody, ScopedAccess, ConditionalRequests, IdempotentWrite } from "@partner-api/contract/Middleware"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { operationsOf } from "../../src/testing/Operations.ts"
import { makeTestServer } from "../../src/testing/Server.ts"
import { derived, unknownTo } from "../../src/testing/Handlers.ts"
import { written } from "../../src/testing/Written.ts"
import { bodyOf, meet, speakTo } from "./Foreign.ts"

/** The body that each writing endpoint is asked with. */
const bodies: Readonly<Record<string, unknown>> = {
  "users.create": { first_name: "Ada", last_name: "King", email: "king@example.com" },
  "organizations.create": { name: "New" },
  "agencies.setFees": { optimizedFee: false }
}
const params = { organizationId: "org_1", jobId: "job_1", userId: "usr_1", agencyId: "agy_2" }

describe("the test server and the contract", () => {
  const asked = endpoints.filter(({ metadata: { access } }) => access.level !== "public")

  it.for(asked.map((endpoint) => [endpoint.id, endpoint] as const))(
    "answers %s with its status and its schema, or asks for an answer where no rule says it",
    async ([id, { method, metadata, path, payload }]) => {
      const { ask, primary, scoped } = meet()
      const token = metadata.access.level === "primary" ? await primary() : await scoped()
      const json = bodies[id]
      const isMissing = json === undefined && payload.size > 0
      assert.isFalse(
        isMissing,
        `${id} takes a body: add a row to "bodies" in packages/client/test/testing/Contract.test.ts.`
      )
      const answer = await ask(fillPath(path, params), { token, method, ...(json === undefined ? {} : { json }) })
      const operation = operationsOf(PartnerApi).find((one) => one.id === id)
      if (operation !== undefined && metadata.extension !== undefined && !written.has(id)) {
        if (derived(operation) === unknownTo) {
          return assert.include(String((await bodyOf(answer))["message"]), `server.answer("${id}"`)
        }
      }
      assert.strictEqual(answer.status, operation?.success)
      assert.isTrue(operation?.fits(await answer.json()))
    }
  )

  it.for(
    endpoints
      .filter(({ metadata }) => metadata.access.level === "public" && metadata.credentials !== true)
      .map(({ id }) => id)
  )("answers %s to anybody", async (id) => {
    const operation = operationsOf(PartnerApi).find((one) => one.id === id)
    const { ask } = meet()
    const answer = await ask(operation?.path ?? "")
    assert.strictEqual(answer.status, 200)
    assert.isTrue(operation?.fits(await answer.json()))
  })

  it("announces the extensions of the contract", async () => {
    const { ask } = meet()
    assert.deepStrictEqual((await bodyOf(await ask("/.well-known/partner-api")))["extensions"], extensions)
  })

  it("writes nothing by hand that the contract does not have", () => {
    const ids = endpoints.map(({ id }) => id)
    assert.deepStrictEqual(
      [...written.keys()].filter((id) => !ids.includes(id)),
      []
    )
  })
})

const Widget = Schema.Struct({ id: Schema.String, name: Schema.String, created_at: Schema.String }).annotate({
  identifier: "Widget"
})
const NewWidget = Schema.Struct({ name: Schema.String, size: Schema.optionalKey(Schema.Number) })

const widgetMetadata = (retry: "safe" | "idempotency-key", paginated: boolean) =>
  metadata({
    title: "A widget",
    description: "Of a test.",
    access: { level: "scoped", anyOf: ["jobs:read"] },
    extension: "widgets",
    paginated,
    retry
  })

const widgets = HttpApiGroup.make("widgets")
  .add(
    HttpApiEndpoint.get("list", "/v1/widgets", { query: listQuery, success: listOf(Widget) }).annotateMerge(
      widgetMetadata("safe", true)
    ),
    HttpApiEndpoint.get("get", "/v1/widgets/:widgetId", { params: { widgetId: Schema.String }, success: Widget })
      .middleware(ConditionalRequests)
      .annotateMerge(widgetMetadata("safe", false)),
    HttpApiEndpoint.post("create", "/v1/widgets", {
      headers: writeHeaders,
      payload: NewWidget,
      success: Widget.pipe(HttpApiSchema.status(201))
    })
      .middleware(IdempotentWrite)
      .middleware(JsonBody)
      .annotateMerge(widgetMetadata("idempotency-key", false)),
    HttpApiEndpoint.post("turn", "/v1/widgets/:widgetId/turn", {
      params: { widgetId: Schema.String },
      success: Widget
    }).annotateMerge(widgetMetadata("idempotency-key", false))
  )
  .middleware(ScopedAccess)

/** The contract with a group that nobody has written anything for. */
class WiderApi extends HttpApi.make("wider")
  .addHttpApi(PartnerApi)
  .add(widgets)
  .annotate(HttpApi.ParseOptions, strictParsing)
  .annotate(HttpApi.HeadersParseOptions, {}) {}

describe("an endpoint that is new in the contract", () => {
  const given = { id: "widget_0", name: "Old", created_at: "2025-01-01T00:00:00.000Z" }
  const enter = async () => {
    const server = makeTestServer(WiderApi, {
      organizations: [{ id: "org_1", name: "One", collections: { widgets: [given] } }]
    })
    const spoken = speakTo(server)
    return { ...spoken, token: await spoken.scoped() }
  }

  it("lists, finds and adds, with keys and tags, without a line of the server changed", async () => {
    const { ask, token, server } = await enter()
    const headers = { "idempotency-key": "one" }
    const added = await ask("/v1/widgets", { token, json: { name: "New" }, headers })
    assert.strictEqual(added.status, 201)
    const widget = await bodyOf(added)
    assert.strictEqual(widget["created_at"], "2026-01-01T00:00:00.000Z")
    const replayed = await ask("/v1/widgets", { token, json: { name: "New" }, headers })
    assert.strictEqual(replayed.headers.get("idempotency-replayed"), "true")
    const page = await bodyOf(await ask("/v1/widgets", { token }))
    assert.deepStrictEqual(page, { content: [given, widget], next: null, count: 2 })
    const found = await ask(added.headers.get("location") ?? "", { token })
    assert.deepStrictEqual(await bodyOf(found), widget)
    const etag = found.headers.get("etag") ?? ""
    const known = await ask(added.headers.get("location") ?? "", { token, headers: { "if-none-match": etag } })
    assert.strictEqual(known.status, 304)
    assert.lengthOf(server.data.items("org_1", "widgets"), 2)
    assert.strictEqual((await ask("/v1/widgets/nobody", { token })).status, 404)
    assert.strictEqual((await ask("/v1/widgets", { token, json: { nmae: "New" } })).status, 422)
  })

  it("that does more needs an answer of the test, and says so", async () => {
    const { ask, token, server } = await enter()
    const refused = await ask("/v1/widgets/widget_0/turn", { token, method: "POST" })
    assert.strictEqual(refused.status, 500)
    assert.include(String((await bodyOf(refused))["message"]), 'server.answer("widgets.turn"')
    server.answer("widgets.turn", ({ params: { widgetId } }) => ({ body: { ...given, id: widgetId, name: "Turned" } }))
    const turned = await ask("/v1/widgets/widget_0/turn", { token, method: "POST" })
    assert.deepStrictEqual(await bodyOf(turned), { ...given, name: "Turned" })
  })
})
