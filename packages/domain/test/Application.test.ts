/**
 * Applications: shapes and bounds, what each action does, and the laws that hold whatever the order of actions (decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { initialFees } from "../src/AgencyFees.ts"
import { ApplicationTransition, NewApplication, type StoredApplication } from "../src/Application.ts"
import {
  allowedActions,
  ApplicationAction,
  ApplicationState,
  isActive,
  type Party,
  mayTake,
  transitionRows
} from "../src/ApplicationState.ts"
import { NewCandidate } from "../src/Candidate.ts"
import {
  type Owner,
  ownershipTaken,
  submitApplication,
  transition,
  type TransitionFacts
} from "../src/commands/Application.ts"
import { AgencyId, ApplicationId, JobId, OrganizationId } from "../src/Ids.ts"
import { newSettings } from "../src/OrganizationSettings.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { auditParts } from "./AuditParts.ts"
import { candidateFacts } from "./CandidateFacts.ts"
import { either, faults, integer, oneOf } from "./support.ts"

const organizationId = OrganizationId.make("org_1")
const agencyId = AgencyId.make("agy_1")
const nowMs = Date.UTC(2026, 1, 3)
const candidate = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
const input: NewApplication = { job_id: JobId.make("job_1"), candidate, note: "Available now" }

const submission = (id: string, owner?: Owner, open?: Owner) =>
  submitApplication(input, {
    organizationId,
    agencyId,
    agencyStatus: "ACTIVE",
    submittedBy: undefined,
    owner,
    open,
    questions: undefined,
    made: { id: ApplicationId.make(id), nowMs }
  })
const submitted = (id = "app_1"): StoredApplication => Result.getOrThrow(submission(id)).next

const commandOf = (action: ApplicationAction): ApplicationTransition => {
  switch (action) {
    case "reject":
      return { action, feedback: "Not enough compilers yet." }
    case "hire":
      return { action, hire: { start_date: "2026-03-01", base_salary_cents: 100, currency: "EUR" } }
    default:
      return { action }
  }
}

const facts = (party: Party = "both", owner?: Owner): TransitionFacts => ({
  organizationId,
  party,
  agencyStatus: "ACTIVE",
  jobStatus: "OPEN",
  employmentType: undefined,
  settings: newSettings,
  isConsentFile: false,
  owner,
  term: { sinceMs: nowMs, expiresAtMs: nowMs + 180 * 86_400_000 },
  hasClaim: true,
  fees: initialFees,
  nowMs
})

const act = (stored: StoredApplication, action: ApplicationAction, given = facts()) =>
  transition(stored, commandOf(action), given)

/** The shortest way to each state. */
const ways: Readonly<Record<ApplicationState, ReadonlyArray<ApplicationAction>>> = {
  UNCONFIRMED: [],
  AWAITING_SORT: ["confirm"],
  REVIEWING: ["confirm", "keep"],
  INTERVIEWING: ["confirm", "keep", "advance"],
  OFFER: ["confirm", "keep", "advance", "advance"],
  HIRED: ["confirm", "keep", "advance", "hire"],
  DECLINED: ["decline"],
  REJECTED: ["confirm", "keep", "reject"],
  WITHDRAWN: ["confirm", "withdraw"]
}
const inState = (state: ApplicationState): StoredApplication =>
  ways[state].reduce((stored, action) => Result.getOrThrow(act(stored, action)).next, submitted())

const someAction = Arbitrary.schema(ApplicationAction)
const someActions = Arbitrary.array(someAction, { maxLength: 12 })

/** The application after the actions that were possible, in their order. */
const after = (stored: StoredApplication, actions: ReadonlyArray<ApplicationAction>): StoredApplication =>
  actions.reduce(
    (current, action) =>
      Result.match(act(current, action), { onFailure: () => current, onSuccess: ({ next }) => next }),
    stored
  )

