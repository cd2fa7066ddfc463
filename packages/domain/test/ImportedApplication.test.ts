/**
 * What the line of a file makes of the application that is there: a new one in the state of the line, and a stored one that only people
 * move (docs/decisions, 40; decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import type { StoredApplication } from "../src/Application.ts"
import { decodeApplicationLine } from "../src/ApplicationImport.ts"
import { ApplicationState } from "../src/ApplicationState.ts"
import {
  type ApplicationImportFacts,
  importApplication,
  type OpenApplication
} from "../src/commands/ApplicationImport.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId } from "../src/Ids.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { auditParts } from "./AuditParts.ts"
import { candidateFacts } from "./CandidateFacts.ts"

const nowMs = 1_767_225_600_000
const at = (offsetMs: number) => timestampFromMillis(nowMs + offsetMs)
const person = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
const required = { external_id: "C-1", agency_external_id: "AG-1", job_external_id: "REQ-1", ...person }
const hire = {
  start_date: "2026-03-01",
  base_salary_cents: 7_200_000,
  currency: "EUR",
  fee: { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 },
  // Not what the percentage comes to: it is what was agreed.
  fee_amount_cents: 1_439_999
}
const decoded = (line: unknown) => Result.getOrThrow(decodeApplicationLine(line, nowMs))

/** An open application of an agency. */
const openOf = (agency: string, state: ApplicationState, holds = state !== "UNCONFIRMED"): OpenApplication => ({
  agencyId: AgencyId.make(agency),
  state,
  holdsClaim: holds
})
const facts: ApplicationImportFacts = {
  organizationId: OrganizationId.make("org_a"),
  agencyId: AgencyId.make("agy_1"),
  job: { id: JobId.make("job_1"), status: "CLOSED" },
  open: [],
  made: { id: ApplicationId.make("app_1"), nowMs }
}
const imported = (line: object, stored?: StoredApplication, more: Partial<ApplicationImportFacts> = {}) =>
  importApplication(decoded({ ...required, ...line }), stored, { ...facts, ...more })
const written = (line: object, stored?: StoredApplication, more: Partial<ApplicationImportFacts> = {}) =>
  Result.getOrThrow(imported(line, stored, more))
const refusals = (line: object, stored?: StoredApplication, more: Partial<ApplicationImportFacts> = {}) =>
  Result.match(imported(line, stored, more), {
    onFailure: (problems) => problems.map(({ path, message }) => `${path} ${message}`.trim()),
    onSuccess: () => []
  })
const whole = (state: ApplicationState): object => ({
  state,
  ...(state === "HIRED" ? { hire } : {}),
  ...(state === "REJECTED" ? { feedback: "Too far.", rejected_from: "OFFER" } : {})
})

