/**
 * Applications over HTTP: submission, actions, ownership, history, and what an agency sees of them (decisions, Resources).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { agencyClient } from "./ClientsOfAcme.ts"
import { checkErrorForm, detailsOf, errorOf, mistakesOf, named, withoutRequestId } from "./ErrorAnswer.ts"
import { checksPerDayMax } from "@partner-api/domain/CandidateCheck"
import { type SealingKey, sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { rewrapClaims } from "@partner-api/service/services/Claims"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import { dayMs } from "@partner-api/domain/StorageQuota"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { startDate } from "./StartDate.ts"
import { sharedServer } from "./TestServer.ts"
import { pageOf, pathOf, walk } from "./Walk.ts"

const server = await sharedServer()
const { call, query, tokens } = server
const token = tokens.acme

const bound = await agencyClient(server)

/** An open job, a draft and a closed one. */
const jobIn = async (status: string): Promise<string> => {
  const [row] = await query(
    "SELECT id FROM jobs WHERE organization_id = 'org_acme' AND status = ? ORDER BY id LIMIT 1",
    status
  )
  return String(row?.["id"])
}
const [open, draft, closed] = [await jobIn("OPEN"), await jobIn("DRAFT"), await jobIn("CLOSED")]

let people = 0
/** A person whom nobody has submitted yet. */
const person = () => ({ first_name: "Grace", last_name: "Hopper", email: `grace.${++people}@example.com` })

const submission = (more: object = {}) => ({ job_id: open, agency_id: "agy_hirewell", candidate: person(), ...more })
const submit = (json: object = submission(), as = token) => call("POST", "/v1/applications", { token: as, json })
const read = (id: string, as = token) => call("GET", `/v1/applications/${id}`, { token: as })
const act = (id: string, json: object, as = token, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", `/v1/applications/${id}/transitions`, { token: as, json, headers })
/** The actions that an error says are possible. */
const possibleIn = (answer: Answer): ReadonlyArray<string> => {
  assert.strictEqual(checkErrorForm(answer), "invalid_transition")
  const decode = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ message: Schema.String })]))
  return decode(membersOf(answer)["details"]).map(({ message }) => message)
}

const decodeChanges = Schema.decodeUnknownSync(
  Schema.Struct({
    content: Schema.Array(
      Schema.Struct({
        action: Schema.String,
        state_before: Schema.optionalKey(Schema.String),
        state_after: Schema.optionalKey(Schema.String),
        actor: Schema.String,
        reason: Schema.optionalKey(Schema.String),
        client_id: Schema.optionalKey(Schema.String)
      })
    )
  })
)
const historyOf = async (id: string, as = token) => {
  const answer = await call("GET", `/v1/applications/${id}/history`, { token: as })
  assert.strictEqual(answer.status, 200, answer.text)
  return { text: answer.text, changes: decodeChanges(answer.json).content }
}

const idOf = (answer: Answer): string => textOf(answer, "id")

const feedback = "Not enough compilers yet."
const hire = { start_date: startDate, base_salary_cents: 7_200_000, currency: "EUR" }

/** A submitted application after these actions. */
const reach = async (actions: ReadonlyArray<object>, json = submission()): Promise<Answer> => {
  let answer = await submit(json)
  for (const action of actions) {
    answer = await act(idOf(answer), action)
    assert.strictEqual(answer.status, 200, answer.text)
  }
  return answer
}
const [confirm, keep, advance] = [{ action: "confirm" }, { action: "keep" }, { action: "advance" }]

