/**
 * The events of webhooks, decoded leniently and typed (decisions, Journal).
 */
import { PingEvent as PingEventSchema } from "@partner-api/domain/PingEvent"
import { Event as EventSchema } from "@partner-api/domain/Event"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { assert, describe, it } from "vitest"
import { type PartnerEvent, type PingEvent, type UnknownEvent, webhooks } from "../../src/webhooks.ts"
import { deliver, event, secret } from "./Delivery.ts"

/** What arrives when a value is sent. */
const arrived = (value: unknown): Promise<PartnerEvent> => {
  const { body, headers } = deliver({ body: JSON.stringify(value) })
  return webhooks.unwrap(body, headers, secret)
}

/** Every example of an event that the contract has, as it is sent. */
const examples = [...EventSchema.members, PingEventSchema].flatMap((schema: Schema.Top) => {
  const [example] = SchemaAST.resolveAt<ReadonlyArray<unknown>>("examples")(schema.ast) ?? []
  return [JSON.parse(JSON.stringify(example))]
})

describe("an event", () => {
  it.for(examples.map((example) => [example.type, example] as const))(
    "arrives as it was sent: %s (decisions, Journal)",
    async ([, example]) => assert.deepEqual<unknown>(await arrived(example), example)
  )

  it("keeps members that the library does not know (decisions, Journal)", async () => {
    const newer = { ...event, weather: "fine", data: { ...event.data, job: { ...event.data.job, colour: "red" } } }
    assert.deepEqual<unknown>(await arrived(newer), newer)
  })

  it("of a type that the library does not know is of the type unknown (decisions, Journal)", async () => {
    const { data, id, organization_id, timestamp } = event
    for (const type of ["job.archived", "unknown", "toString", "__proto__", ""]) {
      const found = await arrived({ id, type, timestamp, organization_id, data, received_type: "job.closed" })
      assert.deepEqual(found, { type: "unknown", received_type: type, id, timestamp, organization_id, data })
    }
  })

  it("that was erased has what is left (decisions, Journal)", async () => {
    const erased = { ...event, type: "user.updated", data: { user: { id: "usr_1" }, changed: [] }, erased: true }
    assert.deepEqual<unknown>(await arrived(erased), erased)
  })
})

/** What a receiver does with an event: the compiler knows the data of each type, and finds a type that is misspelt. */
const textOf = (event: PartnerEvent): string => {
  switch (event.type) {
    case "job.closed":
    case "job.opened":
      return event.data.job.title
    case "application.hired":
      return event.data.application.id
    case "user.erased":
      return event.data.user.id
    case "agency_fees.set":
      return event.data.agency_fees.agency_id
    case "jobs.imported":
      return String(event.data.import.created)
    case "ping":
      return event.data.webhook_endpoint.id
    case "unknown": {
      const data: unknown = event.data
      // @ts-expect-error Nobody knows what it has.
      void event.data.job
      return `${event.received_type} ${typeof data}`
    }
    // @ts-expect-error No such type.
    case "job.close":
      return ""
    default: {
      // @ts-expect-error Its record is not known here.
      void event.data.job
      const rest: Exclude<PartnerEvent["type"], "job.closed" | "ping" | "unknown"> = event.type
      return rest
    }
  }
}

/** Every type is one of those of the contract: none is any text. */
const closed: string extends PartnerEvent["type"] ? "open" : "closed" = "closed"

/** The contract's own type of a ping, and the one that partners get. */
const ping = (sent: typeof PingEventSchema.Encoded): PingEvent => sent

describe("a switch over the type", () => {
  it("narrows (README)", async () => {
    assert.strictEqual(textOf(await arrived(event)), "Ingeniør")
    assert.strictEqual(textOf(await arrived({ ...event, type: "job.archived" })), "job.archived object")
    assert.strictEqual(textOf(await arrived(ping(examples.at(-1)))), "whe_01KGAS0F00D4N8P2R6T0V3X7Z9")
    assert.strictEqual(closed, "closed")
  })
})

describe("signWebhook", () => {
  it("fills in what a test does not care about (README)", async () => {
    const { data } = event
    const { body, headers } = await webhooks.signWebhook({ secret, type: "job.closed", data })
    const found = await webhooks.unwrap(body, headers, secret)
    assert.deepInclude(found, { type: "job.closed", organization_id: "org_test", sequence: 1, data })
    assert.match(found.id, /^evt_[0-9a-f]{26}$/)
    assert.strictEqual(headers["webhook-id"], found.id)
    assert.strictEqual(headers["content-type"], "application/json")
    assert.isAtMost(Math.abs(Date.parse(found.timestamp) - Date.now()), 60_000)
    const second = await webhooks.signWebhook({ secret, type: "job.closed", data })
    assert.notStrictEqual(second.headers["webhook-id"], headers["webhook-id"])
  })

  it("signs what it is given, at the time it is given (README)", async () => {
    const sentAt = new Date("2026-02-01T00:00:00.999Z")
    const { body, headers } = await webhooks.signWebhook({ secret, sentAt, ...event })
    assert.deepEqual(JSON.parse(body), event)
    assert.deepInclude(headers, { "webhook-id": event.id, "webhook-timestamp": "1769904000" })
  })

  it("signs a ping and an unknown event as the service would send them (README)", async () => {
    const [webhook_endpoint, secretOfBoth] = [{ id: "whe_1", client_id: "cli_1", status: "enabled" }, { secret }]
    const ping = await webhooks.signWebhook({ ...secretOfBoth, type: "ping", data: { webhook_endpoint } })
    assert.notProperty(JSON.parse(ping.body), "sequence")
    assert.strictEqual((await webhooks.unwrap(ping.body, ping.headers, secret)).type, "ping")
    const unknown: UnknownEvent = { ...event, type: "unknown", received_type: "job.archived" }
    const { body, headers } = await webhooks.signWebhook({ secret, ...unknown })
    assert.strictEqual(JSON.parse(body).type, "job.archived")
    assert.notProperty(JSON.parse(body), "received_type")
    assert.deepInclude(await webhooks.unwrap(body, headers, secret), unknown)
  })

  it("signs what was unwrapped (README)", async () => {
    const found = await arrived(event)
    const { body, headers } = await webhooks.signWebhook({ secret, ...found })
    assert.deepEqual(await webhooks.unwrap(body, headers, secret), found)
  })

  it("is typed as the receiver is", () => {
    const calls = () => {
      // @ts-expect-error No such type.
      void webhooks.signWebhook({ secret, type: "job.close", data: event.data })
      // @ts-expect-error Its data has a job.
      void webhooks.signWebhook({ secret, type: "job.closed", data: { user: { id: "usr_1" }, changed: [] } })
      // @ts-expect-error It says which type it stands for.
      void webhooks.signWebhook({ secret, type: "unknown", data: {} })
    }
    assert.isFunction(calls)
  })
})
