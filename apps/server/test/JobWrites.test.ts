/**
 * What partners write of jobs: new ones, merge patches, and how their status moves (decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import { detailsOf, errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { type Answer, membersOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { pathOf } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens, startMs, publicUrl } = server
const token = tokens.acme
type Members = Readonly<Record<string, unknown>>

const create = (json: unknown, as = token) => call("POST", "/v1/jobs", { token: as, json })
const read = (id: string) => call("GET", `/v1/jobs/${id}`, { token })
const patch = (id: string, json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call("PATCH", `/v1/jobs/${id}`, { token, json, headers })
const at = (offsetMs: number): string => new Date(startMs + offsetMs).toISOString()

const required = { title: "Engineer", description: "Builds engines." }
const full = {
  ...required,
  status: "OPEN",
  location: "Berlin",
  employment_type: "FULL_TIME",
  openings: 2,
  salary_min_cents: 5_000_000,
  salary_max_cents: 7_000_000,
  currency: "EUR"
}
const added = async (more: Members = {}): Promise<string> => {
  const answer = await create({ ...required, ...more })
  assert.strictEqual(answer.status, 201, answer.text)
  return String(membersOf(answer)["id"])
}
/** A job as another program stored it, under other rules. */
const stored = async (id: string, members: Members): Promise<string> => {
  const json = JSON.stringify({ id, ...members })
  const status = members["status"] ?? null
  await server.query(
    "INSERT INTO jobs (organization_id, id, json, status) VALUES ('org_acme', ?, ?, ?)",
    id,
    json,
    status
  )
  return id
}
const journal = async (): Promise<ReadonlyArray<Members>> => {
  const rows = await server.query("SELECT json FROM journal WHERE organization_id = 'org_acme' ORDER BY sequence")
  return rows.map(({ json }) => JSON.parse(String(json)))
}
const sent = (answer: Answer) => {
  const { id: _id, created_at: _created, updated_at: _updated, ...members } = membersOf(answer)
  return members
}

