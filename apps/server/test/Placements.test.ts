/**
 * Placements over HTTP (recruiting 8): what a hire becomes, the actions on it, what an agency sees of it, and what the service does when a day is over.
 */
import { assert, describe, it } from "@effect/vitest"
import { daysAfter, dayOf } from "@partner-api/domain/CalendarDate"
import { dayMs, dayStartMs } from "@partner-api/domain/StorageQuota"
import { ErasureWork } from "@partner-api/service/services/ErasureWork"
import { PlacementWork } from "@partner-api/service/services/PlacementWork"
import { clockOf } from "@partner-api/service/testing/MemoryService"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { errorOf, mistakesOf, named, withoutRequestId } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { workOf } from "./Workers.ts"

/** Noon of a day. */
const startMs = dayStartMs(Date.now()) + dayMs / 2
const today = dayOf(startMs)

const server = await sharedServer({ startMs })
const { call, query } = server
await query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")

/** What the worker does in one round at a moment. */
const moveOnAt = (atMs: number) =>
  workOf(
    PlacementWork.layer,
    PlacementWork.use(({ moveOn }) => moveOn)
  ).pipe(Effect.provideService(Clock.Clock, clockOf({ nowMs: () => atMs, sleep: () => Promise.resolve() })))

/** What the worker of erasures does in one round. */
const eraseOnce = workOf(
  ErasureWork.layer,
  ErasureWork.use(({ work }) => work)
)

const job = "job_00000001"

/** The items of a page. */
const itemsOf = (answer: Answer): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const { content } = membersOf(answer)
  assert.isArray(content, answer.text)
  return Array.isArray(content) ? content.map((one) => Object(one)) : []
}
let people = 0

/** Both sides. */
const open = async () => {
  const employer = await server.scoped(await server.primary())
  const agency = await server.partner()
  const post = (path: string, json: object, token = employer, headers = {}) =>
    call("POST", path, { token, json, headers })
  const get = (path: string, token = employer) => call("GET", path, { token })
  /** The application of a person who is hired from a stage. */
  const hired = async (start_date: string, stages = 2) => {
    const candidate = { first_name: "Grace", last_name: "Hopper", email: `placed.${++people}@example.com` }
    const id = textOf(await post("/v1/applications", { job_id: job, agency_id: "agy_hirewell", candidate }), "id")
    const hire = { start_date, base_salary_cents: 7_200_000, currency: "EUR" }
    const stage = ["keep", ...Array<string>(stages).fill("advance")].map((action) => ({ action }))
    for (const json of [{ action: "confirm" }, ...stage, { action: "hire", hire }]) {
      const answer = await post(`/v1/applications/${id}/transitions`, json)
      assert.strictEqual(answer.status, 200, answer.text)
    }
    return id
  }
  const placementsOf = async (application: string, token = employer) =>
    itemsOf(await get(`/v1/placements?application_id=${application}`, token))
  const placed = async (start_date: string, stages?: number) => {
    const [placement = noRecord] = await placementsOf(await hired(start_date, stages))
    const { id, application_id } = placement
    return { placement, id: String(id), application_id: String(application_id) }
  }
  const act = (id: string, json: object, token = employer, headers = {}) =>
    post(`/v1/placements/${id}/transitions`, json, token, headers)
  const read = async (id: string, token = employer) => membersOf(await get(`/v1/placements/${id}`, token))
  const hiredCount = async () => membersOf(await get(`/v1/jobs/${job}`))["hired_count"] ?? 0
  /** Erases the person of an application, as the employer does it. */
  const erase = async (application: string) => {
    const { candidate } = membersOf(await get(`/v1/applications/${application}`))
    const accepted = await post("/v1/erasure_requests", { email: Object(candidate).email })
    await server.run(eraseOnce)
    return textOf(accepted, "id")
  }
  return { erase, employer, agency, post, get, hired, placed, placementsOf, act, read, hiredCount }
}

/** A record without members. */
const noRecord: Readonly<Record<string, unknown>> = {}

const statusOf = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  const { settlement, status } = membersOf(answer)
  return [status, Object(settlement).status]
}