describe("a new application", () => {
  it.for(ApplicationState.literals)("is written in the state that its line says: %s (decision 40)", (state) => {
    const { entries, next } = written({ ...whole(state), created_at: at(-9), state_entered_at: at(-5) })
    assert.deepStrictEqual<object>(next, {
      application: {
        id: "app_1",
        job_id: "job_1",
        agency_id: "agy_1",
        candidate: person,
        external_id: "C-1",
        state,
        state_entered_at: at(-5),
        ...(["UNCONFIRMED", "DECLINED", "WITHDRAWN"].includes(state) ? {} : { confirmed_at: at(-5) }),
        ...(state === "HIRED" ? { hire } : {}),
        ...(state === "REJECTED" ? { rejection: { feedback: "Too far." } } : {}),
        version: 1,
        created_at: at(-9),
        updated_at: at(-5)
      },
      rejectedFrom: state === "REJECTED" ? "OFFER" : undefined
    })
    assert.deepStrictEqual<ReadonlyArray<object>>(auditParts(entries), [
      {
        organizationId: "org_a",
        action: "application.imported",
        resource_id: "app_1",
        agency_id: "agy_1",
        changed: [
          "job_id",
          "agency_id",
          "candidate",
          "external_id",
          "state",
          ...(state === "REJECTED" ? ["rejection"] : []),
          ...(state === "HIRED" ? ["hire"] : [])
        ],
        supplied: ["created_at", "state_entered_at"],
        after: { state }
      }
    ])
  })

  it("without state and times is unconfirmed from now on (decision 40)", () => {
    const { entries, next } = written({ note: "Free from March.", phone: "+4915112345678" })
    assert.deepInclude(next.application, { state: "UNCONFIRMED", created_at: at(0), state_entered_at: at(0) })
    assert.deepInclude(next.application, {
      note: "Free from March.",
      candidate: { ...person, phone: "+4915112345678" }
    })
    assert.notProperty(entries[0], "supplied")
  })

  it("was confirmed when its line says so, and stays so (recruiting 6)", () => {
    const line = { state: "WITHDRAWN", created_at: at(-9), state_entered_at: at(-5), confirmed_at: at(-7) }
    const { entries, next } = written(line)
    assert.strictEqual(next.application.confirmed_at, at(-7))
    assert.deepStrictEqual(entries[0]?.supplied, ["created_at", "state_entered_at", "confirmed_at"])
    assert.deepStrictEqual(refusals({ ...line, confirmed_at: at(-6) }, next), [
      "/confirmed_at is not what is stored, which an import does not change; correct it or leave it out"
    ])
  })

  it("that was rejected from nobody knows where is restored to be sorted (decision 40)", () =>
    assert.strictEqual(written({ state: "REJECTED" }).next.rejectedFrom, "AWAITING_SORT"))

  it("is refused where its agency or its job is not there, or the job a draft (decision 40)", () => {
    assert.deepStrictEqual(refusals({}, undefined, { agencyId: undefined, job: undefined }), [
      "/agency_external_id is of no agency here; import the agencies first",
      "/job_external_id is of no job here; import the jobs first"
    ])
    assert.deepStrictEqual(refusals({}, undefined, { job: { id: JobId.make("job_1"), status: "DRAFT" } }), [
      "/job_external_id is of a draft; open the job first"
    ])
  })

  const owned = "Another application of this person owns the job"
  const waiting = "There are unconfirmed applications of this person for this job: withdraw them first"
  const open = "The agency has an open application of this person for this job already"
  const active = ["AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER"]
  const against = (line: object, ...open: ReadonlyArray<OpenApplication>) => refusals(line, undefined, { open })

  it.for(ApplicationState.literals)(
    "in the state %s stands beside the others of its person as here they can (decisions, Resources: Ownership)",
    (state) => {
      const isActive = active.includes(state)
      const isWaiting = state === "UNCONFIRMED"
      const line = state === "HIRED" ? { state, hire: { ...hire, start_date: "2026-01-01" } } : whole(state)
      const isHired = state === "HIRED"
      const others = [openOf("agy_2", "UNCONFIRMED"), openOf("agy_3", "UNCONFIRMED")]
      // The hire has started: it needs no claim, and is its agency's only open application all the same.
      assert.deepStrictEqual(against(line, openOf("agy_2", "OFFER")), isActive || isWaiting ? [owned] : [])
      assert.deepStrictEqual(against(line, ...others), isActive ? [waiting] : [])
      assert.deepStrictEqual(
        against(line, openOf("agy_1", "UNCONFIRMED")),
        isActive ? [waiting] : isWaiting || isHired ? [open] : []
      )
      assert.deepStrictEqual(against(line, openOf("agy_2", "HIRED", false)), [])
      assert.deepStrictEqual(
        against(line, openOf("agy_1", "HIRED", false)),
        isActive || isWaiting || isHired ? [open] : []
      )
    }
  )

  it("as a hire with its start ahead holds its person, as one that is worked on does (recruiting 7)", () => {
    const awaited = whole("HIRED")
    assert.deepStrictEqual(against(awaited, openOf("agy_2", "OFFER")), [owned])
    assert.deepStrictEqual(against(awaited, openOf("agy_2", "UNCONFIRMED")), [waiting])
    assert.deepStrictEqual(against(awaited, openOf("agy_2", "HIRED", false)), [])
  })
})