describe("a new job", () => {
  it("is at its Location as it was answered, a draft with the time of now (decisions, Resources)", async () => {
    const answer = await create(required)
    const { id, ...rest } = membersOf(answer)
    assert.strictEqual(answer.status, 201)
    assert.match(String(id), /^job_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.deepStrictEqual(rest, {
      ...required,
      status: "DRAFT",
      agency_access: "ALL",
      created_at: at(0),
      updated_at: at(0)
    })
    assert.strictEqual(answer.headers.location, `${publicUrl}/v1/jobs/${String(id)}`)
    const there = await call("GET", pathOf(String(answer.headers.location)), { token })
    assert.deepStrictEqual([there.status, there.text], [200, answer.text])
    const { text } = await call("GET", `/v1/jobs?limit=100`, { token: tokens.globex })
    assert.notInclude(text, String(id))
  })

  it.for<[what: string, members: Members, kept: Members]>([
    ["every member", { ...full, external_id: "hr-1" }, { ...full, external_id: "hr-1" }],
    ["white space around a title", { title: " \tSmith " }, { title: "Smith" }],
    ["lines in a description", { description: "a\r\n\tb" }, { description: "a\r\n\tb" }],
    [
      "the longest texts",
      { title: "😀".repeat(200), description: "é".repeat(20_000), location: "x".repeat(200) },
      { title: "😀".repeat(200), description: "é".repeat(20_000), location: "x".repeat(200) }
    ],
    ["1 opening", { openings: 1 }, { openings: 1 }],
    ["10,000 openings", { openings: 10_000 }, { openings: 10_000 }],
    [
      "a salary of one amount",
      { salary_min_cents: 0, salary_max_cents: 0, currency: "JPY" },
      { salary_min_cents: 0, salary_max_cents: 0 }
    ]
  ])("takes %s (decisions, Resources)", async ([, members, kept]) => {
    const answer = await create({ ...required, ...members })
    assert.strictEqual(answer.status, 201, answer.text)
    assert.deepInclude({ ...membersOf(answer) }, kept)
    assert.strictEqual((await read(String(membersOf(answer)["id"]))).text, answer.text)
  })

  it.for<[what: string, json: unknown, details: ReadonlyArray<string>]>([
    ["nothing", {}, ["body /description required", "body /title required"]],
    ["null", { ...required, location: null, title: null }, ["body /location type", "body /title type"]],
    ["a title of white space", { ...required, title: " \t " }, ["body /title length"]],
    ["a title of 201 characters", { ...required, title: "x".repeat(201) }, ["body /title length"]],
    ["a title of two lines", { ...required, title: "a\nb" }, ["body /title format"]],
    ["an empty description", { ...required, description: "" }, ["body /description length"]],
    ["a description of 20,001", { ...required, description: "x".repeat(20_001) }, ["body /description length"]],
    ["a bell in a description", { ...required, description: "\u0007" }, ["body /description format"]],
    ["a location of 201", { ...required, location: "x".repeat(201) }, ["body /location length"]],
    ["no openings", { ...required, openings: 0 }, ["body /openings range"]],
    ["10,001 openings", { ...required, openings: 10_001 }, ["body /openings range"]],
    ["half an opening", { ...required, openings: 0.5 }, ["body /openings type"]],
    ["a status of its own", { ...required, status: "LATER" }, ["body /status not_allowed"]],
    ["a kind of its own", { ...required, employment_type: "VOLUNTEER" }, ["body /employment_type not_allowed"]],
    ["a currency out of use", { ...full, currency: "DEM" }, ["body /currency format"]],
    [
      "a salary that contradicts itself",
      { ...required, salary_min_cents: 2, salary_max_cents: 1 },
      ["body /currency required", "body /salary_max_cents range"]
    ],
    ["a negative salary", { ...full, salary_min_cents: -1 }, ["body /salary_min_cents range"]],
    ["an empty external_id", { ...required, external_id: "" }, ["body /external_id length"]],
    [
      "what the service makes",
      { ...required, id: "job_1", created_at: at(0), updated_at: at(0) },
      ["body /created_at unknown", "body /id unknown", "body /updated_at unknown"]
    ]
  ])("is refused for %s, and all of it is named (decisions, Errors)", async ([, json, details]) => {
    const before = (await journal()).length
    assert.deepStrictEqual(mistakesOf(await create(json)), [...details])
    assert.lengthOf(await journal(), before)
  })

  it("with an external_id in use is a conflict that names the other job (decisions, Resources)", async () => {
    const id = await added({ external_id: "taken" })
    const before = (await journal()).length
    const again = await create({ ...required, external_id: "taken" })
    assert.strictEqual(errorOf(again), "409 conflict")
    assert.deepStrictEqual(membersOf(again)["details"], [
      { in: "body", path: "/external_id", code: "conflict", message: `belongs to the job ${id}` }
    ])
    assert.lengthOf(await journal(), before)
    assert.strictEqual((await create({ ...required, external_id: "taken" }, tokens.globex)).status, 201)
    assert.strictEqual((await create({ ...required, external_id: "Taken" })).status, 201)
  })

  it("is stored once when it is sent many times at once (decisions, Resources)", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ ...required, external_id: "race" })))
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, ...Array.from({ length: 9 }, () => 409)]
    )
    const [winner] = answers.filter(({ status }) => status === 201)
    const id = String(membersOf(winner ?? assert.fail())["id"])
    for (const answer of answers) if (answer.status === 409) assert.include(answer.text, id)
  })

  it("is one job under one key (decisions, Safe repetition)", async () => {
    const headers = { "idempotency-key": "job-1" }
    const [first, second] = [
      await call("POST", "/v1/jobs", { token, json: required, headers }),
      await call("POST", "/v1/jobs", { token, json: required, headers })
    ]
    assert.deepStrictEqual([second.status, second.text], [201, first.text])
    assert.strictEqual(second.headers["idempotency-replayed"], "true")
    assert.strictEqual(second.headers.location, first.headers.location)
  })
})

