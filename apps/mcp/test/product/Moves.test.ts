/**
 * `move_application`: what the human reads before an action on an application, what is sent then, and what is refused before anybody is
 * asked (issue 16; decisions, Applications and Fees).
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "@partner-api/client"
import { createTestServer, type Fault, type TestServerOptions } from "@partner-api/client/testing"
import { type Human, jsonOf, says } from "../fixture/Clients.ts"
import { at } from "../fixture/RawCalls.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"
const recordedAt = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" }
const percentage = { feeType: "PERCENTAGE_FEE" as const, feeBasisPoints: 2_000, note: "Senior roles" }
const flat = { feeType: "FLAT_FEE" as const, currency: "CHF", feeCents: 500_000 }
const terms = { start_date: "2026-03-01", base_salary_cents: 7_200_050, currency: "EUR" }

const optionsOf = (state: string, fees: object, first_name = "Grace", agreed: object = {}): TestServerOptions => ({
  organizations: [
    {
      id: organization_id,
      name: "Engines",
      jobs: [{ id: "job_1", title: "Engineer", description: "", status: "OPEN", ...recordedAt }],
      agencies: [{ id: "agy_1", name: "Steam Talent", fees: { optimizedFee: false, customFees: [], ...fees } }],
      applications: [
        {
          id: "app_1",
          job_id: "job_1",
          agency_id: "agy_1",
          candidate: { first_name, last_name: "Hopper", email: "grace@example.com" },
          state,
          state_entered_at: recordedAt.created_at,
          version: 1,
          ...recordedAt,
          ...agreed
        }
      ]
    }
  ]
})

/** Moves it with a human who says yes, with the credentials of the employer or of an agency. */
const start = async (options: TestServerOptions, agencyId?: string, jumps = false) => {
  const server = createTestServer(options)
  const bodies: Array<unknown> = []
  const { clientId, clientSecret } = server.client(agencyId === undefined ? {} : { agencyId })
  const watched = {
    ...server,
    clientId,
    clientSecret,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init)
      if (request.url.endsWith("/transitions")) bodies.push(await request.clone().json())
      return server.fetch(request)
    }
  }
  const human: Human = { questions: [], answer: says("accept") }
  const way = await overHttp(watched, "auto", human, { jumps })
  const move = async (given: object, mode = "apply") =>
    jsonOf(
      await way.client.callTool({
        name: "move_application",
        arguments: { organization_id, application_id: "app_1", mode, ...given }
      })
    )
  const call = async (name: string) => jsonOf(await way.client.callTool({ name, arguments: { organization_id } }))
  return { server, bodies, human, move, call, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("the question", () => {
  it("shows person, job and agency by name, both states, and what a hire costs", async () => {
    // The clock of the platform, which begins before the start.
    await using run = await start(optionsOf("OFFER", { customFees: [percentage] }), undefined, true)
    const moved = await run.move({ action: "hire", hire: terms })
    assert.deepStrictEqual(run.human.questions, [
      [
        'Take this action on an application in `"Engines (org_1)"`?',
        "",
        '- application: `"app_1"`',
        '- person: `"Grace Hopper"`',
        '- email: `"grace@example.com"`',
        '- job: `"Engineer (job_1)"`',
        '- agency: `"Steam Talent (agy_1)"`',
        '- action: `"hire"`',
        '- from: `"OFFER"`',
        '- to: `"HIRED"`',
        '- start_date: `"2026-03-01"`',
        '- base_salary: `"72000.50 EUR"`',
        '- cost: `"14400.10 EUR: 20 % of the base salary"`',
        '- fee_note: `"Senior roles"`',
        "",
        "The employer can cancel it until 7 days after the start."
      ].join("\n")
    ])
    assert.deepStrictEqual(run.bodies, [{ action: "hire", hire: { ...terms, expected_fee: percentage } }])
    assert.strictEqual(moved["status"], "moved")
    assert.strictEqual(at(moved, "request", "cost"), "14400.10 EUR: 20 % of the base salary")
    assert.deepInclude(at(moved, "application", "hire"), {
      fee_amount_cents: 1_440_010,
      cost: "14400.10 EUR: 20 % of the base salary"
    })
  })

  it.each([
    ["a flat fee, in its own currency", { customFees: [flat] }, {}, "5000.00 CHF: a flat fee", flat],
    ["the second of two fees", { customFees: [flat, percentage] }, { custom_fee: 1 }, "14400.10 EUR: 20 %", percentage],
    [
      "the optimized fee, whose amount nobody here knows",
      { optimizedFee: true, customFees: [flat] },
      {},
      "the platform's optimized fee, which is settled outside of this API",
      { feeType: "OPTIMIZED_FEE" }
    ]
  ])("says the cost under %s, and sends that fee", async (_what, fees, more, cost, expected_fee) => {
    await using run = await start(optionsOf("INTERVIEWING", fees))
    const hire = { ...terms, ...more }
    assert.strictEqual((await run.move({ action: "hire", hire }))["status"], "moved")
    assert.include(run.human.questions[0], `- cost: \`"${cost}`)
    // The fee that is expected chooses: no index is sent.
    assert.deepStrictEqual(run.bodies, [{ action: "hire", hire: { ...terms, expected_fee } }])
  })

  it("takes the fee of the terms that bind, whatever the agency's fees are now (recruiting 8)", async () => {
    const agreed = {
      terms: {
        fees: { optimizedFee: false, customFees: [percentage] },
        binding: "AT_CONFIRMATION",
        agreed_at: recordedAt.created_at
      }
    }
    await using run = await start(optionsOf("INTERVIEWING", { customFees: [flat] }, "Grace", agreed))
    const moved = await run.move({ action: "hire", hire: { ...terms, fee_base_cents: 1_000_000 } })
    assert.strictEqual(moved["status"], "moved")
    assert.include(run.human.questions[0], '- cost: `"2000.00 EUR: 20 % of 10000.00 EUR"')
    assert.deepStrictEqual(run.bodies, [
      { action: "hire", hire: { ...terms, fee_base_cents: 1_000_000, expected_fee: percentage } }
    ])
  })

  it("shows the feedback whole, and characters that nobody sees as escapes", async () => {
    await using run = await start(optionsOf("REVIEWING", {}, "Gr\u200Bace"))
    const feedback = 'We look for "more"\nyears of practice.'
    const moved = await run.move({ action: "reject", feedback })
    assert.deepInclude(moved["application"], { state: "REJECTED", rejection: { feedback } })
    assert.include(run.human.questions[0], String.raw`"Gr\u200Bace Hopper"`)
    assert.include(run.human.questions[0], String.raw`"We look for \"more\"\nyears of practice."`)
    assert.include(run.human.questions[0], "The agency reads the feedback.")
  })

  it("shows the reason as people read it, and sends its id (recruiting 7)", async () => {
    await using run = await start(optionsOf("REVIEWING", {}))
    const feedback = "We look for more years of practice."
    const reason_id = "not_qualified"
    const moved = await run.move({ action: "reject", feedback, reason_id })
    assert.deepInclude(moved["application"], { state: "REJECTED", rejection: { feedback, reason_id } })
    assert.include(run.human.questions[0], 'reason: `"Skills or experience do not fit the job"`')
    assert.deepStrictEqual(run.bodies, [{ action: "reject", feedback, reason_id }])
  })

  it("shows since when the employer knew the person, and whose the claim is then (recruiting 7)", async () => {
    const confirmed_at = new Date().toISOString()
    await using run = await start(optionsOf("REVIEWING", {}, "Grace", { confirmed_at }))
    const known_since = confirmed_at.slice(0, 10)
    const rejected = await run.move({ action: "reject", feedback: "Already in talks.", known_since })
    assert.deepInclude(Object(at(rejected, "application", "rejection")), { known_since })
    const [question = ""] = run.human.questions
    assert.include(question, `- known_since: \`"${known_since}"\``)
    assert.include(question, "Its claim to the fee becomes the employer's")
    assert.deepStrictEqual(run.bodies, [{ action: "reject", feedback: "Already in talks.", known_since }])
  })

  it("is not asked where the employer states too late that it knew the person, or for a day before its time (recruiting 7)", async () => {
    const feedback = "Already in talks with us."
    const now = new Date().toISOString()
    const known_since = now.slice(0, 10)
    for (const [state, confirmed_at, day, error] of [
      ["INTERVIEWING", now, known_since, "conflict"],
      ["REVIEWING", "2026-01-01T00:00:00.000Z", "2025-12-01", "conflict"],
      ["REVIEWING", now, "2020-01-01", "unprocessable_entity"]
    ] as const) {
      await using run = await start(optionsOf(state, {}, "Grace", { confirmed_at }))
      const refused = await run.move({ action: "reject", feedback, known_since: day })
      assert.deepInclude(refused, { error, outcome: "not_sent" })
      assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
    }
  })

  it("shows why an application is withdrawn, in words (recruiting 7)", async () => {
    await using run = await start(optionsOf("REVIEWING", {}))
    const note = "Signed elsewhere\non Monday."
    const withdrawn = await run.move({ action: "withdraw", note })
    assert.deepInclude(Object(at(withdrawn, "application", "withdrawal")), { note })
    assert.include(run.human.questions[0], `- note: \`"${String.raw`Signed elsewhere\non Monday.`}"\``)
    assert.deepStrictEqual(run.bodies, [{ action: "withdraw", note }])
  })

  it("is not asked about a reason that is not there, not active, or of another action (recruiting 7)", async () => {
    await using run = await start(optionsOf("REVIEWING", {}))
    const { rejectionReasons } = createClient(run.server.client()).organization(organization_id)
    await rejectionReasons.set("over", { text: "Over", category: "JOB", active: false })
    const { reasons } = await run.call("list_reasons")
    assert.lengthOf(Object(reasons), 9)
    assert.deepInclude(Object(reasons), { id: "over", text: "Over", category: "JOB", active: false })
    for (const reason_id of ["none", "over"])
      assert.deepInclude(Object(at(await run.move({ action: "withdraw", reason_id }), "fields", 0)), {
        path: "/reason_id"
      })
    assert.strictEqual((await run.move({ action: "keep", reason_id: "over" }))["error"], "invalid_arguments")
    assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
  })

  it("shows the consent of the person, which is sent as it was shown (recruiting 6)", async () => {
    await using run = await start(optionsOf("UNCONFIRMED", {}))
    const consent = { obtained_at: "2025-12-30T08:00:00.000Z", method: "EMAIL" }
    const moved = await run.move({ action: "confirm", consent })
    assert.deepInclude(Object(moved["application"]), { state: "AWAITING_SORT", consent })
    assert.match(String(run.human.questions[0]), /consent: `"EMAIL, obtained 2025-12-30T08:00:00\.000Z"`/)
    assert.deepStrictEqual(run.bodies, [{ action: "confirm", consent }])
    assert.strictEqual((await run.move({ action: "withdraw", consent }))["error"], "invalid_arguments")
  })

  it("shows in the preview what follows from the action", async () => {
    await using run = await start(optionsOf("UNCONFIRMED", {}))
    const consequence = "Other unconfirmed applications of this person for this job are withdrawn."
    assert.deepInclude((await run.move({ action: "confirm" }, "preview"))["request"], {
      to: "AWAITING_SORT",
      consequence
    })
    assert.deepInclude((await run.move({ action: "confirm" }))["application"], { state: "AWAITING_SORT" })
    const [question = ""] = run.human.questions
    assert.strictEqual(question.split(consequence).length, 2, "The human reads it once.")
  })

  it("says of a hire with a start in the past that the employer cannot cancel it, once a week is over (recruiting 8)", async () => {
    await using run = await start(optionsOf("OFFER", { customFees: [flat] }), undefined, true)
    const consequenceOf = async (start_date: string) =>
      at(await run.move({ action: "hire", hire: { ...terms, start_date } }, "preview"), "request", "consequence")
    assert.strictEqual(await consequenceOf("2025-12-25"), "The employer can cancel it until 7 days after the start.")
    assert.strictEqual(
      await consequenceOf("2025-12-24"),
      "The start is more than 7 days ago, so the employer cannot cancel it."
    )
  })

  it("of a restore does not guess the state that only the platform knows", async () => {
    await using run = await start(optionsOf("REJECTED", {}))
    const restored = await run.move({ action: "restore" })
    assert.include(run.human.questions[0], '- to: `"the state before"`')
    assert.deepInclude(restored["application"], { state: "AWAITING_SORT" })
  })
})

describe("refused before anybody is asked, naming the place", () => {
  const feedback = "We look for more years of practice."
  it.each([
    [{ action: "hire" }, "/hire", "is required to hire; ask the user"],
    [{ action: "reject" }, "/feedback", "is required to reject; ask the user"],
    [{ action: "reject", feedback: "No." }, "/feedback", "10"],
    [{ action: "withdraw", feedback }, "/feedback", "leave it out"],
    [{ action: "withdraw", known_since: "2026-01-01" }, "/known_since", "belongs to the action reject; leave it out"],
    [{ action: "keep", reason_id: "other" }, "/reason_id", "belongs to the actions reject and withdraw; leave it out"],
    [{ action: "reject", feedback, note: "No." }, "/note", "belongs to the action withdraw; leave it out"],
    [{ action: "withdraw", hire: terms }, "/hire", "leave it out"],
    [{ action: "hire", hire: { ...terms, expected_fee: flat } }, "/hire/expected_fee", "not known here"],
    [{ action: "hire", hire: terms }, "/hire/custom_fee", "is required: the agency has 2 custom fees"],
    [{ action: "hire", hire: { ...terms, custom_fee: 2 } }, "/hire/custom_fee", "from 0 to 1"],
    [{ action: "hire", hire: { ...terms, start_date: "soon" } }, "/hire/start_date", "YYYY-MM-DD"]
  ])("%j: %s", async (given, path, problem) => {
    await using run = await start(optionsOf("OFFER", { customFees: [flat, percentage] }))
    const failure = await run.move(given)
    assert.deepInclude(failure, { error: "invalid_arguments", outcome: "not_sent" })
    assert.strictEqual(at(failure, "fields", 0, "path"), path)
    assert.include(String(at(failure, "fields", 0, "problem")), problem)
    assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
  })

  it("an action that is not possible, with those that are", async () => {
    await using run = await start(optionsOf("REVIEWING", { customFees: [flat] }))
    const failure = await run.move({ action: "hire", hire: terms })
    assert.deepInclude(failure, { error: "invalid_transition", outcome: "not_sent", next: ["get_application"] })
    assert.include(
      String(failure["message"]),
      "Possible are: advance, reject, withdraw. With an agency's credentials: withdraw."
    )
    assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
  })

  it.each([
    ["REJECTED", "Possible are: restore. With an agency's credentials: none."],
    ["UNCONFIRMED", "Possible are: confirm, decline, withdraw. Nothing"],
    ["HIRED", "No action is: find_placements shows the placement of the hire."]
  ])("an action in %s: %s", async (state, words) => {
    await using run = await start(optionsOf(state, {}))
    const failure = await run.move({ action: "advance" })
    assert.include(String(failure["message"]), words)
  })

  it("an action on an application whose person was erased, with that reason", async () => {
    await using run = await start(optionsOf("REVIEWING", {}))
    const about = { id: "app_1", job_id: "job_1", agency_id: "agy_1", state: "REVIEWING", version: 2, ...recordedAt }
    const times = { state_entered_at: recordedAt.created_at, erased_at: recordedAt.updated_at }
    run.server.answer("applications.get", () => ({ body: { ...about, ...times } }))
    const failure = await run.move({ action: "advance" })
    assert.deepInclude(failure, { error: "invalid_transition", outcome: "not_sent" })
    assert.include(String(failure["message"]), "The person of this application was erased")
    assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
  })

  it("a hire by an agency without a fee to choose", async () => {
    await using run = await start(optionsOf("OFFER", {}))
    const failure = await run.move({ action: "hire", hire: terms })
    assert.deepInclude(failure, {
      error: "conflict",
      outcome: "not_sent",
      next: ["get_agency_fees", "set_agency_fees"]
    })
    assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
  })

  it("a hire under a kind of fee that this server does not know", async () => {
    await using run = await start(optionsOf("OFFER", { customFees: [flat] }))
    run.server.answer("agencies.getFees", () => ({
      body: { optimizedFee: false, customFees: [{ feeType: "SHARE_FEE", shares: 3 }] }
    }))
    const failure = await run.move({ action: "hire", hire: terms })
    assert.deepInclude(failure, { error: "fees_unknown", outcome: "not_sent" })
    assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
  })
})

describe("an action of the other side (recruiting 6)", () => {
  const grace = { first_name: "Grace", last_name: "Hopper", email: "new@example.com" }

  /** An application that the agency's own client has submitted and confirmed. */
  const submitted = async (run: Awaited<ReturnType<typeof start>>) => {
    const { applications } = createClient(run.server.client({ agencyId: "agy_1" })).organization(organization_id)
    const { id } = await applications.submit({ job_id: "job_1", candidate: grace })
    await applications.transition(id, { action: "confirm" })
    return id
  }

  it("is the agency's: a preview says that it would be refused, and nobody is asked", async () => {
    await using run = await start(optionsOf("REVIEWING", {}))
    const application_id = await submitted(run)
    const preview = await run.move({ application_id, action: "withdraw" }, "preview")
    assert.deepInclude(Object(preview["would_be_refused"]), { error: "forbidden" })
    assert.include(String(at(preview, "would_be_refused", "message")), "The action withdraw is the agency's")
    const refused = await run.move({ application_id, action: "withdraw" })
    assert.deepInclude(refused, { error: "forbidden", outcome: "not_sent" })
    assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
    assert.strictEqual((await run.move({ application_id, action: "keep" }))["status"], "moved")
  })

  it("is the employer's: the preview with an agency's credentials says so, and the agency's own actions are taken", async () => {
    await using run = await start(optionsOf("REVIEWING", {}), "agy_1")
    const preview = await run.move({ action: "advance" }, "preview")
    assert.include(String(at(preview, "would_be_refused", "message")), "The action advance is the employer's")
    assert.notProperty(await run.move({ action: "withdraw" }, "preview"), "would_be_refused")
    assert.strictEqual((await run.move({ action: "withdraw" }))["status"], "moved")
  })

  it("is refused by a 403 without a word of permissions, where the platform does not show who submitted it", async () => {
    await using run = await start(optionsOf("REVIEWING", {}))
    const application_id = await submitted(run)
    run.server.answer("applications.history", () => ({ body: { content: [], count: 0 } }))
    const refused = await run.move({ application_id, action: "withdraw" })
    assert.deepInclude(refused, { error: "forbidden", status: 403 })
    assert.notInclude(String(refused["message"]), "permission")
  })
})

it("a person whom the employer knew is not restored (recruiting 7)", async () => {
  const rejection = { feedback: "Already in talks with us.", known_since: "2025-12-01" }
  await using run = await start(optionsOf("REJECTED", {}, "Grace", { rejection }))
  const failure = await run.move({ action: "restore" })
  assert.deepInclude(failure, { error: "invalid_transition", outcome: "not_sent" })
  assert.include(String(failure["message"]), "The employer knew this person, so the rejection stays. No action is.")
  assert.deepStrictEqual([run.human.questions, run.bodies], [[], []])
})

describe("changed after the question", () => {
  it("the application: If-Match refuses the action", async () => {
    await using run = await start(optionsOf("REVIEWING", {}))
    const over: Fault = { change: (answer) => ({ ...answer, headers: { ...answer.headers, etag: '"over"' } }) }
    run.server.failNext("applications.get", over, { times: 2 })
    const failure = await run.move({ action: "advance" })
    assert.deepInclude(failure, { error: "changed_since_preview", outcome: "rejected", status: 412 })
    assert.strictEqual(at(run.server.data.items(organization_id, "applications"), 0, "state"), "REVIEWING")
  })

  it("the fees: the expected fee refuses the hire", async () => {
    await using run = await start(optionsOf("OFFER", { customFees: [percentage] }))
    run.server.answer("agencies.getFees", () => ({ body: { optimizedFee: false, customFees: [flat] } }))
    const failure = await run.move({ action: "hire", hire: terms })
    assert.deepInclude(failure, { error: "conflict", outcome: "rejected", status: 409 })
    assert.include(String(failure["message"]), 'mode "preview"')
    assert.lengthOf(run.bodies, 1)
    assert.strictEqual(at(run.server.data.items(organization_id, "applications"), 0, "state"), "OFFER")
  })
})

it("the title of a job that may not be read is not shown, its id is", async () => {
  await using run = await start(optionsOf("REVIEWING", {}))
  run.server.answer("jobs.get", () => ({ status: 403, body: { error: "forbidden", message: "No." } }))
  const preview = await run.move({ action: "advance" }, "preview")
  assert.deepInclude(preview["request"], { job: "job_1", agency: "Steam Talent (agy_1)", to: "INTERVIEWING" })
})