describe("a submission", () => {
  it("is at its Location as it was answered, unconfirmed (decisions, Resources)", async () => {
    const json = submission({ note: "Free from March.", external_id: "C-1" })
    const answer = await submit(json)
    assert.strictEqual(answer.status, 201, answer.text)
    const { created_at, id, state, state_entered_at, updated_at, version, ...members } = membersOf(answer)
    assert.deepStrictEqual(members, json)
    assert.match(String(id), /^app_[0-9A-HJKMNP-TV-Z]{26}$/)
    const now = new Date(server.startMs).toISOString()
    assert.deepStrictEqual(
      [state, version, created_at, updated_at, state_entered_at],
      ["UNCONFIRMED", 1, now, now, now]
    )
    const there = await call("GET", pathOf(String(answer.headers.location)), { token })
    assert.deepStrictEqual([there.status, there.text], [200, answer.text])
  })

  it("of a bound token is its agency's, named or not (decisions, Resources)", async () => {
    for (const json of [submission(), { job_id: open, candidate: person() }]) {
      const answer = await submit(json, bound)
      assert.deepStrictEqual([answer.status, membersOf(answer)["agency_id"]], [201, "agy_hirewell"], answer.text)
    }
  })

  it.for([
    ["a job that is not there", { job_id: "job_none" }, 422, "body /job_id unknown"],
    ["an agency that is not there", { agency_id: "agy_none" }, 422, "body /agency_id unknown"],
    ["no agency", { agency_id: undefined }, 422, "body /agency_id required"],
    ["a job that is closed", { job_id: closed }, 409, undefined],
    ["a job that is a draft", { job_id: draft }, 409, undefined]
  ] as const)("is refused with %s (decisions, Resources)", async ([, more, status, mistake]) => {
    const answer = await submit(submission(more))
    assert.strictEqual(answer.status, status, answer.text)
    if (mistake === undefined) assert.strictEqual(errorOf(answer), named(409))
    else assert.deepStrictEqual(mistakesOf(answer), [mistake])
  })

  it("to a bound token refuses a draft like a job that is not there, and a rival like nobody (decisions, Resources)", async () => {
    const pairs = [
      [{ job_id: draft }, { job_id: "job_none" }],
      [{ agency_id: "agy_northwind" }, { agency_id: "agy_none" }]
    ] as const
    for (const [one, other] of pairs) {
      const [left, right] = [await submit(submission(one), bound), await submit(submission(other), bound)]
      assert.strictEqual(left.status, 422)
      assert.deepStrictEqual(withoutRequestId(left), withoutRequestId(right))
    }
  })

  it("keeps an external id once for each agency (decisions, Resources)", async () => {
    const first = await submit(submission({ external_id: "C-2" }))
    const again = await submit(submission({ external_id: "C-2" }))
    assert.deepStrictEqual([first.status, again.status], [201, 409])
    assert.deepStrictEqual(detailsOf(again), ["body /external_id conflict"])
    assert.include(again.text, idOf(first))
    assert.strictEqual((await submit(submission({ agency_id: "agy_northwind", external_id: "C-2" }))).status, 201)
  })

  it("is answered once under a key (decisions, Safe repetition)", async () => {
    const request = { token, json: submission(), headers: { "idempotency-key": "application-1" } }
    const [first, again] = [
      await call("POST", "/v1/applications", request),
      await call("POST", "/v1/applications", request)
    ]
    assert.deepStrictEqual([again.status, again.text, again.headers["idempotency-replayed"]], [201, first.text, "true"])
  })

  it("is the only open one of its agency for the person and the job, whatever the tag of the email (recruiting 7)", async () => {
    const candidate = person()
    const first = await submit({ job_id: open, candidate }, bound)
    const tagged = { ...candidate, email: candidate.email.replace("@", "+jobs@").toUpperCase() }
    for (const again of [candidate, tagged]) {
      const refused = await submit({ job_id: open, candidate: again }, bound)
      assert.deepStrictEqual([refused.status, textOf(refused, "error")], [409, "duplicate_application"])
      assert.include(refused.text, idOf(first))
      // The employer does not see it yet.
      const hidden = await submit(submission({ candidate: again }))
      assert.deepStrictEqual([hidden.status, hidden.text.includes(idOf(first))], [409, false])
    }
    const moved = await submit({ job_id: open, candidate: person() }, bound)
    const patch = { token: bound, json: { candidate: { email: tagged.email } } }
    assert.strictEqual(errorOf(await call("PATCH", `/v1/applications/${idOf(moved)}`, patch)), named(409))
    assert.strictEqual((await submit(submission({ agency_id: "agy_northwind", candidate }))).status, 201)
    await act(idOf(first), { action: "withdraw" }, bound)
    assert.strictEqual((await submit({ job_id: open, candidate: tagged }, bound)).status, 201)
  })
})