describe("a patch of a job", () => {
  it.for<[what: string, json: Members, changed: Members, gone: ReadonlyArray<string>]>([
    ["changes what it names", { title: " Smith " }, { title: "Smith" }, []],
    ["removes with null", { location: null, openings: null }, {}, ["location", "openings"]],
    ["removes what is not there", { external_id: null, title: "Smith" }, { title: "Smith" }, ["external_id"]],
    [
      "removes a whole salary",
      { salary_min_cents: null, salary_max_cents: null, currency: null },
      {},
      ["salary_min_cents", "salary_max_cents", "currency"]
    ],
    ["moves and changes", { status: "CLOSED", openings: 3 }, { status: "CLOSED", openings: 3 }, []]
  ])("%s, and leaves the rest (RFC 7396)", async ([, json, changed, gone]) => {
    const id = await added(full)
    const answer = await patch(id, json)
    assert.strictEqual(answer.status, 200, answer.text)
    const expected = Object.entries({ ...full, agency_access: "ALL", ...changed }).filter(
      ([name]) => !gone.includes(name)
    )
    assert.deepStrictEqual(sent(answer), Object.fromEntries(expected))
    assert.deepInclude({ ...membersOf(answer) }, { id, created_at: at(0), updated_at: at(1) })
    const there = await read(id)
    assert.deepStrictEqual([there.text, there.headers["etag"]], [answer.text, answer.headers["etag"]])
  })

  it.for([
    ["nothing", {}],
    ["what is there already", { title: "Engineer", status: "OPEN", openings: 2 }],
    ["the end of what is not there", { external_id: null }]
  ] as const)("that says %s changes nothing and has no entry (decisions, Resources)", async ([, json]) => {
    const id = await added(full)
    const [before, entries] = [await read(id), (await journal()).length]
    const answer = await patch(id, json)
    assert.deepStrictEqual([answer.status, answer.text], [200, before.text])
    assert.strictEqual(answer.headers["etag"], before.headers["etag"])
    assert.lengthOf(await journal(), entries)
  })

  it.for<[what: string, json: unknown, details: ReadonlyArray<string>]>([
    [
      "removes what is required",
      { title: null, description: null, status: null },
      ["body /description required", "body /status required", "body /title required"]
    ],
    [
      "names what the service writes",
      { id: "job_2", created_at: null, updated_at: at(0) },
      ["body /created_at not_allowed", "body /id not_allowed", "body /updated_at not_allowed"]
    ],
    ["has an unknown member", { titel: "x", toString: null }, ["body /titel unknown", "body /toString unknown"]],
    [
      "has wrong types",
      { title: 5, openings: "2", location: [] },
      ["body /location type", "body /openings type", "body /title type"]
    ],
    ["leaves the bounds", { title: " ", openings: 10_001 }, ["body /openings range", "body /title length"]],
    [
      "has a value of its own",
      { employment_type: "X", status: "X" },
      ["body /employment_type not_allowed", "body /status not_allowed"]
    ],
    ["leaves a salary without currency", { currency: null }, ["body /currency required"]],
    ["turns a salary around", { salary_min_cents: 7_000_001 }, ["body /salary_max_cents range"]],
    [
      "is wrong in many ways",
      { id: 1, title: null, openings: 0, x: 1 },
      ["body /id not_allowed", "body /openings range", "body /title required", "body /x unknown"]
    ],
    ["is a list", [], ["body  type"]],
    ["is null", null, ["body  type"]]
  ])("that %s is refused, and all of it is named (decisions, Resources)", async ([, json, details]) => {
    const id = await added(full)
    const [before, entries] = [await read(id), (await journal()).length]
    assert.deepStrictEqual(mistakesOf(await patch(id, json)), [...details])
    assert.strictEqual((await read(id)).text, before.text)
    assert.lengthOf(await journal(), entries)
  })

  it.for([
    ["application/merge-patch+json", 200],
    ["Application/Merge-Patch+JSON; charset=utf-8", 200],
    ["application/json", 200],
    ["application/json-patch+json", 415],
    ["text/plain", 415]
  ] as const)("is sent as %s: %i (decisions, Resources)", async ([type, status]) => {
    const id = await added(full)
    const answer = await patch(id, { location: null, title: type }, { "content-type": type })
    assert.strictEqual(answer.status, status, answer.text)
    assert.strictEqual("location" in membersOf(await read(id)), status !== 200)
  })

  it("is no body of another endpoint: a new job in its media type is refused (decisions, Errors)", async () => {
    const headers = { "content-type": "application/merge-patch+json" }
    assert.strictEqual(errorOf(await call("POST", "/v1/jobs", { token, json: required, headers })), named(415))
  })

  it("that takes an external_id in use is a conflict; a name that was given up is free (decisions, Resources)", async () => {
    const [holder, id] = [await added({ external_id: "held" }), await added({ external_id: "own" })]
    const answer = await patch(id, { external_id: "held" })
    assert.strictEqual(errorOf(answer), "409 conflict")
    assert.include(answer.text, holder)
    assert.strictEqual((await patch(holder, { external_id: null })).status, 200)
    assert.strictEqual((await patch(id, { external_id: "held" })).status, 200)
    assert.strictEqual((await create({ ...required, external_id: "own" })).status, 201)
  })

  it("is done for those who know the state, and for nobody else (RFC 9110 §13.1.1)", async () => {
    const id = await added(full)
    const tag = String((await read(id)).headers["etag"])
    const done = await patch(id, { title: "First" }, { "if-match": tag })
    assert.strictEqual(done.status, 200)
    assert.strictEqual(errorOf(await patch(id, { title: "Second" }, { "if-match": tag })), named(412))
    assert.strictEqual(errorOf(await patch(id, {}, { "if-match": tag })), named(412))
    assert.strictEqual((await patch(id, { title: "Third" }, { "if-match": String(done.headers["etag"]) })).status, 200)
  })

  it("is done once under one key (decisions, Safe repetition)", async () => {
    const id = await added(full)
    const headers = { "idempotency-key": "patch-1" }
    const first = await patch(id, { title: "Once" }, headers)
    await patch(id, { title: "Twice" })
    const again = await patch(id, { title: "Once" }, headers)
    assert.deepStrictEqual([again.status, again.text, again.headers["etag"]], [200, first.text, first.headers["etag"]])
    assert.strictEqual(membersOf(await read(id))["title"], "Twice")
    assert.strictEqual(errorOf(await patch(id, { title: "Other" }, headers)), "422 idempotency_key_reused")
  })

  it("is stored as the bytes that it is answered with, which the list shows (decisions, Lists)", async () => {
    const id = await stored("job_zz_last", { title: "Old", description: "Old" })
    const answer = await patch(id, { location: "Berlin" })
    const [row] = await server.query("SELECT json FROM jobs WHERE id = 'job_zz_last'")
    assert.strictEqual(row?.["json"], answer.text)
  })

  it("comes after the time that is stored, wherever the clock is (decisions, Resources)", async () => {
    const id = await stored("job_ahead", { ...required, status: "OPEN", created_at: at(0), updated_at: at(60_000) })
    assert.strictEqual(membersOf(await patch(id, { openings: 1 }))["updated_at"], at(60_001))
  })
})