describe("what submits an application (decisions, Resources)", () => {
  const full = {
    ...candidate,
    phone: "+4915112345678",
    linkedin_url: "https://www.linkedin.com/in/grace",
    location: "Arlington",
    resume_url: "https://files.example.com:8443/grace.pdf?version=2#page=1",
    ...candidateFacts
  }
  it.for([
    ["everything", { job_id: "job_1", agency_id: "agy_1", candidate: full, note: "a\nb", external_id: "C-1" }, []],
    ["no job", { candidate }, ["/job_id required"]],
    ["no candidate", { job_id: "job_1" }, ["/candidate required"]],
    ["no name", { job_id: "job_1", candidate: { ...full, first_name: " " } }, ["/candidate/first_name length"]],
    ["no email", { job_id: "job_1", candidate: { ...full, email: "grace" } }, ["/candidate/email format"]],
    ["an unknown member", { job_id: "job_1", candidate: { ...full, age: 3 } }, ["/candidate/age unknown"]],
    ["null", { job_id: "job_1", candidate, note: null }, ["/note type"]],
    ["a long note", { job_id: "job_1", candidate, note: "x".repeat(10_001) }, ["/note length"]],
    ["a long external id", { job_id: "job_1", candidate, external_id: "x".repeat(129) }, ["/external_id length"]],
    [
      "a plain address",
      { job_id: "job_1", candidate: { ...full, resume_url: "http://a.example" } },
      ["/candidate/resume_url format"]
    ],
    [
      "a script",
      { job_id: "job_1", candidate: { ...full, linkedin_url: "javascript:1" } },
      ["/candidate/linkedin_url format"]
    ],
    [
      "user information",
      { job_id: "job_1", candidate: { ...full, resume_url: "https://a@b.example/" } },
      ["/candidate/resume_url format"]
    ],
    [
      "a long address",
      { job_id: "job_1", candidate: { ...full, resume_url: `https://a.example/${"x".repeat(2_048)}` } },
      ["/candidate/resume_url length"]
    ]
  ] as const)("with %s", ([, given, expected]) => assert.deepStrictEqual(faults(NewApplication, given), expected))

  it.for([
    [{ salary_expectation: { amount_cents: 1, currency: "EUR" } }, "/salary_expectation/period required"],
    [{ notice_period_days: 366 }, "/notice_period_days range"],
    [{ available_from: "2026-02-30" }, "/available_from format"],
    [
      { work_authorization: { country_code: "UK", needs_sponsorship: true } },
      "/work_authorization/country_code format"
    ],
    [{ links: Array.from({ length: 6 }, () => "https://example.com") }, "/links length"],
    [{ links: ["https://example.com", "http://example.com"] }, "/links/1 format"],
    [{ current_title: "two\nlines" }, "/current_title format"],
    [{ current_company: "" }, "/current_company length"]
  ] as const)("is refused with the candidate's %j: %s (recruiting 5)", ([given, fault]) =>
    assert.deepStrictEqual(faults(NewCandidate, { ...candidate, ...given }), [fault])
  )

  it("begins unconfirmed, of version 1, at the time of the submission", () => {
    const { entries, next } = Result.getOrThrow(submission("app_9"))
    const now = "2026-02-03T00:00:00.000Z"
    assert.deepStrictEqual(Object.entries(next.application), [
      ["id", "app_9"],
      ["job_id", "job_1"],
      ["agency_id", "agy_1"],
      ["candidate", candidate],
      ["note", "Available now"],
      ["state", "UNCONFIRMED"],
      ["state_entered_at", now],
      ["version", 1],
      ["created_at", now],
      ["updated_at", now]
    ])
    assert.deepStrictEqual(auditParts(entries), [
      {
        organizationId,
        action: "application.submitted",
        resource_id: "app_9",
        agency_id: agencyId,
        changed: ["job_id", "candidate", "note"],
        after: { state: "UNCONFIRMED" }
      }
    ])
  })

  it.for([
    ["shown", true, "belongs to the application app_7"],
    ["not shown", false, undefined]
  ] as const)("is refused where another application owns the person, whose id is %s", ([, isShown, message]) => {
    const refused = Result.getOrThrow(Result.flip(submission("app_1", { id: ApplicationId.make("app_7"), isShown })))
    assert.deepStrictEqual([refused.code, refused.details?.[0]?.message], ["duplicate_application", message])
    assert.strictEqual(refused.message.includes("app_7"), false)
  })

  it("is refused where the agency has an open one of the person, whose id is shown as the owner's is (recruiting 7)", () => {
    for (const isShown of [true, false]) {
      const refused = Result.getOrThrow(Result.flip(submission("app_1", undefined, { id: "app_7", isShown })))
      assert.deepStrictEqual(
        [refused.code, refused.details?.[0]?.message],
        ["duplicate_application", isShown ? "belongs to the application app_7" : undefined]
      )
    }
  })
})

