/**
 * Who gets a free place of a node for endpoints that are delivered to (decisions, Delivery). That workers keep to it, `DeliveryWorkers.test.ts` shows.
 */
import { assert, describe, it } from "@effect/vitest"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import {
  endpointsMax,
  endpointsOfClientMax,
  failingMax,
  failingOfClientMax,
  freePlaces,
  placed,
  type RunningRound
} from "@partner-api/service/services/webhooks/DeliveryPlaces"
import type { DueEndpoint } from "@partner-api/service/store/DeliveryStore"

const nowMs = 60_000

/** Endpoints that are due, of a client each, or all of this one. */
const due = (count: number, name: string, isFailing = false, client?: string): ReadonlyArray<DueEndpoint> =>
  Array.from({ length: count }, (_, index) => ({
    organizationId: OrganizationId.make(`org_${name}`),
    clientId: ClientId.make(`cli_${client ?? `${name}${index}`}`),
    endpointId: WebhookEndpointId.make(`whe_${name}${index}`),
    isFailing
  }))

/** Rounds that have begun so long ago, of a client each, or all of this one. */
const rounds = (count: number, name: string, ageMs = 0, isFailing = false, client?: string): Array<RunningRound> =>
  due(count, name, isFailing, client).map(({ clientId }) => ({ clientId, isFailing, startMs: nowMs - ageMs }))

const namesOf = (endpoints: ReadonlyArray<DueEndpoint>) => endpoints.map(({ endpointId }) => endpointId)

describe("free places", () => {
  it("count rounds that hang for two seconds, up to those of endpoints that fail (decisions, Delivery)", () => {
    const freeBeside = (hanging: number, others = 0) =>
      freePlaces([...rounds(hanging, "hangs", 2_000), ...rounds(others, "answers", 1_999)], nowMs).free
    assert.strictEqual(freeBeside(0), endpointsMax)
    assert.strictEqual(freeBeside(failingMax), endpointsMax - failingMax)
    assert.strictEqual(freeBeside(endpointsMax), endpointsMax - failingMax)
    assert.strictEqual(freeBeside(endpointsMax, endpointsMax - failingMax), 0)
  })
})

describe("an endpoint that is due", () => {
  it("has a place where its client holds fewer than a quarter, those of before included (decisions, Delivery)", () => {
    const held = rounds(endpointsOfClientMax - 2, "held", 0, false, "busy")
    assert.lengthOf(placed(due(10, "busy", false, "busy"), held, nowMs), 2)
    const failing = rounds(failingOfClientMax - 1, "held", 0, true, "busy")
    assert.lengthOf(placed(due(10, "busy", true, "busy"), failing, nowMs), 1)
  })

  it("comes after those of clients that hold fewer places (decisions, Delivery)", () => {
    const busy = due(2, "busy", false, "busy")
    const held = [...rounds(endpointsMax - 4, "other"), ...rounds(1, "held", 0, false, "busy")]
    const chosen = placed([...busy, ...due(2, "quiet")], held, nowMs)
    assert.deepStrictEqual(namesOf(chosen), ["whe_quiet0", "whe_quiet1", "whe_busy0"])
  })

  it("has what those that answer leave where it fails (decisions, Delivery)", () => {
    const endpoints = [...due(4, "fails", true), ...due(3, "answers")]
    const chosen = (free: number) => namesOf(placed(endpoints, rounds(endpointsMax - free, "other"), nowMs))
    const answering = ["whe_answers0", "whe_answers1", "whe_answers2"]
    assert.deepStrictEqual(chosen(2), answering.slice(0, 2))
    assert.deepStrictEqual(chosen(3), answering)
    assert.deepStrictEqual(chosen(5), [...answering, "whe_fails0", "whe_fails1"])
    assert.lengthOf(chosen(endpointsMax), endpoints.length)
  })
})