const statuses = ["DRAFT", "OPEN", "ON_HOLD", "CLOSED"] as const
const moves: Readonly<Record<string, ReadonlyArray<string>>> = {
  DRAFT: ["OPEN", "CLOSED"],
  OPEN: ["ON_HOLD", "CLOSED"],
  ON_HOLD: ["OPEN", "CLOSED"],
  CLOSED: ["OPEN"]
}
const actions: Readonly<Record<string, string>> = { OPEN: "job.opened", ON_HOLD: "job.held", CLOSED: "job.closed" }

describe("the status of a job", () => {
  it.for(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    "goes from %s to %s only where it may (decisions, Resources)",
    async ([from, to]) => {
      const id = await added({ status: from })
      const entries = (await journal()).length
      const answer = await patch(id, { status: to, title: "Moved" })
      const isAllowed = from === to || moves[from]?.includes(to) === true
      assert.strictEqual(
        isAllowed ? String(answer.status) : errorOf(answer),
        isAllowed ? "200" : "409 invalid_transition"
      )
      assert.deepInclude(
        { ...membersOf(await read(id)) },
        isAllowed ? { status: to, title: "Moved" } : { status: from }
      )
      const entry = (await journal()).slice(entries)
      if (!isAllowed) {
        assert.deepStrictEqual(detailsOf(answer), ["body /status not_allowed"])
        const { details } = membersOf(answer)
        for (const status of statuses) {
          assert.strictEqual(JSON.stringify(details).includes(status), moves[from]?.includes(status))
        }
        assert.lengthOf(entry, 0)
      } else if (from !== to) {
        assert.lengthOf(entry, 1)
        assert.deepInclude(entry[0], { action: actions[to], resource_id: id, changed: ["title", "status"] })
        assert.deepInclude(entry[0], { before: { status: from }, after: { status: to } })
      }
    }
  )

  it("that is not known becomes any (decisions, Resources)", async () => {
    for (const to of statuses) {
      const id = await stored(`job_plain_${to}`, required)
      assert.strictEqual(membersOf(await patch(id, { status: to }))["status"], to)
    }
  })

  it("is what agencies are shown jobs by: an opened draft is theirs to see (decisions, Tokens)", async () => {
    const agency = await server.partner("sandbox-partner")
    await server.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
    await server.advance(1_000)
    const id = await added()
    const seen = async () => (await call("GET", `/v1/jobs/${id}`, { token: agency })).status
    assert.strictEqual(await seen(), 404)
    await patch(id, { status: "OPEN" })
    assert.strictEqual(await seen(), 200)
  })
})