describe("the placement of a hire (recruiting 8)", () => {
  it("is made with it, for both sides, with a history and an event that names nobody", async () => {
    const { agency, employer, get, placed } = await open()
    const start_date = daysAfter(today, 30)
    const { id, placement } = await placed(start_date)
    assert.deepStrictEqual(placement, {
      ...placement,
      job_id: job,
      agency_id: "agy_hirewell",
      candidate_name: "Grace Hopper",
      status: "AWAITING_START",
      start_date,
      base_salary_cents: 7_200_000,
      fee_base_cents: 7_200_000,
      currency: "EUR",
      settlement: { status: "NOT_DUE", at: placement["created_at"] },
      version: 1
    })
    assert.deepStrictEqual((await get(`/v1/placements/${id}`, agency)).json, placement)
    const content = itemsOf(await get(`/v1/placements/${id}/history`))
    assert.deepInclude(content[0], {
      action: "placement.created",
      actor: "client",
      after: { status: "AWAITING_START", settlement_status: "NOT_DUE" }
    })
    const feed = feedPageOf(await get("/v1/events?types=placement.created&limit=100", employer))
    const event = feed.content.find(({ data }) => Object(data).placement.id === id)
    assert.isDefined(event)
    assert.notInclude(JSON.stringify(event), "Grace")
  })

  it("is listed by its filters", async () => {
    const { get, placed } = await open()
    const { id, application_id } = await placed(daysAfter(today, 10))
    const ids = async (filter: string) => itemsOf(await get(`/v1/placements?${filter}&limit=100`)).map(({ id }) => id)
    for (const filter of [
      `application_id=${application_id}`,
      `job_id=${job}`,
      "agency_id=agy_hirewell",
      "status=AWAITING_START&status=COMPLETED&settlement_status=NOT_DUE",
      `updated_since=${encodeURIComponent(new Date(startMs - 1_000).toISOString())}`
    ]) {
      assert.include(await ids(filter), id, filter)
    }
    assert.notInclude(await ids("status=CANCELLED"), id)
    assert.deepStrictEqual(mistakesOf(await get("/v1/placements?status=STARTED")), ["query /status/0 not_allowed"])
  })

  it("of another agency is unknown to an agency, which changes none (recruiting, Views)", async () => {
    const { act, agency, get, placed } = await open()
    const { id } = await placed(daysAfter(today, 10))
    await query(
      "UPDATE placements SET agency_id = 'agy_northwind', json = replace(json, 'agy_hirewell', 'agy_northwind') WHERE id = ?",
      id
    )
    const answers = ["", "/history"].map(async (part) => {
      const [foreign, unknown] = [
        await get(`/v1/placements/${id}${part}`, agency),
        await get(`/v1/placements/plc_unknown${part}`, agency)
      ]
      assert.strictEqual(errorOf(foreign), named(404))
      assert.deepStrictEqual(withoutRequestId(foreign), withoutRequestId(unknown))
    })
    await Promise.all(answers)
    assert.strictEqual(errorOf(await act(id, { action: "start" }, agency)), named(403))
    assert.notInclude(JSON.stringify((await get("/v1/placements?limit=100", agency)).json), id)
  })
})