describe("an action", () => {
  it("leads from submission to hire, each with a history entry (decisions, Resources)", async () => {
    const json = submission({ agency_id: "agy_northwind" })
    await call("POST", "/v1/agencies/agy_northwind/fees", {
      token,
      json: { optimizedFee: false, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }] }
    })
    const answer = await reach([confirm, keep, advance, advance, { action: "hire", hire }], json)
    const { hire: hired, state, version } = membersOf(answer)
    assert.deepStrictEqual([state, version], ["HIRED", 6])
    assert.deepStrictEqual(hired, {
      ...hire,
      fee: { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 },
      fee_amount_cents: 1_440_000
    })
    const history = await historyOf(idOf(answer))
    assert.deepStrictEqual(
      history.changes.map(({ action, actor, client_id, state_after, state_before }) => [
        action,
        state_before,
        state_after,
        actor,
        client_id
      ]),
      [
        ["application.submitted", undefined, "UNCONFIRMED", "client", "sandbox-client"],
        ["application.confirmed", "UNCONFIRMED", "AWAITING_SORT", "client", "sandbox-client"],
        ["application.kept", "AWAITING_SORT", "REVIEWING", "client", "sandbox-client"],
        ["application.advanced", "REVIEWING", "INTERVIEWING", "client", "sandbox-client"],
        ["application.advanced", "INTERVIEWING", "OFFER", "client", "sandbox-client"],
        ["application.hired", "OFFER", "HIRED", "client", "sandbox-client"]
      ]
    )
    assert.notInclude(history.text, "grace")
    // What was hired keeps its fee, whatever changes later.
    await call("POST", "/v1/agencies/agy_northwind/fees", { token, json: { customFees: [] } })
    assert.deepStrictEqual(membersOf(await read(idOf(answer)))["hire"], hired)
  })

  it("that is not possible names those that are, and changes nothing (decisions, Resources)", async () => {
    const before = await reach([confirm])
    const refused = await act(idOf(before), advance)
    assert.deepStrictEqual([refused.status, textOf(refused, "error")], [409, "invalid_transition"])
    assert.deepStrictEqual(possibleIn(refused), ["must be one of keep, reject, withdraw"])
    assert.strictEqual((await read(idOf(before))).text, before.text)
  })

  it.for([
    ["a rejection without feedback", { action: "reject" }, ["body /feedback required"]],
    ["a hire without terms", { action: "hire" }, ["body /hire required"]],
    ["an unknown action", { action: "jump" }, ["body /action not_allowed"]],
    ["a member of another action", { action: "keep", feedback }, ["body /feedback unknown"]]
  ] as const)("is refused with %s (decisions, Resources)", async ([, json, mistakes]) => {
    const answer = await act(idOf(await reach([confirm])), json)
    assert.deepStrictEqual([answer.status, mistakesOf(answer)], [422, mistakes])
  })

  it("brings a rejected application back to where it was (decisions, Resources)", async () => {
    const before = await reach([confirm, keep, advance])
    const rejected = await act(idOf(before), { action: "reject", feedback })
    assert.deepStrictEqual(membersOf(rejected)["rejection"], { feedback })
    const restored = membersOf(await act(idOf(before), { action: "restore" }))
    assert.deepStrictEqual([restored["state"], restored["rejection"]], ["INTERVIEWING", undefined])
  })

  it("honours If-Match, and answers with the ETag of what is read then (decisions, Resources)", async () => {
    const id = idOf(await submit())
    const etag = String((await read(id)).headers.etag)
    const moved = await act(id, confirm, token, { "if-match": etag })
    assert.strictEqual(moved.status, 200)
    const stale = await act(id, keep, token, { "if-match": etag })
    assert.strictEqual(stale.status, 412)
    assert.strictEqual(moved.headers.etag, (await read(id)).headers.etag)
  })

  it("is taken once under a key (decisions, Safe repetition)", async () => {
    const id = idOf(await reach([confirm, keep]))
    const headers = { "idempotency-key": "advance-1" }
    const [first, again] = [await act(id, advance, token, headers), await act(id, advance, token, headers)]
    assert.deepStrictEqual([first.status, again.text], [200, first.text])
    assert.strictEqual(membersOf(await read(id))["state"], "INTERVIEWING")
  })

  it.for([
    [{ optimizedFee: false, customFees: [] }, {}, 409, undefined],
    [{ optimizedFee: true }, { custom_fee: 0 }, 422, "body /hire/custom_fee not_allowed"],
    [{ optimizedFee: true }, { expected_fee: { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1 } }, 409, undefined],
    [{ optimizedFee: true }, { expected_fee: { feeType: "OPTIMIZED_FEE" } }, 200, undefined]
  ] as const)(
    "hires at the fees %j with the choice %j: %i (decisions, Fees)",
    async ([fees, choice, status, mistake]) => {
      await call("POST", "/v1/agencies/agy_hirewell/fees", { token, json: fees })
      const id = idOf(await reach([confirm, keep, advance]))
      const answer = await act(id, { action: "hire", hire: { ...hire, ...choice } })
      assert.strictEqual(answer.status, status, answer.text)
      if (mistake !== undefined) assert.deepStrictEqual(mistakesOf(answer), [mistake])
    }
  )
})