describe("the actions of each state (decisions, Resources)", () => {
  const targets: Readonly<Record<ApplicationState, Readonly<Partial<Record<ApplicationAction, string>>>>> = {
    UNCONFIRMED: { confirm: "AWAITING_SORT", decline: "DECLINED", withdraw: "WITHDRAWN" },
    AWAITING_SORT: { keep: "REVIEWING", reject: "REJECTED", withdraw: "WITHDRAWN" },
    REVIEWING: { advance: "INTERVIEWING", reject: "REJECTED", withdraw: "WITHDRAWN" },
    INTERVIEWING: { advance: "OFFER", hire: "HIRED", reject: "REJECTED", withdraw: "WITHDRAWN" },
    OFFER: { hire: "HIRED", reject: "REJECTED", withdraw: "WITHDRAWN" },
    HIRED: {},
    DECLINED: {},
    REJECTED: { restore: "REVIEWING", release: "REJECTED" },
    WITHDRAWN: { release: "WITHDRAWN" }
  }
  const cases = ApplicationState.literals.flatMap((state) =>
    ApplicationAction.literals.map((action) => [state, action, targets[state][action]] as const)
  )

  it.for(cases)("%s –%s→ %s", ([state, action, target]) => {
    const result = act(inState(state), action)
    assert.strictEqual(
      Result.match(result, {
        onFailure: ({ code }) => code,
        onSuccess: ({ next }) => next.application.state
      }),
      target ?? "invalid_transition"
    )
  })

  it("are those of the table of the documentation", () => {
    assert.deepStrictEqual(
      transitionRows.map(([state, row]) => [
        state,
        row.filter(([, target]) => target !== "").map(([action]) => action)
      ]),
      ApplicationState.literals.map((state) => [state, allowedActions(state, "both")])
    )
    assert.include(
      transitionRows.flatMap(([, row]) => row.map(([action, target]) => `${action} ${target}`)),
      "restore the state before"
    )
  })

  it("of an agency are confirm, decline, withdraw and release", () => {
    assert.deepStrictEqual(
      ApplicationAction.literals.filter((action) => mayTake("agency", action)),
      ["confirm", "decline", "withdraw", "release"]
    )
    assert.isTrue(ApplicationAction.literals.every((action) => mayTake("both", action)))
    assert.deepStrictEqual(
      ApplicationAction.literals.filter((action) => mayTake("employer", action)),
      ["keep", "advance", "hire", "reject", "restore"]
    )
  })

  it("need what they need, and nothing else", () => {
    const hire = { start_date: "2026-03-01", base_salary_cents: 1, currency: "EUR" }
    const table: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
      [{ action: "keep" }, []],
      [{ action: "keep", feedback: "x".repeat(10) }, ["/feedback unknown"]],
      [{ action: "reject", feedback: "x".repeat(10) }, []],
      [{ action: "reject", feedback: "x".repeat(9) }, ["/feedback length"]],
      [{ action: "reject", feedback: "x".repeat(2_001) }, ["/feedback length"]],
      [{ action: "reject" }, ["/feedback required"]],
      [{ action: "hire" }, ["/hire required"]],
      [{ action: "hire", hire }, []],
      [{ action: "hire", hire: { ...hire, start_date: "2026-02-30" } }, ["/hire/start_date format"]],
      [{ action: "hire", hire: { ...hire, start_date: "2024-02-29" } }, []],
      [{ action: "hire", hire: { ...hire, start_date: "1.3.2026" } }, ["/hire/start_date format"]],
      [{ action: "hire", hire: { ...hire, base_salary_cents: 1_000_000_000_001 } }, ["/hire/base_salary_cents range"]],
      [{ action: "hire", hire: { ...hire, custom_fee: 20 } }, ["/hire/custom_fee range"]],
      [{ action: "hire", hire: { ...hire, expected_fee: { feeType: "OPTIMIZED_FEE" } } }, []],
      [{ action: "jump" }, ["/action not_allowed"]],
      [{}, ["/action not_allowed"]]
    ]
    for (const [given, expected] of table) {
      assert.deepStrictEqual(faults(ApplicationTransition, given), expected, JSON.stringify(given))
    }
  })
})