describe("the actions on a placement (recruiting 8)", () => {
  it("undo a hire: the application returns to where it was, the count goes down, and it can be hired again", async () => {
    const { act, get, hiredCount, placed, placementsOf, post } = await open()
    const before = await hiredCount()
    const { application_id, id } = await placed(daysAfter(today, 10), 1)
    assert.strictEqual(await hiredCount(), Number(before) + 1)
    const reason = "Took another offer"
    const cancelled = await act(id, { action: "cancel", reason })
    assert.deepStrictEqual(statusOf(cancelled), ["CANCELLED", "VOID"])
    assert.strictEqual(textOf(cancelled, "reason"), reason)
    assert.strictEqual(await hiredCount(), before)
    const application = membersOf(await get(`/v1/applications/${application_id}`))
    assert.strictEqual(application["state"], "INTERVIEWING")
    assert.notProperty(application, "hire")
    const content = itemsOf(await get(`/v1/applications/${application_id}/history`))
    assert.deepInclude(content.at(-1), {
      action: "application.hire_cancelled",
      state_before: "HIRED",
      state_after: "INTERVIEWING"
    })
    assert.strictEqual(errorOf(await act(id, { action: "cancel", reason })), "409 invalid_transition")
    const hire = { start_date: today, base_salary_cents: 1, currency: "EUR" }
    const again = await post(`/v1/applications/${application_id}/transitions`, { action: "hire", hire })
    assert.strictEqual(again.status, 200, again.text)
    assert.deepStrictEqual((await placementsOf(application_id)).map(({ status }) => status).toSorted(), [
      "AWAITING_START",
      "CANCELLED"
    ])
  })

  it("start and settle, once under a key, and only what the caller has seen", async () => {
    const { act, employer, placed, read } = await open()
    const { id } = await placed(today)
    const key = { "idempotency-key": "start-once" }
    const start = { action: "start" }
    const [first, second] = [await act(id, start, employer, key), await act(id, start, employer, key)]
    assert.deepStrictEqual(statusOf(first), ["COMPLETED", "DUE"])
    assert.deepStrictEqual([second.json, second.headers["idempotency-replayed"]], [first.json, "true"])
    const settle = { action: "settle", status: "INVOICED", fee_amount_cents: 900_000, reference: "INV-7" }
    assert.strictEqual(errorOf(await act(id, settle, employer, { "if-match": '"other"' })), named(412))
    assert.deepStrictEqual(statusOf(await act(id, settle)), ["COMPLETED", "INVOICED"])
    assert.deepStrictEqual(statusOf(await act(id, { action: "settle", status: "PAID" })), ["COMPLETED", "PAID"])
    const { fee_amount_cents, settlement, version } = await read(id)
    assert.deepStrictEqual([fee_amount_cents, Object(settlement).paid_cents, version], [900_000, 900_000, 4])
  })

  it("leave no personal text behind once the person is erased, but the name while it is held (recruiting 9)", async () => {
    const { act, erase, get, placed, read } = await open()
    const { id, application_id } = await placed(today)
    await act(id, { action: "cancel", reason: "Canary left" })
    await erase(application_id)
    assert.notMatch(JSON.stringify(await read(id)), /Grace|Canary/u)
    const held = await placed(daysAfter(today, 10))
    const request = `/v1/erasure_requests/${await erase(held.application_id)}`
    assert.deepInclude(membersOf(await get(request)), {
      status: "HELD",
      held_until: new Date(startMs + 3_652.5 * dayMs).toISOString()
    })
    assert.strictEqual((await read(held.id))["candidate_name"], "Grace Hopper")
    await act(held.id, { action: "cancel", reason: "Canary left" })
    assert.notMatch(JSON.stringify(await read(held.id)), /Grace|Canary/u)
    // Nobody could work on an application without a person, so it does not return to where it was.
    const { state, withdrawal } = membersOf(await get(`/v1/applications/${held.application_id}`))
    assert.deepStrictEqual([state, withdrawal], ["WITHDRAWN", { by: "SYSTEM" }])
    await server.run(eraseOnce)
    assert.strictEqual(membersOf(await get(request))["status"], "DONE")
  })
})

describe("a placement whose day is over (recruiting 8)", () => {
  it("is started by the service on the day after, within a minute", async () => {
    const first = await open()
    const { id } = await first.placed(daysAfter(today, 1))
    const late = await first.placed(daysAfter(today, -3))
    await server.advance(60_000)
    assert.strictEqual((await first.read(late.id))["status"], "COMPLETED")
    assert.strictEqual((await first.read(id))["status"], "AWAITING_START")
    await server.run(moveOnAt(startMs + 1.5 * dayMs))
    const { get, read } = first
    assert.deepInclude(await read(id), { status: "COMPLETED", version: 2 })
    const content = itemsOf(await get(`/v1/placements/${id}/history`))
    assert.deepInclude(content.at(-1), { action: "placement.started", actor: "system" })
  })

  it("is completed after its guarantee, and falls off until then with what is owed back", async () => {
    const { act, employer, placed, post, read } = await open()
    const guarantee = { days: 90, refund: "PRORATED" }
    const customFees = [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 900_000 }]
    const fees = { optimizedFee: false, customFees, guarantee, paymentTermsDays: 14 }
    const set = await post("/v1/agencies/agy_hirewell/fees", fees, employer)
    assert.strictEqual(set.status, 200, set.text)
    const [kept, left] = [await placed(daysAfter(today, -60)), await placed(daysAfter(today, -60))]
    const over = await placed(daysAfter(today, -91))
    await server.run(moveOnAt(startMs))
    assert.deepInclude(await read(kept.id), {
      status: "IN_GUARANTEE",
      guarantee,
      guarantee_ends_on: daysAfter(today, 30),
      fee_amount_cents: 900_000
    })
    assert.strictEqual(Object((await read(kept.id))["settlement"]).due_on, daysAfter(today, -46))
    // It has started and ended in one round.
    assert.deepInclude(await read(over.id), { status: "COMPLETED", version: 3 })
    const fallen = await act(left.id, { action: "fall_off", on: daysAfter(today, -30), reason: "Left" })
    assert.deepStrictEqual([...statusOf(fallen), membersOf(fallen)["refund_cents"]], ["FELL_OFF", "DUE", 600_000])
    assert.strictEqual(errorOf(await act(left.id, { action: "start" })), "409 invalid_transition")
  })
})
