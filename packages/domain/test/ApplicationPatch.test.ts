/**
 * What a patch and an erasure leave of an application (decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { type Application, ApplicationPatch, type StoredApplication } from "../src/Application.ts"
import { ApplicationState } from "../src/ApplicationState.ts"
import { isOfAnother, patchApplication } from "../src/commands/ApplicationPatch.ts"
import { eraseCandidate, refusedErasure } from "../src/commands/Candidate.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId } from "../src/Ids.ts"
import { Timestamp } from "../src/Timestamp.ts"
import { auditParts } from "./AuditParts.ts"
import { candidateFacts } from "./CandidateFacts.ts"
import * as Schema from "effect/Schema"
import { faults } from "./support.ts"

const organizationId = OrganizationId.make("org_1")
const nowMs = Date.UTC(2026, 1, 3)
const at = Schema.decodeUnknownSync(Timestamp)("2026-02-01T00:00:00.000Z")
const candidate = { first_name: "Grace", last_name: "Hopper", email: "Grace@example.com", phone: "+4915112345678" }

const stored = (state: ApplicationState = "UNCONFIRMED", more: Partial<Application> = {}): StoredApplication => ({
  application: {
    id: ApplicationId.make("app_1"),
    job_id: JobId.make("job_1"),
    agency_id: AgencyId.make("agy_1"),
    candidate,
    note: "Free",
    external_id: "C-1",
    state,
    state_entered_at: at,
    version: 3,
    created_at: at,
    updated_at: at,
    ...more
  },
  rejectedFrom: undefined
})
const patched = (patch: ApplicationPatch, of = stored()) => patchApplication(organizationId, of, patch, nowMs)

describe("a patch of an application", () => {
  it("changes what it names, marks the time, and names what changed", () => {
    const { entries, next } = Result.getOrThrow(patched({ candidate: { phone: null, location: "Bern" }, note: null }))
    const { note: _note, ...rest } = stored().application
    const { phone: _phone, ...person } = candidate
    assert.deepStrictEqual(next, {
      application: {
        ...rest,
        candidate: { ...person, location: "Bern" },
        version: 4,
        updated_at: next.application.updated_at
      },
      rejectedFrom: undefined
    })
    assert.strictEqual(next.application.updated_at, "2026-02-03T00:00:00.000Z")
    assert.deepStrictEqual<unknown>(auditParts(entries), [
      {
        organizationId,
        action: "application.updated",
        resource_id: "app_1",
        agency_id: "agy_1",
        changed: ["candidate", "note"]
      }
    ])
  })

  it.for([
    ["nothing", {}],
    ["what is there", { note: "Free", candidate: { first_name: "Grace" } }]
  ] as const)("that says %s changes nothing and has no entry", ([, patch]) => {
    const { entries, next } = Result.getOrThrow(patched(patch))
    assert.deepStrictEqual([next, entries], [stored(), []])
  })

  it("changes a part of a salary and of a permit, and needs the whole of a new one (recruiting 5)", () => {
    const facts = stored("UNCONFIRMED", { candidate: { ...candidate, ...candidateFacts } })
    const { salary_expectation, work_authorization } = candidateFacts
    const { next } = Result.getOrThrow(
      patched(
        {
          candidate: {
            salary_expectation: { amount_cents: 1 },
            work_authorization: { needs_sponsorship: false },
            links: null
          }
        },
        facts
      )
    )
    const { links: _links, ...others } = candidateFacts
    assert.deepStrictEqual(next.application.candidate, {
      ...candidate,
      ...others,
      salary_expectation: { ...salary_expectation, amount_cents: 1 },
      work_authorization: { ...work_authorization, needs_sponsorship: false }
    })
    const refused = Result.getOrThrow(Result.flip(patched({ candidate: { salary_expectation: { amount_cents: 1 } } })))
    assert.deepStrictEqual("details" in refused && refused.details?.map(({ code, path }) => `${path} ${code}`), [
      "/candidate/salary_expectation/currency required",
      "/candidate/salary_expectation/period required"
    ])
  })

  it.for(ApplicationState.literals)("in %s", (state) => {
    const isOpen = state === "UNCONFIRMED" || state === "AWAITING_SORT"
    assert.strictEqual(Result.isSuccess(patched({ note: "New" }, stored(state))), isOpen)
    assert.strictEqual(Result.isSuccess(patched({ candidate: { email: "ada@example.com" } }, stored(state))), isOpen)
    // Another spelling of the same email is the same person.
    assert.strictEqual(Result.isSuccess(patched({ candidate: { email: "grace@EXAMPLE.com" } }, stored(state))), isOpen)
    if (!isOpen) {
      const { code, message } = Result.getOrThrow(Result.flip(patched({ note: "New" }, stored(state))))
      assert.deepStrictEqual([code, message.includes("AWAITING_SORT")], ["conflict", true])
    }
  })

  it("is refused once the person was erased", () => {
    assert.isTrue(Result.isFailure(patched({ note: "New" }, stored("UNCONFIRMED", { erased_at: at }))))
  })

  it("is of another person when the email is", () => {
    const other = stored("UNCONFIRMED", { candidate: { ...candidate, email: "ada@example.com" } }).application
    const same = stored("UNCONFIRMED", { candidate: { ...candidate, email: "GRACE@example.com" } }).application
    assert.deepStrictEqual(
      [isOfAnother(stored().application, other), isOfAnother(stored().application, same)],
      [true, false]
    )
  })

  it.for([
    [{ candidate: { first_name: null } }, ["/candidate/first_name required"]],
    [
      { job_id: "job_2", state: "HIRED", version: 9 },
      ["/job_id not_allowed", "/state not_allowed", "/version not_allowed"]
    ],
    [{ candidate: { age: 1 } }, ["/candidate/age unknown"]],
    [{ note: "x".repeat(10_001), external_id: "" }, ["/note length", "/external_id length"]],
    [{ candidate: { phone: null, linkedin_url: null, location: null, resume_url: null }, note: null }, []]
  ] as const)("as %j has these faults: %j", ([patch, expected]) =>
    assert.sameMembers([...faults(ApplicationPatch, patch)], [...expected])
  )
})

describe("an erased application (decisions, Resources)", () => {
  it("keeps what was decided, and nothing of the person", () => {
    const hired = stored("HIRED", {
      answers: [{ question_id: "why", text: "Why?", type: "SHORT_TEXT", value: "Reasons" }],
      hire: { start_date: "2026-03-01", base_salary_cents: 1, currency: "EUR", fee: { feeType: "OPTIMIZED_FEE" } }
    })
    const { entries, next } = eraseCandidate(organizationId, hired, { nowMs })
    const { answers: _answers, candidate: _candidate, note: _note, ...rest } = hired.application
    const now = "2026-02-03T00:00:00.000Z"
    assert.deepStrictEqual<unknown>(next, {
      application: { ...rest, version: 4, updated_at: now, erased_at: now },
      rejectedFrom: undefined
    })
    assert.deepStrictEqual<unknown>(auditParts(entries), [
      {
        organizationId,
        action: "application.erased",
        resource_id: "app_1",
        agency_id: "agy_1",
        changed: ["candidate", "note", "answers"]
      }
    ])
  })

  it("keeps the reference of an agency for a hire, where it can name nobody (recruiting 9)", () => {
    const keptOf = (external_id: string, state: ApplicationState = "HIRED") =>
      eraseCandidate(organizationId, stored(state, { external_id }), { nowMs }).next.application.external_id
    assert.strictEqual(keptOf("CAND_7-b"), "CAND_7-b")
    for (const name of ["grace@example.com", "Grace Hopper", "Grâce", "CAND-7\n"])
      assert.isUndefined(keptOf(name), name)
    assert.isUndefined(keptOf("CAND-7", "WITHDRAWN"))
  })

  it("is the agency's in a final state that is not HIRED (recruiting 9)", () =>
    assert.deepStrictEqual(
      ApplicationState.literals.filter((state) => refusedErasure(stored(state).application) === undefined),
      ["DECLINED", "WITHDRAWN"]
    ))

  it("has no way back from a rejection", () => {
    const rejected: StoredApplication = {
      ...stored("REJECTED", { rejection: { feedback: "No." } }),
      rejectedFrom: "OFFER"
    }
    const { entries, next } = eraseCandidate(organizationId, rejected, { nowMs })
    assert.isUndefined(next.rejectedFrom)
    assert.isUndefined(next.application.rejection)
    assert.include([...(entries[0]?.changed ?? [])], "rejection")
  })
})