describe("a job", () => {
  it("is never deleted (decisions, Resources)", async () => {
    const id = await added()
    const answer = await call("DELETE", `/v1/jobs/${id}`, { token })
    assert.strictEqual(errorOf(answer), named(405))
    assert.strictEqual(answer.headers.allow, "GET, PATCH, HEAD, OPTIONS")
    assert.strictEqual((await read(id)).status, 200)
  })
})

describe("a job that was stored under other rules", () => {
  it("is read and patched; only what the patch names is judged (decisions, Resources)", async () => {
    const old = { title: "", description: "x".repeat(100_000), openings: 0, salary_min_cents: 2, salary_max_cents: 1 }
    const id = await stored("job_old", { ...old, status: "OPEN" })
    const answer = await patch(id, { status: "CLOSED", location: "Berlin" })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepStrictEqual(sent(answer), { ...old, status: "CLOSED", location: "Berlin" })
    assert.deepStrictEqual(mistakesOf(await patch(id, { description: old.description })), ["body /description length"])
    assert.deepStrictEqual(mistakesOf(await patch(id, { currency: "EUR" })), ["body /salary_max_cents range"])
    assert.strictEqual((await patch(id, { currency: "EUR", salary_max_cents: 3 })).status, 200)
  })
})

describe("the journal of a job", () => {
  it("names members, and no values but the status (decisions, Journal)", async () => {
    const before = (await journal()).length
    const id = await added({ ...full, title: "Canary", location: "Canary" })
    await patch(id, { location: "Canary II", openings: null })
    const entries = (await journal()).slice(before)
    assert.deepInclude(entries[0], { action: "job.created", resource_id: id })
    assert.deepStrictEqual(entries[0]?.["changed"], Object.keys(full))
    assert.deepInclude(entries[1], { action: "job.updated", resource_id: id, changed: ["location", "openings"] })
    assert.notProperty(entries[1], "before")
    assert.notInclude(JSON.stringify(entries), "Canary")
  })
})