describe("the terms of an application (recruiting 8)", () => {
  const share = (feeBasisPoints: number) => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints })
  const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000 }
  const setFees = (...customFees: ReadonlyArray<object>) =>
    call("POST", "/v1/agencies/agy_hirewell/fees", { token, json: { optimizedFee: false, customFees } })
  const setBinding = (fees_apply: string) =>
    call("PATCH", "/v1/organization", { token, json: { settings: { fees_apply } } })

  it("are the fees at the confirmation, seen by both sides, and a hire obeys them whatever the setting is then", async () => {
    await setBinding("AT_CONFIRMATION")
    await setFees(share(2_000), flat)
    const before = await reach([confirm, keep, advance])
    await setFees(share(1))
    await setBinding("AT_HIRE")
    const terms = {
      fees: { optimizedFee: false, customFees: [share(2_000), flat] },
      binding: "AT_CONFIRMATION",
      agreed_at: membersOf(before)["confirmed_at"]
    }
    for (const as of [token, bound]) assert.deepStrictEqual(membersOf(await read(idOf(before), as))["terms"], terms)
    const refused = await act(idOf(before), { action: "hire", hire: { ...hire, expected_fee: share(1) } })
    assert.strictEqual(errorOf(refused), named(409))
    const answer = await act(idOf(before), { action: "hire", hire: { ...hire, expected_fee: share(2_000) } })
    assert.deepStrictEqual(membersOf(answer)["hire"], { ...hire, fee: share(2_000), fee_amount_cents: 1_440_000 })
    assert.deepStrictEqual(membersOf(answer)["terms"], terms)
  })

  it("do not bind a hire where the setting was AT_HIRE, nor where there was no fee to choose", async () => {
    await setFees(share(2_000))
    const unbound = await reach([confirm, keep, advance])
    await setBinding("AT_CONFIRMATION")
    await setFees()
    const without = await reach([confirm, keep, advance])
    await setBinding("AT_HIRE")
    await setFees(share(1))
    for (const answer of [unbound, without]) {
      const hired = await act(idOf(answer), { action: "hire", hire })
      assert.deepStrictEqual(membersOf(hired)["hire"], { ...hire, fee: share(1), fee_amount_cents: 720 })
    }
  })

  it.for<[what: string, job: object, more: object, mistakes: ReadonlyArray<string> | undefined]>([
    ["a start of 1999", {}, { start_date: "1999-03-01" }, ["body /hire/start_date range"]],
    ["no salary", {}, { base_salary_cents: 0 }, ["body /hire/base_salary_cents range"]],
    ["a percentage of temporary work", { employment_type: "TEMPORARY" }, {}, ["body /hire/fee_base_cents required"]],
    ["a closed job", { status: "CLOSED" }, {}, undefined]
  ])("a hire is refused with %s", async ([, job, more, mistakes]) => {
    await setFees(share(2_000))
    const json = { title: "Welder", description: "Welds.", status: "OPEN", agency_access: "ALL" }
    const made = await call("POST", "/v1/jobs", { token, json })
    const id = idOf(await reach([confirm, keep, advance], submission({ job_id: idOf(made) })))
    assert.strictEqual((await call("PATCH", `/v1/jobs/${idOf(made)}`, { token, json: job })).status, 200)
    const answer = await act(id, { action: "hire", hire: { ...hire, ...more } })
    if (mistakes === undefined) assert.strictEqual(errorOf(answer), named(409))
    else assert.deepStrictEqual([answer.status, mistakesOf(answer)], [422, mistakes])
    assert.strictEqual(membersOf(await read(id))["state"], "INTERVIEWING")
  })

  it("a hire keeps its fee when the fees of the agency change (decisions, Fees)", async () => {
    await setFees(share(2_000), flat)
    const hired = await act(idOf(await reach([confirm, keep, advance])), {
      action: "hire",
      hire: { ...hire, expected_fee: share(2_000) }
    })
    await setFees(share(1))
    assert.deepStrictEqual((await read(idOf(hired))).json, hired.json)
    assert.deepInclude(membersOf(hired)["hire"], { fee: share(2_000), fee_amount_cents: 1_440_000 })
    const { content } = membersOf(await call("GET", `/v1/placements?application_id=${idOf(hired)}`, { token }))
    assert.deepInclude(Object(content)[0], { fee: share(2_000), fee_amount_cents: 1_440_000 })
  })

  it("a hire keeps the base that its percentage is taken of", async () => {
    await setFees(share(2_000))
    const answer = await act(idOf(await reach([confirm, keep, advance])), {
      action: "hire",
      hire: { ...hire, fee_base_cents: 9_000_000 }
    })
    const { fee_amount_cents, fee_base_cents } = Object(membersOf(answer)["hire"])
    assert.deepStrictEqual([fee_base_cents, fee_amount_cents], [9_000_000, 1_800_000])
  })
})

