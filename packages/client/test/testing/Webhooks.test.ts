/**
 * Webhooks of a test server: from a write to the handler of a partner and back, without a socket, in the time of the clock (decisions, Webhooks).
 */
import { assert, describe, it } from "vitest"
import { createClient } from "../../src/index.ts"
import { createTestServer, type WebhookReceiver } from "../../src/testing.ts"
import { type PartnerEvent, webhooks } from "../../src/webhooks.ts"

const url = "https://example.com/webhooks"
const hourMs = 3_600_000

/** A server with an endpoint, and a handler of its events as a partner writes it. */
const meet = async (
  endpoint: { readonly types?: ReadonlyArray<"job.*" | "user.created" | "*"> } = { types: ["job.*"] }
) => {
  const server = createTestServer({ startMs: Date.now() })
  const organization = createClient(server.client()).organization("org_1")
  const { webhookEndpoints } = organization
  const { id, secret = "" } = await webhookEndpoints.create({ url, ...endpoint })
  const events: Array<PartnerEvent> = []
  const refused: Array<unknown> = []
  const handler = (secrets: string | ReadonlyArray<string> = secret) =>
    webhooks.handler({
      secrets,
      // Hours pass on the clock of the server, and none on that of the machine.
      toleranceSeconds: Number.POSITIVE_INFINITY,
      onEvent: (event) => void events.push(event),
      onError: (error) => void refused.push(error)
    })
  const typesOf = () => events.map(({ type }) => type)
  return { server, ...organization, webhookEndpoints, id, secret, events, refused, handler, typesOf }
}

const never: WebhookReceiver = () => assert.fail("nothing is due")