describe("an action that is not possible (decisions, Resources)", () => {
  it.prop(
    "is refused with exactly those that state and caller allow",
    [Arbitrary.schema(ApplicationState), someAction, oneOf(["employer", "agency", "both"])],
    ([state, action, party]) => {
      const stored = inState(state)
      const allowed = allowedActions(state, party)
      const tried = (one: ApplicationAction) => Result.isSuccess(act(stored, one, facts(party)))
      assert.deepStrictEqual(ApplicationAction.literals.filter(tried), [...allowed])
      if (tried(action)) return
      const { code, details } = Result.getOrThrow(Result.flip(act(stored, action, facts(party))))
      const expected =
        allowed.length === 0
          ? `must be none: no action is possible in ${state}`
          : `must be one of ${allowed.join(", ")}`
      assert.deepStrictEqual(
        [code, details],
        ["invalid_transition", [{ in: "body", path: "/action", code: "not_allowed", message: expected }]]
      )
    },
    { arbitrary: { runs: 300 } }
  )

  it("is every one on an erased application", () => {
    const { application, rejectedFrom } = inState("REVIEWING")
    const erased = { application: { ...application, erased_at: application.updated_at }, rejectedFrom }
    for (const action of ApplicationAction.literals) {
      const { details } = Result.getOrThrow(Result.flip(act(erased, action)))
      assert.match(details?.[0]?.message ?? "", /^must be none/)
    }
  })

  it("is refused for that before ownership and fees are looked at", () => {
    const owner = { id: ApplicationId.make("app_7"), isShown: true }
    const noFee = { ...facts("both", owner), fees: { optimizedFee: false, customFees: [] } }
    assert.strictEqual(
      Result.getOrThrow(Result.flip(act(inState("UNCONFIRMED"), "hire", noFee))).code,
      "invalid_transition"
    )
    assert.strictEqual(Result.getOrThrow(Result.flip(act(inState("OFFER"), "hire", noFee))).code, "conflict")
    assert.strictEqual(
      Result.getOrThrow(Result.flip(act(inState("UNCONFIRMED"), "confirm", noFee))).code,
      "duplicate_application"
    )
    assert.strictEqual(
      Result.getOrThrow(Result.flip(act(inState("REJECTED"), "restore", noFee))).code,
      "duplicate_application"
    )
  })
})

describe("a confirmation (recruiting 6)", () => {
  it("sets the moment at which the person agreed, and no later action changes it", () => {
    const confirmed = Result.getOrThrow(act(submitted(), "confirm", { ...facts(), nowMs: nowMs + 5 })).next
    assert.strictEqual(confirmed.application.confirmed_at, timestampFromMillis(nowMs + 5))
    const rejected = Result.getOrThrow(act(confirmed, "reject", { ...facts(), nowMs: nowMs + 9 })).next
    assert.strictEqual(rejected.application.confirmed_at, timestampFromMillis(nowMs + 5))
    for (const action of ["decline", "withdraw"] as const) {
      assert.notProperty(Result.getOrThrow(act(submitted(), action)).next.application, "confirmed_at")
    }
  })

  it.for([
    ["OPEN", undefined],
    ["ON_HOLD", undefined],
    ["CLOSED", "conflict"],
    ["DRAFT", "conflict"],
    [undefined, "conflict"]
  ] as const)("for a job that is %s: %s", ([jobStatus, code]) => {
    const result = act(submitted(), "confirm", { ...facts(), jobStatus })
    assert.strictEqual(Result.isFailure(result) ? result.failure.code : undefined, code)
  })

  it("is refused to an agency that is inactive, and to no other action", () => {
    const inactive = { ...facts(), agencyStatus: "INACTIVE" } as const
    assert.strictEqual(Result.getOrThrow(Result.flip(act(submitted(), "confirm", inactive))).code, "conflict")
    assert.isTrue(Result.isSuccess(act(submitted(), "withdraw", { ...inactive, jobStatus: "CLOSED" })))
  })
})