describe("a patch", () => {
  const patch = (id: string, json: object, as = token, headers: Readonly<Record<string, string>> = {}) =>
    call("PATCH", `/v1/applications/${id}`, { token: as, json, headers })

  it("merges into candidate, note and external id, deep (decisions, Resources)", async () => {
    const { candidate, ...rest } = submission({ note: "Old", external_id: "C-3" })
    const before = await submit({ ...rest, candidate: { ...candidate, phone: "+4915112345678" } })
    const answer = await patch(idOf(before), { candidate: { phone: null, location: "Bern" }, note: null })
    assert.strictEqual(answer.status, 200, answer.text)
    const { version, ...members } = membersOf(answer)
    assert.deepStrictEqual(
      [version, members["candidate"], members["note"], members["external_id"]],
      [2, { ...candidate, location: "Bern" }, undefined, "C-3"]
    )
    assert.strictEqual(answer.headers.etag, (await read(idOf(before))).headers.etag)
    const { changes } = await historyOf(idOf(before))
    assert.deepStrictEqual(
      changes.map(({ action, state_after }) => [action, state_after]),
      [
        ["application.submitted", "UNCONFIRMED"],
        ["application.updated", undefined]
      ]
    )
  })

  it("that says what is there changes nothing, and honours If-Match (decisions, Resources)", async () => {
    const before = await submit(submission({ note: "Same" }))
    for (const json of [{}, { note: "Same" }, { candidate: {} }]) {
      assert.strictEqual((await patch(idOf(before), json)).text, before.text)
    }
    const stale = await patch(idOf(before), { note: "New" }, token, { "if-match": '"other"' })
    assert.strictEqual(errorOf(stale), named(412))
    assert.strictEqual((await read(idOf(before))).text, before.text)
  })

  it.for([
    ["a read-only member", { state: "HIRED" }, "body /state not_allowed"],
    ["a required member removed", { candidate: { email: null } }, "body /candidate/email required"],
    ["no candidate", { candidate: null }, "body /candidate required"],
    ["an unknown member", { nots: "x" }, "body /nots unknown"]
  ] as const)("is refused with %s (decisions, Resources)", async ([, json, mistake]) => {
    assert.deepStrictEqual(mistakesOf(await patch(idOf(await submit()), json)), [mistake])
  })

  it("is the agency's own until it is sorted, with the email, whose claim goes along (decisions, Resources; recruiting 7)", async () => {
    const id = idOf(await submit({ job_id: open, candidate: person() }, bound))
    assert.strictEqual((await patch(id, { candidate: { email: person().email } }, bound)).status, 200)
    await act(id, confirm, bound)
    assert.strictEqual((await patch(id, { note: "Still mine" }, bound)).status, 200)
    const [corrected, former] = [person(), Object(membersOf(await read(id))["candidate"])]
    const rival = await submit(submission({ agency_id: "agy_northwind", candidate: corrected }))
    assert.strictEqual((await patch(id, { candidate: { email: corrected.email } }, bound)).status, 200)
    assert.strictEqual(membersOf(await read(idOf(rival)))["state"], "WITHDRAWN")
    const late = await submit(submission({ agency_id: "agy_northwind", candidate: corrected }))
    assert.strictEqual(textOf(late, "error"), "duplicate_application")
    const freed = submission({ agency_id: "agy_northwind", candidate: { ...corrected, email: former.email } })
    assert.strictEqual((await submit(freed)).status, 201)
    await act(id, keep)
    const sorted = await patch(id, { note: "Too late" }, bound)
    assert.deepStrictEqual([errorOf(sorted), textOf(sorted, "error")], [named(409), "conflict"])
  })

  it("takes no external id of another, and no person who is owned (decisions, Resources)", async () => {
    const [holder, owner] = [await submit(submission({ external_id: "C-4" })), await reach([confirm])]
    const id = idOf(await submit())
    const taken = await patch(id, { external_id: "C-4" })
    assert.deepStrictEqual([errorOf(taken), taken.text.includes(idOf(holder))], [named(409), true])
    const email = Object(membersOf(owner)["candidate"]).email
    const owned = await patch(id, { candidate: { email } })
    assert.deepStrictEqual([errorOf(owned), owned.text.includes(idOf(owner))], [named(409), false])
  })
})