describe("server.deliverWebhooks", () => {
  it("sends a ping, then what happened since the endpoint was added, to a handler that checks the signature", async () => {
    const { events, handler, id, jobs, refused, server, webhookEndpoints } = await meet()
    await jobs.update("job_1", { status: "CLOSED" })
    assert.strictEqual((await webhookEndpoints.get(id)).status, "pending")
    await server.deliverWebhooks(handler())
    assert.deepStrictEqual(refused, [])
    const [ping, closed, ...more] = events
    assert.deepStrictEqual([ping?.type, more], ["ping", []])
    assert.isTrue(closed?.type === "job.closed" && closed.data.job.title === "Engineer")
    assert.strictEqual((await webhookEndpoints.get(id)).status, "enabled")
    const { content } = await webhookEndpoints.deliveries(id, { status: "succeeded" })
    assert.deepStrictEqual(
      content.map(({ attempts, type }) => [type, attempts.map(({ status }) => status)]),
      [
        ["job.closed", [204]],
        ["ping", [204]]
      ]
    )
    await server.deliverWebhooks(never)
  })

  it("sends a Request as the service does: JSON by POST, to the address of the endpoint", async () => {
    const { server } = await meet()
    const sent: Array<Request> = []
    await server.deliverWebhooks((request) => {
      sent.push(request)
      return new Response(null, { status: 204 })
    })
    const [request] = sent
    assert.deepStrictEqual([request?.method, request?.url], ["POST", url])
    assert.strictEqual(request?.headers.get("content-type"), "application/json")
    assert.includeMembers(
      [...(request?.headers.keys() ?? [])],
      ["webhook-id", "webhook-signature", "webhook-timestamp"]
    )
    assert.deepInclude(await request?.json(), { type: "ping", organization_id: "org_1" })
  })

  it("sends what was refused again, in order, when the time of the next attempt has come", async () => {
    const { handler, id, jobs, server, typesOf, webhookEndpoints } = await meet()
    await server.deliverWebhooks(handler())
    await jobs.update("job_1", { status: "CLOSED" })
    await jobs.update("job_1", { status: "OPEN" })
    const beganMs = performance.now()
    let attempts = 0
    const down: WebhookReceiver = () => {
      attempts += 1
      return new Response("down", { status: 503 })
    }
    await server.deliverWebhooks(down)
    assert.strictEqual(attempts, 1)
    // The first retry comes after 5 s, the next after 5 minutes, and one is sent at a time.
    server.clock.advance(1_000)
    await server.deliverWebhooks(never)
    server.clock.advance(6_000)
    await server.deliverWebhooks(down)
    assert.strictEqual(attempts, 2)
    server.clock.advance(hourMs)
    await server.deliverWebhooks(handler())
    assert.deepStrictEqual(typesOf(), ["ping", "job.closed", "job.opened"])
    const [, closed] = (await webhookEndpoints.deliveries(id)).content
    assert.deepStrictEqual(
      closed?.attempts.map(({ status }) => status),
      [503, 503, 204]
    )
    assert.isBelow(performance.now() - beganMs, 5_000)
  })

  it("ends with an endpoint that is disabled after five days, and resumes where it stopped", async () => {
    const { events, handler, id, jobs, server, typesOf, webhookEndpoints } = await meet()
    await server.deliverWebhooks(handler())
    await jobs.update("job_1", { status: "CLOSED" })
    await jobs.update("job_1", { status: "OPEN" })
    for (let hours = 0; hours <= 6 * 24; hours += 6) {
      await server.deliverWebhooks(() => Promise.reject(new TypeError("fetch failed")))
      server.clock.advance(6 * hourMs)
    }
    const disabled = await webhookEndpoints.get(id)
    assert.deepStrictEqual([disabled.status, disabled.disabled_reason], ["disabled", "failing"])
    const [failed] = (await webhookEndpoints.deliveries(id, { status: "failed" })).content
    assert.strictEqual(failed?.type, "job.closed")
    assert.lengthOf(failed?.attempts.filter(({ failure }) => failure === "connection") ?? [], 10)
    await webhookEndpoints.update(id, { status: "enabled" })
    await server.deliverWebhooks(handler())
    assert.deepStrictEqual(typesOf().slice(1), ["ping", "job.opened"])
    await webhookEndpoints.recover(id, { since: events[0]?.type === "ping" ? events[0].timestamp : "" })
    await server.deliverWebhooks(handler())
    assert.deepStrictEqual(typesOf().slice(3), ["job.closed"])
  })

  it("sends a ping, an event again and all since a moment when the client asks for them", async () => {
    const { handler, id, jobs, server, typesOf, webhookEndpoints } = await meet()
    const since = new Date(server.clock.nowMs()).toISOString()
    await jobs.update("job_1", { status: "CLOSED" })
    await server.deliverWebhooks(handler())
    const [delivery] = (await webhookEndpoints.deliveries(id)).content
    await webhookEndpoints.test(id)
    await webhookEndpoints.redeliver(id, delivery?.event_id ?? "")
    await server.deliverWebhooks(handler())
    assert.sameMembers(typesOf().slice(2), ["ping", "job.closed"])
    await webhookEndpoints.recover(id, { since, only: "all" })
    await server.deliverWebhooks(handler())
    assert.deepStrictEqual(typesOf().slice(4), ["job.closed"])
  })

  it("signs with the old secret too until it expires", async () => {
    const { handler, id, jobs, refused, secret, server, typesOf, webhookEndpoints } = await meet()
    await server.deliverWebhooks(handler())
    const { secret: next = "" } = await webhookEndpoints.rotateSecret(id, { expires_previous_in: 3_600 })
    await jobs.update("job_1", { status: "CLOSED" })
    await server.deliverWebhooks(handler(secret))
    server.clock.advance(hourMs)
    await jobs.update("job_1", { status: "OPEN" })
    await server.deliverWebhooks(handler(next))
    assert.deepStrictEqual(typesOf(), ["ping", "job.closed", "job.opened"])
    await jobs.update("job_1", { status: "CLOSED" })
    await server.deliverWebhooks(handler(secret))
    assert.lengthOf(refused, 1)
    assert.lengthOf(typesOf(), 3)
  })

  it("lets the handler call the service, and time pass while it waits for it", async () => {
    const { events, id, secret, server, users, webhookEndpoints } = await meet({ types: ["user.created"] })
    const startMs = server.clock.nowMs()
    const onEvent = async (event: PartnerEvent) => {
      if (event.type === "user.created") await users.update(event.data.user.id, { first_name: "Seen" })
      events.push(event)
    }
    server.failNext("users.update", { status: 503, retryAfterSeconds: 40 })
    const ada = await users.create({ first_name: "Ada", last_name: "King", email: "king@example.com" })
    await server.deliverWebhooks(webhooks.handler({ secrets: secret, onEvent }))
    assert.lengthOf(events, 2)
    assert.strictEqual((await users.get(ada.id)).first_name, "Seen")
    assert.isAtLeast(server.clock.nowMs() - startMs, 40_000)
    const [created] = (await webhookEndpoints.deliveries(id)).content
    assert.isAtLeast(created?.attempts[0]?.duration_ms ?? 0, 40_000)
  })

  it("fails with what a receiver fails with, so that an assertion in it is seen", async () => {
    const { id, server, webhookEndpoints } = await meet()
    const wrong = new RangeError("expected 1 to equal 2")
    const failed = await server
      .deliverWebhooks(() => {
        throw wrong
      })
      .catch((error: unknown) => error)
    assert.strictEqual(failed, wrong)
    assert.strictEqual((await webhookEndpoints.deliveries(id)).content[0]?.attempts[0]?.failure, "connection")
  })

  it.each([
    ["no function", undefined, "deliverWebhooks takes a function from a Request to a Response"],
    ["a function that answers nothing", () => undefined, "The function gave undefined."],
    ["a function that gives something else", async () => ({ status: 200 }), "The function gave object."]
  ])("refuses %s", async (_, receive, expected) => {
    const { server } = await meet()
    const failed: unknown = await Reflect.apply(server.deliverWebhooks, server, [receive]).catch(
      (error: unknown) => error
    )
    assert.include(String(failed), expected)
  })

  it("has nothing to send for a service of the plain specification", async () => {
    const server = createTestServer({ plain: true })
    await server.deliverWebhooks(never)
    assert.deepStrictEqual(server.requests, [])
  })
})
