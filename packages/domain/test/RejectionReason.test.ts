/**
 * Reasons for rejections and withdrawals (recruiting 7): the shape of one, what sets and deletes it, which one an action may name, and what an erasure leaves.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { Application, type StoredApplication, withoutPerson } from "../src/Application.ts"
import { eraseCandidate } from "../src/commands/Candidate.ts"
import { deleteReason, putReason, refusedReason } from "../src/commands/RejectionReason.ts"
import { audienceOf } from "../src/EventAudience.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId } from "../src/Ids.ts"
import {
  firstReasons,
  NewRejectionReason,
  type RejectionReason,
  RejectionReasonId,
  reasonsMax
} from "../src/RejectionReason.ts"
import { exampleMoment } from "../src/Timestamp.ts"
import { textMembersOf } from "../src/Personal.ts"
import { auditParts } from "./AuditParts.ts"
import { faults } from "./support.ts"

const organizationId = OrganizationId.make("org_1")
const id = RejectionReasonId.make("language")
const language: RejectionReason = { id, text: "Does not speak the language", category: "EMPLOYER", active: true }
const input: NewRejectionReason = { text: language.text, category: "EMPLOYER" }
const facts = (...reasons: ReadonlyArray<RejectionReason>) => ({ organizationId, id, reasons })
const put = (given: NewRejectionReason, ...reasons: ReadonlyArray<RejectionReason>) =>
  putReason(given, facts(...reasons))

describe("a reason (recruiting 7)", () => {
  it.for<[object, ReadonlyArray<string>]>([
    [input, []],
    [{ ...input, active: false }, []],
    [{ text: "x".repeat(200), category: "JOB" }, []],
    [{ text: "x".repeat(201), category: "JOB" }, ["/text length"]],
    [{ text: " ", category: "JOB" }, ["/text length"]],
    [{ text: "two\nlines", category: "JOB" }, ["/text format"]],
    [{ text: "Why", category: "OTHER" }, ["/category not_allowed"]],
    [{ category: "CANDIDATE" }, ["/text required"]],
    [{ ...input, id: "other" }, ["/id unknown"]]
  ])("as %j has these faults: %j", ([given, expected]) =>
    assert.deepStrictEqual(faults(NewRejectionReason, given), expected)
  )

  it.for(["a".repeat(64), "R-12", "_"])("may be called %s", (name) =>
    assert.deepStrictEqual(faults(RejectionReasonId, name), [])
  )
  it.for(["", "a".repeat(65), "a b", "é", "a/b"])("is not called %j", (name) =>
    assert.deepStrictEqual(faults(RejectionReasonId, name), [" format"])
  )

  it("is one of eight that an organization begins with, each active and well formed, in the order of their ids", () => {
    const first = firstReasons()
    assert.lengthOf(first, 8)
    const ids = first.map((one) => one.id)
    assert.deepStrictEqual(ids, ids.toSorted())
    assert.deepStrictEqual([...new Set(first.map(({ category }) => category))].toSorted(), [
      "CANDIDATE",
      "EMPLOYER",
      "JOB"
    ])
    for (const { active, category, text } of first) {
      assert.isTrue(active)
      assert.deepStrictEqual(faults(NewRejectionReason, { text, category }), [])
    }
  })

  it("is added, with an entry and an event that every agency of the employer reads", () => {
    const { entries, next } = Result.getOrThrow(put(input))
    assert.deepStrictEqual(next, language)
    assert.deepStrictEqual<unknown>(auditParts(entries), [
      {
        organizationId,
        action: "rejection_reason.created",
        resource_id: id,
        changed: ["text", "category", "active"]
      }
    ])
    const event = {
      type: "rejection_reason.created",
      data: { rejection_reason: language, changed: ["text", "category", "active"] }
    }
    assert.deepStrictEqual<unknown>(entries[0]?.event, event)
    assert.deepInclude(entries[0]?.event && audienceOf(entries[0].event), { isForAgencies: true, agencyId: undefined })
  })

  it("is changed in the place of the one that is there; the same values change nothing", () => {
    assert.deepStrictEqual(Result.getOrThrow(put(input, language)), { next: language, entries: [] })
    const { entries, next } = Result.getOrThrow(put({ ...input, category: "JOB", active: false }, language))
    assert.deepStrictEqual(next, { ...language, category: "JOB", active: false })
    assert.deepStrictEqual(
      entries.map(({ action, changed }) => [action, changed]),
      [["rejection_reason.updated", ["category", "active"]]]
    )
    // Without `active`, it is active again.
    assert.isTrue(Result.getOrThrow(put(input, next)).next.active)
  })

  it("is one of 100 at most; one that is there can still be changed", () => {
    const others = Array.from({ length: reasonsMax - 1 }, (_, index) => ({
      ...language,
      id: RejectionReasonId.make(`r${index}`)
    }))
    assert.isTrue(Result.isSuccess(put(input, ...others)))
    const full = [...others, { ...language, id: RejectionReasonId.make("last") }]
    assert.strictEqual(Result.getOrThrow(Result.flip(put(input, ...full))).code, "conflict")
    assert.isTrue(Result.isSuccess(put({ ...input, text: "x" }, ...others, language)))
  })

  it("is deleted unless an application names it", () => {
    const refused = Result.getOrThrow(Result.flip(deleteReason(organizationId, language, true)))
    assert.deepStrictEqual([refused.code, refused.message.includes("active")], ["conflict", true])
    const [entry] = Result.getOrThrow(deleteReason(organizationId, language, false))
    assert.strictEqual(entry?.action, "rejection_reason.deleted")
  })

  it.for<[string, RejectionReasonId | undefined, RejectionReason | undefined, boolean]>([
    ["no reason", undefined, undefined, true],
    ["an active one", id, language, true],
    ["one that is not active", id, { ...language, active: false }, false],
    ["one that is not there", id, undefined, false]
  ])("that an action names: %s", ([, named, stored, isTaken]) => {
    const refused = refusedReason(named, stored)
    assert.deepStrictEqual(
      refused?.details?.map(({ code, path }) => `${path} ${code}`),
      isTaken ? undefined : ["/reason_id unknown"]
    )
  })
})

describe("the person of an application with a reason (recruiting 9)", () => {
  const base: Application = {
    id: ApplicationId.make("app_1"),
    job_id: JobId.make("job_1"),
    agency_id: AgencyId.make("agy_1"),
    candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
    state: "REJECTED",
    state_entered_at: exampleMoment,
    version: 1,
    created_at: exampleMoment,
    updated_at: exampleMoment
  }

  it.for<[Partial<Application>, Partial<Application>]>([
    [{ rejection: { feedback: "No.", reason_id: id } }, { rejection: { feedback: "", reason_id: id } }],
    [{ rejection: { feedback: "No." } }, {}],
    [
      { withdrawal: { by: "AGENCY", reason_id: id, note: "Grace has moved." } },
      { withdrawal: { by: "AGENCY", reason_id: id } }
    ],
    [
      { withdrawal: { by: "SYSTEM", cause: "CONFIRMATION_EXPIRED" } },
      { withdrawal: { by: "SYSTEM", cause: "CONFIRMATION_EXPIRED" } }
    ]
  ])("goes, and the reason stays: of %j, %j", ([given, left]) => {
    const { candidate: _candidate, ...rest } = base
    assert.deepStrictEqual(withoutPerson({ ...base, ...given }), { ...rest, ...left })
  })

  it("has a note of a withdrawal, which is personal, and a reason, which is not", () => {
    const members = new Map(textMembersOf(Application).map((member) => [member.path, member.personal]))
    assert.deepStrictEqual(
      ["/withdrawal/note", "/withdrawal/reason_id", "/rejection/reason_id"].map((path) => members.get(path)),
      [true, false, false]
    )
  })

  it("is erased with an entry that names what had something personal", () => {
    const stored: StoredApplication = {
      application: { ...base, withdrawal: { by: "AGENCY", reason_id: id } },
      rejectedFrom: undefined
    }
    assert.deepStrictEqual(eraseCandidate(organizationId, stored, { nowMs: 0 }).entries[0]?.changed, ["candidate"])
  })
})