describe("ownership", () => {
  it("is the first confirmation's: the others are withdrawn by the system, later ones refused (decisions, Resources)", async () => {
    const json = submission()
    const upper = { ...json, candidate: { ...json.candidate, email: json.candidate.email.toUpperCase() } }
    const [first, second] = [await submit(json), await submit({ ...upper, agency_id: "agy_northwind" })]
    const other = await submit({ ...json, job_id: await jobOther() })
    assert.strictEqual((await act(idOf(first), confirm)).status, 200)
    assert.strictEqual(membersOf(await read(idOf(second)))["state"], "WITHDRAWN")
    assert.strictEqual(membersOf(await read(idOf(other)))["state"], "UNCONFIRMED", "another job is another matter")
    const { changes } = await historyOf(idOf(second))
    const { action, actor, reason } = changes.at(-1) ?? assert.fail("no history")
    assert.deepStrictEqual([action, actor, reason], ["application.withdrawn", "system", "ownership_taken"])
    const late = await submit({ ...json, agency_id: "agy_northwind" })
    assert.deepStrictEqual([late.status, textOf(late, "error")], [409, "duplicate_application"])
    assert.include(late.text, idOf(first))
  })

  const jobOther = async (): Promise<string> => {
    const [row] = await query("SELECT max(id) AS id FROM jobs WHERE organization_id = 'org_acme' AND status = 'OPEN'")
    return String(row?.["id"])
  }

  it("shows an agency nothing of the owner but that there is one (decisions, Resources)", async () => {
    const json = submission({ agency_id: "agy_northwind" })
    const owner = await reach([confirm], json)
    const refused = await submit({ job_id: open, candidate: json.candidate }, bound)
    assert.deepStrictEqual([refused.status, textOf(refused, "error")], [409, "duplicate_application"])
    assert.notInclude(refused.text, idOf(owner))
    assert.notInclude(refused.text, "details")
  })

  it("ends with a rejection, and is not given back by a restore (decisions, Resources)", async () => {
    const json = submission()
    const first = await reach([confirm, keep, { action: "reject", feedback }], json)
    const second = await reach([confirm], { ...json, agency_id: "agy_northwind" })
    const restored = await act(idOf(first), { action: "restore" })
    assert.deepStrictEqual([restored.status, textOf(restored, "error")], [409, "duplicate_application"])
    await act(idOf(second), { action: "withdraw" })
    assert.strictEqual((await act(idOf(first), { action: "restore" })).status, 200)
  })

  it("is one's among 40 confirmations at once, the other withdrawn (decisions, Resources)", async () => {
    const json = submission()
    const first = await submit(json)
    const all = [first, await submit({ ...json, agency_id: "agy_northwind" })]
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => act(idOf(all[at % 2] ?? first), confirm)))
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((left, right) => left - right),
      [200, ...Array.from({ length: 39 }, () => 409)]
    )
    const states = await Promise.all(all.map(async (one) => membersOf(await read(idOf(one)))["state"]))
    assert.deepStrictEqual(states.toSorted(), ["AWAITING_SORT", "WITHDRAWN"])
  })
})

describe("a claim (recruiting 7)", () => {
  const setDays = (ownership_days: number) =>
    call("PATCH", "/v1/organization", { token, json: { settings: { ownership_days } } })
  const reject = { action: "reject", feedback }
  const rival = (candidate: object) => submit(submission({ agency_id: "agy_northwind", candidate }))
  const ownershipIn = (answer: Answer) => Object(membersOf(answer)["ownership"])

  beforeAll(async () => void (await setDays(1)))
  afterAll(async () => void (await setDays(0)))

  it("lasts after a rejection, and is free when it is over (recruiting 7)", async () => {
    const json = submission()
    const rejected = await reach([confirm, keep, reject], json)
    const { expires_at, since } = ownershipIn(rejected)
    assert.deepStrictEqual(
      [since, Date.parse(expires_at) - Date.parse(since)],
      [membersOf(rejected)["confirmed_at"], dayMs]
    )
    const refused = await rival(json.candidate)
    assert.deepStrictEqual([refused.status, textOf(refused, "error")], [409, "duplicate_application"])
    assert.include(refused.text, idOf(rejected))
    // The agency itself may submit the person again, and its claim goes on.
    const again = await reach([confirm], json)
    assert.deepStrictEqual(ownershipIn(again), { since, expires_at })
    await act(idOf(again), { action: "withdraw" })
    await query("UPDATE claims SET expires_at_ms = ? WHERE application_id = ?", server.startMs - 1, idOf(again))
    assert.strictEqual((await rival(json.candidate)).status, 201)
  })

  it("is given up by its agency, and by nobody else (recruiting 7)", async () => {
    const json = { job_id: open, candidate: person() }
    const id = idOf(await submit(json, bound))
    await act(id, confirm, bound)
    assert.deepStrictEqual(possibleIn(await act(id, { action: "release" }, bound)), ["must be one of withdraw"])
    await act(id, reject)
    assert.strictEqual((await act(id, { action: "release" })).status, 403)
    const released = await act(id, { action: "release" }, bound)
    assert.deepInclude(ownershipIn(released), { ended_reason: "RELEASED" })
    assert.deepInclude(membersOf(released), { state: "REJECTED" })
    assert.strictEqual((await historyOf(id)).changes.at(-1)?.action, "application.claim_released")
    assert.strictEqual(textOf(await act(id, { action: "release" }, bound), "error"), "invalid_transition")
    assert.strictEqual((await rival(json.candidate)).status, 201)
    const restored = await act(id, { action: "restore" })
    assert.notProperty(ownershipIn(restored), "ended_at")
  })

  it("becomes the employer's with a person whom it knew, and the rejection stays (recruiting 7)", async () => {
    const json = submission()
    const { confirmed_at, id } = membersOf(await reach([confirm], json))
    const known = (known_since: string) => act(String(id), { ...reject, known_since })
    assert.deepStrictEqual(mistakesOf(await known("2020-01-01")), ["body /known_since range"])
    const day = String(confirmed_at).slice(0, 10)
    const rejected = await known(day)
    assert.deepInclude(ownershipIn(rejected), { ended_reason: "KNOWN_TO_EMPLOYER" })
    assert.deepStrictEqual(membersOf(rejected)["rejection"], { feedback, known_since: day })
    for (const answer of [await rival(json.candidate), await submit(json)]) {
      assert.strictEqual(textOf(answer, "error"), "duplicate_application")
    }
    assert.strictEqual(textOf(await act(String(id), { action: "restore" }), "error"), "conflict")
    const late = await reach([confirm, keep, advance])
    assert.strictEqual(textOf(await act(idOf(late), { ...reject, known_since: day }), "error"), "conflict")
  })
})