describe("any sequence of actions (decisions, Resources)", () => {
  it.prop("never leaves a final state", [someActions, someActions], ([first, then]) => {
    const reached = after(submitted(), first)
    const isFinal = ["HIRED", "DECLINED", "WITHDRAWN"].includes(reached.application.state)
    if (isFinal) assert.strictEqual(after(reached, then).application.state, reached.application.state)
    // A claim that is given up leaves the state.
    const leading = allowedActions(reached.application.state, "both").filter((action) => action !== "release")
    assert.strictEqual(isFinal, leading.length === 0)
  })

  it.prop("is undone by restore when it ends in a rejection, but for time and version", [someActions], ([actions]) => {
    const before = after(submitted(), actions)
    const rejected = act(before, "reject")
    if (Result.isFailure(rejected)) return
    assert.strictEqual(rejected.success.next.application.rejection?.feedback, "Not enough compilers yet.")
    const restored = Result.getOrThrow(act(rejected.success.next, "restore")).next
    const { state_entered_at: _entered, updated_at: _updated, version: _version, ...members } = restored.application
    const { state_entered_at, updated_at, version, ...expected } = before.application
    assert.deepStrictEqual(members, expected)
    assert.isAbove(restored.application.version, version)
    assert.isTrue(
      restored.application.updated_at > updated_at && restored.application.state_entered_at > state_entered_at
    )
    assert.isUndefined(restored.rejectedFrom)
  })

  it.for(["confirm", "restore"] as const)(
    "%s is refused where the agency has hired the person, whose claim may be over (recruiting 7)",
    (action) => {
      const hired = { id: ApplicationId.make("app_hired"), isShown: true }
      const stored = action === "confirm" ? submitted() : after(submitted(), ["confirm", "reject"])
      const refusal = Result.getOrUndefined(Result.flip(act(stored, action, { ...facts(), hired })))
      assert.strictEqual(refusal?._tag, "DuplicateApplication")
      assert.include(JSON.stringify(refusal?.details), "app_hired")
      assert.isTrue(Result.isSuccess(act(stored, action, facts())))
    }
  )

  it.prop("counts its changes, and each is later than the one before", [someActions], ([actions]) => {
    let stored = submitted()
    for (const action of actions) {
      const result = act(stored, action)
      if (Result.isFailure(result)) continue
      const { entries, next } = result.success
      assert.strictEqual(next.application.version, stored.application.version + 1)
      assert.isTrue(next.application.updated_at > stored.application.updated_at)
      // A claim that is given up leaves the state.
      const { state, state_entered_at } = action === "release" ? stored.application : next.application
      const entered = action === "release" ? state_entered_at : next.application.updated_at
      assert.deepStrictEqual([next.application.state, next.application.state_entered_at], [state, entered])
      const states = action === "release" ? [undefined, undefined] : [{ state: stored.application.state }, { state }]
      assert.deepStrictEqual(
        entries.map(({ after: reached, before, agency_id, resource_id }) => [resource_id, agency_id, before, reached]),
        [["app_1", agencyId, ...states]]
      )
      assert.notInclude(JSON.stringify(auditParts(entries)), candidate.email)
      stored = next
    }
  })

  const owns = ({ application: { state } }: StoredApplication): boolean => state === "HIRED" || isActive(state)

  it.prop(
    "on several applications of one person leaves at most one owner",
    [Arbitrary.array(Arbitrary.all([integer(0, 3), someAction]), { maxLength: 30 })],
    ([commands]) => {
      const all = [0, 1, 2, 3].map((index) => submitted(`app_${index}`))
      for (const [index, action] of commands) {
        const stored = all[index] ?? submitted()
        const owning = all.find((one, place) => place !== index && owns(one))
        const owner = owning === undefined ? undefined : { id: owning.application.id, isShown: true }
        const result = act(stored, action, facts("employer", owner))
        if (Result.isFailure(result)) continue
        all[index] = result.success.next
        if (action !== "confirm") continue
        all.forEach((other, place) => {
          if (place !== index && other.application.state === "UNCONFIRMED") {
            const { entries, next } = ownershipTaken(organizationId, other, nowMs)
            assert.deepStrictEqual(
              entries.map((entry) => [entry.action, entry.actor, entry.reason]),
              [["application.withdrawn", "system", "ownership_taken"]]
            )
            all[place] = next
          }
        })
      }
      assert.isAtMost(all.filter(owns).length, 1)
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("the hire of an application (decisions, Fees)", () => {
  const hired = (fees: TransitionFacts["fees"], hire: object) =>
    transition(
      inState("OFFER"),
      Schema.decodeUnknownSync(ApplicationTransition)({
        action: "hire",
        hire: { start_date: "2026-03-01", base_salary_cents: 7_200_050, currency: "EUR", ...hire }
      }),
      { ...facts(), fees }
    )
  const flat = { feeType: "FLAT_FEE", currency: "JPY", feeCents: 500_000, note: "Senior" } as const
  const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 } as const
  const optimized = { feeType: "OPTIMIZED_FEE" } as const
  const custom = (...customFees: TransitionFacts["fees"]["customFees"]) => ({ optimizedFee: false, customFees })

  it.for([
    ["the only fee", custom(share), {}, share, 1_440_010],
    ["the fee that is named", custom(flat, share), { custom_fee: 1 }, share, 1_440_010],
    ["a flat fee in its own currency", custom(flat), { custom_fee: 0 }, flat, 500_000],
    ["the optimized fee, without an amount", { optimizedFee: true, customFees: [flat] }, {}, optimized, undefined],
    ["the fee that is expected", custom(flat), { expected_fee: flat }, flat, 500_000],
    ["the fee that is expected among several", custom(flat, share), { expected_fee: share }, share, 1_440_010],
    [
      "the fee without a note, where none is expected",
      custom({ ...share, note: "Senior" }, share),
      { expected_fee: share },
      share,
      1_440_010
    ],
    [
      "the fee whose note is the expected one",
      custom({ ...flat, note: "Junior" }, flat),
      { expected_fee: flat },
      flat,
      500_000
    ],
    [
      "the first of the fees that differ from the expected one in a note that is left out",
      custom(share, flat, { ...flat, note: "Junior" }),
      { expected_fee: { feeType: "FLAT_FEE", currency: "JPY", feeCents: 500_000 } },
      flat,
      500_000
    ],
    [
      "the fee that is expected, whose note is left out",
      custom(flat),
      { expected_fee: { feeType: "FLAT_FEE", currency: "JPY", feeCents: 500_000 } },
      flat,
      500_000
    ]
  ] as const)("keeps %s", ([, fees, hire, fee, amount]) => {
    const { next } = Result.getOrThrow(hired(fees, hire))
    assert.deepStrictEqual(next.application.hire, {
      start_date: "2026-03-01",
      base_salary_cents: 7_200_050,
      currency: "EUR",
      fee,
      ...(amount === undefined ? {} : { fee_amount_cents: amount })
    })
  })

  it.for([
    ["no fee to choose", custom(), {}, "conflict", undefined],
    ["no choice among several", custom(flat, share), {}, "unprocessable_entity", "/hire/expected_fee required"],
    ["a choice that is none", custom(flat, share), { custom_fee: 2 }, "unprocessable_entity", "/hire/custom_fee range"],
    [
      "a choice where the fee is optimized",
      { optimizedFee: true, customFees: [flat] },
      { custom_fee: 0 },
      "unprocessable_entity",
      "/hire/custom_fee not_allowed"
    ],
    ["another note than expected", custom(flat), { expected_fee: { ...flat, note: "Junior" } }, "conflict", undefined],
    ["another fee than expected", custom(flat), { expected_fee: share }, "conflict", undefined],
    [
      "no fee that is the expected one",
      custom(flat, { ...flat, feeCents: 1 }),
      { expected_fee: share },
      "conflict",
      undefined
    ],
    ["an expected fee and none to choose", custom(), { expected_fee: share }, "conflict", undefined],
    [
      "an index beside another expected fee",
      custom(flat, share),
      { custom_fee: 0, expected_fee: share },
      "conflict",
      undefined
    ],
    ["the expected optimized fee, which is not", custom(flat), { expected_fee: optimized }, "conflict", undefined]
  ] as const)("is refused with %s", ([, fees, hire, code, fault]) => {
    const refused = Result.getOrThrow(Result.flip(hired(fees, hire)))
    const [detail] = refused.details ?? []
    assert.deepStrictEqual(
      [refused.code, detail === undefined ? undefined : `${detail.path} ${detail.code}`],
      [code, fault]
    )
  })

  it.prop(
    "keeps the fee it was made with, whatever the agency's fees are later",
    [either(integer(0, 10_000), integer(0, 10_000)), integer(1, 1_000_000)],
    ([points, salary]) => {
      const fees = custom({ feeType: "PERCENTAGE_FEE", feeBasisPoints: points })
      const { next } = Result.getOrThrow(hired(fees, { base_salary_cents: salary }))
      const later = after(next, [...ApplicationAction.literals])
      assert.deepStrictEqual(later.application.hire, next.application.hire)
    }
  )
})