describe("a stored application", () => {
  const storedIn = (state: ApplicationState) => written({ ...whole(state), note: "Old", phone: "+4915112345678" }).next

  it.for(ApplicationState.literals)("in %s is the very same after the line that made it (decision 40)", (state) => {
    const stored = storedIn(state)
    const busy = { open: [openOf("agy_2", "OFFER"), openOf("agy_1", "UNCONFIRMED")] }
    for (const line of [whole(state), {}, { ...whole(state), created_at: at(-9) }, { note: "Old" }]) {
      const { entries, next } = written(line, stored, busy)
      assert.strictEqual(next, stored)
      assert.deepStrictEqual(entries, [])
    }
  })

  const kept = "is not what is stored, which an import does not change; correct it or leave it out"
  it.for<[what: string, from: ApplicationState, line: object, refusals: ReadonlyArray<string>]>([
    ["the state", "REVIEWING", { state: "OFFER" }, [`/state ${kept}`]],
    ["the state of a hire", "OFFER", { state: "HIRED", hire }, [`/state ${kept}`]],
    ["the fee", "HIRED", { state: "HIRED", hire: { ...hire, fee_amount_cents: 1 } }, [`/hire ${kept}`]],
    ["the feedback", "REJECTED", { state: "REJECTED", feedback: "Other" }, [`/feedback ${kept}`]],
    ["the stage", "REJECTED", { state: "REJECTED", rejected_from: "REVIEWING" }, [`/rejected_from ${kept}`]],
    [
      "the person, once sorted",
      "REVIEWING",
      { last_name: "Byron" },
      ["The application can be changed in UNCONFIRMED and AWAITING_SORT only"]
    ],
    [
      "the email, once confirmed",
      "AWAITING_SORT",
      { email: "eve@example.com" },
      ["The email belongs to the person who has confirmed: correct it with a request, which moves the claim too"]
    ]
  ])("keeps %s: such a line is bad (decision 40)", ([, from, line, expected]) =>
    assert.deepStrictEqual(refusals(line, storedIn(from)), expected)
  )

  it("keeps its job (decision 40)", () =>
    assert.deepStrictEqual(refusals({}, storedIn("OFFER"), { job: { id: JobId.make("job_2"), status: "OPEN" } }), [
      "/job_external_id is not the job of this application"
    ]))

  it("takes candidate and note as a patch would, and keeps what the line leaves out (decision 40)", () => {
    const stored = storedIn("AWAITING_SORT")
    const { entries, next } = written({ last_name: "Byron", note: "New" }, stored)
    assert.deepStrictEqual<object>(next.application, {
      ...stored.application,
      candidate: { ...stored.application.candidate, last_name: "Byron" },
      note: "New",
      version: 2,
      updated_at: at(1)
    })
    assert.deepInclude(auditParts(entries)[0], { action: "application.updated", changed: ["candidate", "note"] })
    assert.strictEqual(written({ last_name: "Byron", note: "New" }, next).next, next)
  })

  it("stores the telephone number of a country as E.164, and is the very same after it (recruiting 5)", () => {
    const line = { phone: "0151 1234 5678", phone_country: "DE" }
    const { next } = written(line, storedIn("AWAITING_SORT"))
    assert.deepInclude(next.application.candidate, { phone: "+4915112345678" })
    assert.notProperty(next.application.candidate, "phone_country")
    assert.strictEqual(written(line, next).next, next)
  })

  it("takes the facts of a candidate, and is the very same after the same facts (recruiting 5)", () => {
    const stored = storedIn("AWAITING_SORT")
    const { next } = written(candidateFacts, stored)
    assert.deepStrictEqual<object>(next.application.candidate ?? {}, {
      ...stored.application.candidate,
      ...candidateFacts
    })
    assert.strictEqual(written(candidateFacts, next).next, next)
    // A sorted application takes no correction, and the same line is none.
    const sorted = written({ ...candidateFacts, state: "REVIEWING" }).next
    assert.strictEqual(written(candidateFacts, sorted).next, sorted)
    const links = ["https://example.com/other"]
    assert.deepStrictEqual(written({ links }, next).next.application.candidate?.links, links)
  })

  it("that becomes another person's is judged as that person's (decisions, Resources: Ownership)", () => {
    const stored = storedIn("UNCONFIRMED")
    const line = { email: "eve@example.com" }
    assert.strictEqual(written(line, stored).next.application.candidate?.email, "eve@example.com")
    const open = [openOf("agy_2", "OFFER")]
    assert.deepStrictEqual(refusals(line, stored, { open }), ["Another application of this person owns the job"])
  })
})