describe("a claim under another key (recruiting 7)", () => {
  it("is the same claim, and is found by each key that is set", async () => {
    const other = sealingKeyOf(new Uint8Array(sealingKeyBytes).fill(7))
    const rewrap = (...keys: ReadonlyArray<SealingKey>) =>
      server.run(Effect.provideService(rewrapClaims, SecretsKeys, keys))
    const keyIds = async () => [
      ...new Set((await query("SELECT key_id FROM claims")).map(({ key_id }) => String(key_id)))
    ]
    const json = submission()
    const id = idOf(await reach([confirm], json))
    assert.isAbove((await rewrap(other)).rekeyed, 0)
    assert.deepStrictEqual(await keyIds(), [other.id])
    assert.deepStrictEqual(await rewrap(other), { rekeyed: 0, left: 0 })
    // Its application holds the person, whatever key the service has.
    const refused = await submit({ ...json, agency_id: "agy_northwind" })
    assert.deepStrictEqual([refused.status, refused.text.includes(id)], [409, true])
    assert.isAbove((await rewrap(sealingKeyOf(new Uint8Array(sealingKeyBytes)))).rekeyed, 0)
  })
})

describe("a check (recruiting 7)", () => {
  const check = (candidate: object, as = token, more: object = { agency_id: "agy_northwind" }) =>
    call("POST", "/v1/applications/check", { token: as, json: { job_id: open, candidate, ...more } })
  const own = {}

  it("answers each view what it may know, and keeps nothing of the person (recruiting 7)", async () => {
    const candidate = { ...person(), phone: "+4930901820", linkedin_url: "https://www.linkedin.com/in/grace-7" }
    const { email, linkedin_url, phone } = candidate
    assert.deepStrictEqual((await check({ email })).json, { result: "AVAILABLE" })
    const id = idOf(await submit({ job_id: open, candidate }, bound))
    assert.deepStrictEqual((await check({ email }, bound, own)).json, { result: "YOURS", application_ids: [id] })
    // Nobody has confirmed: the employer and the other agency may submit the person.
    assert.deepStrictEqual((await check({ email })).json, { result: "AVAILABLE" })
    assert.deepStrictEqual((await check({ email: "other@example.com", phone }, bound, own)).json, {
      result: "POSSIBLE",
      application_ids: [id]
    })
    assert.notProperty((await check({ email: "other@example.com", linkedin_url })).json, "similar_application_ids")
    await act(id, confirm, bound)
    const tagged = email.replace("@", "+x@")
    assert.deepStrictEqual((await check({ email: tagged })).json, { result: "TAKEN", application_ids: [id] })
    assert.deepStrictEqual((await check({ email: "other@example.com", linkedin_url })).json, {
      result: "AVAILABLE",
      similar_application_ids: [id]
    })
    const entries = await query("SELECT json FROM journal WHERE json LIKE '%candidate.checked%'")
    assert.isAbove(entries.length, 5)
    assert.notMatch(JSON.stringify(entries), /grace|4930901820/)
  })

  it("refuses an unknown job, an unknown agency and none (recruiting 7)", async () => {
    const candidate = { email: person().email }
    assert.deepStrictEqual(mistakesOf(await check(candidate, token, { agency_id: "agy_none" })), [
      "body /agency_id unknown"
    ])
    assert.deepStrictEqual(mistakesOf(await check(candidate, token, own)), ["body /agency_id required"])
    const unknown = { agency_id: "agy_northwind", job_id: "job_none" }
    assert.deepStrictEqual(mistakesOf(await check(candidate, token, unknown)), ["body /job_id unknown"])
  })

  it("counts a day, with the submissions that were refused because the person is taken (recruiting 7)", async () => {
    await query(
      "UPDATE grants SET permissions = (SELECT permissions FROM grants WHERE client_id = 'sandbox-partner' LIMIT 1) WHERE client_id = 'sandbox-reader'"
    )
    const reader = await server.partner("sandbox-reader")
    const taken = submission({ agency_id: "agy_northwind" })
    await reach([confirm], taken)
    const count = async () =>
      (await query("SELECT count FROM candidate_checks WHERE client_id = 'sandbox-reader'")).map(Object.values).flat()
    assert.strictEqual((await submit({ ...taken, agency_id: "agy_hirewell" }, reader)).status, 409)
    assert.deepStrictEqual(await count(), [1])
    await query("UPDATE candidate_checks SET count = ? WHERE client_id = 'sandbox-reader'", checksPerDayMax - 1)
    assert.strictEqual((await check({ email: person().email }, reader)).status, 200)
    for (const refused of [await check({ email: person().email }, reader), await submit(submission(), reader)]) {
      assert.deepStrictEqual([refused.status, errorOf(refused)], [429, named(429)])
      assert.isAbove(Number(refused.headers["retry-after"]), 0)
    }
    assert.strictEqual((await check({ email: person().email })).status, 200, "another client has its own")
  })
})

describe("to a token that is bound to an agency", () => {
  it("another agency's application is one that does not exist (decisions, Tokens)", async () => {
    const id = idOf(await submit(submission({ agency_id: "agy_northwind" })))
    const ways = [
      (one: string) => read(one, bound),
      (one: string) => act(one, confirm, bound),
      (one: string) => call("GET", `/v1/applications/${one}/history`, { token: bound })
    ]
    for (const send of ways) {
      const [there, nowhere] = [await send(id), await send("app_none")]
      assert.strictEqual(there.status, 404)
      assert.deepStrictEqual(withoutRequestId(there), withoutRequestId(nowhere))
    }
  })

  it("the list has its own alone, in pages of counts of their own (decisions, Tokens)", async () => {
    const decode = Schema.decodeUnknownSync(
      Schema.Struct({ content: Schema.Array(Schema.Struct({ id: Schema.String, agency_id: Schema.String })) })
    )
    const rows = async (as: string, limit: number) =>
      (await walk(call, as, `/v1/applications?limit=${limit}`)).flatMap((page) => decode(page.json).content)
    const [own, all] = [await rows(bound, 7), await rows(token, 100)]
    assert.isAbove(own.length, 7)
    assert.isAbove(all.length, own.length)
    assert.deepStrictEqual(
      own.map(({ id }) => id),
      own.map(({ id }) => id).toSorted()
    )
    assert.isTrue(own.every(({ agency_id }) => agency_id === "agy_hirewell"))
    assert.includeDeepMembers(
      own,
      all.filter(({ agency_id }) => agency_id === "agy_hirewell")
    )
  })

  it.for(["keep", "advance", "restore"])("%s is the employer's (decisions, Resources)", async (action) => {
    const id = idOf(await submit({ job_id: open, candidate: person() }, bound))
    const answer = await act(id, { action }, bound)
    assert.deepStrictEqual([answer.status, errorOf(answer)], [403, named(403)])
  })

  it("an action that is not possible lists its own alone (decisions, Resources)", async () => {
    const json = { job_id: open, candidate: person() }
    const id = idOf(await submit(json, bound))
    await act(id, confirm, bound)
    const answer = await act(id, confirm, bound)
    assert.deepStrictEqual(possibleIn(answer), ["must be one of withdraw"])
  })

  it("the history does not say which client acted (decisions, Tokens)", async () => {
    const id = idOf(await submit({ job_id: open, candidate: person() }, bound))
    await act(id, confirm, bound)
    const history = await historyOf(id, bound)
    assert.deepStrictEqual(
      history.changes.map(({ actor }) => actor),
      ["client", "client"]
    )
    assert.notInclude(history.text, "sandbox-client")
    assert.notInclude(history.text, "request_id")
  })
})

describe("the history of an application", () => {
  it("is walked page by page, by a cursor that is good for it alone (decisions, Lists)", async () => {
    const [one, other] = [await reach([confirm, keep, advance]), await reach([confirm, keep])]
    const path = `/v1/applications/${idOf(one)}/history`
    const pages = await walk(call, token, `${path}?limit=1`)
    assert.lengthOf(pages, 4)
    const next = new URL(pageOf(pages[0] ?? assert.fail("no page")).next ?? assert.fail("one page"))
    assert.strictEqual(next.pathname, path)
    const foreign = await call("GET", `/v1/applications/${idOf(other)}/history${next.search}`, { token })
    assert.deepStrictEqual([foreign.status, textOf(foreign, "error")], [400, "invalid_cursor"])
  })
})
