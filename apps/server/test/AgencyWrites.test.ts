/**
 * Writes of agencies and their recruiters, and what an agency may do that is inactive (recruiting, Agencies, recruiters, invitations). Fees are in
 * Agencies.test.ts.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ForgottenAnswers } from "@partner-api/service/services/ForgottenAnswers"
import * as Schema from "effect/Schema"
import { errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, membersOf } from "./HttpCall.ts"
import { commandsOn } from "./operator/OnFile.ts"
import { openDatabase, sharedFolder, sharedServer } from "./TestServer.ts"
import { pageOf } from "./Walk.ts"
import { workOf } from "./Workers.ts"

const folder = sharedFolder()
const databaseFile = folder.file("agencies.db")
const server = await sharedServer({ databaseFile })

/** Removes the stored answers that are forgotten, as the server does every minute. */
const removeForgotten = workOf(
  ForgottenAnswers.layer,
  ForgottenAnswers.use(({ remove }) => remove)
)
const { call, tokens } = server
const token = tokens.acme
type Members = Readonly<Record<string, unknown>>

let made = 0
const robin = { first_name: "Robin", last_name: "Doe", email: "robin@example.com" }
const kim = { first_name: "Kim", last_name: "Roe", email: "kim@example.com" }
const create = (json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", "/v1/agencies", { token, json, headers })
const added = async (more: Members = {}) => {
  const answer = await create({ name: `Agency ${++made}`, ...more })
  assert.strictEqual(answer.status, 201, answer.text)
  return String(membersOf(answer)["id"])
}
const read = (id: string, as = token) => call("GET", `/v1/agencies/${id}`, { token: as })
const patch = (id: string, json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call("PATCH", `/v1/agencies/${id}`, { token, json, headers })

const decodeRecruiters = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))

/** The recruiters of an answer. */
const recruitersOf = (answer: Answer): ReadonlyArray<Members> => decodeRecruiters(membersOf(answer)["recruiters"])
const idsOf = (answer: Answer) => recruitersOf(answer).map(({ id }) => String(id))

/** The events about an agency. */
const eventsOf = async (id: string) => {
  const events = await call("GET", "/v1/events?limit=100&types=agency.*", { token })
  return feedPageOf(events).content.flatMap(({ data, type }) =>
    Object(data["agency"]).id === id ? [[type, data]] : []
  )
}

describe("a new agency (recruiting 2)", () => {
  it("is answered as it is read, with its address, and has an event without its people", async () => {
    const answer = await create({ name: " Good Hands ", external_id: "AG-7", recruiters: [robin] })
    const { id, recruiters, ...rest } = membersOf(answer)
    const members = { name: "Good Hands", external_id: "AG-7", status: "ACTIVE", optimizedFee: true }
    assert.deepStrictEqual([answer.status, rest], [201, members])
    assert.match(String(id), /^agy_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.match(idsOf(answer).join(), /^rec_[0-9A-HJKMNP-TV-Z]{26}_1$/)
    assert.deepStrictEqual(recruiters, [{ id: idsOf(answer)[0], ...robin, status: "ACTIVE" }])
    assert.strictEqual(answer.headers["location"], `${server.publicUrl}/v1/agencies/${String(id)}`)
    assert.strictEqual((await read(String(id))).text, answer.text)
    const listed = await call("GET", "/v1/agencies?q=good%20hands", { token })
    assert.include(listed.text, `{"content":[${answer.text}],"next":null`)
    assert.deepStrictEqual(await eventsOf(String(id)), [
      [
        "agency.created",
        {
          agency: { id, ...members },
          changed: ["name", "external_id", "status", "optimizedFee", "recruiters"]
        }
      ]
    ])
  })

  it("is refused with an external_id that another one has, which the refusal names", async () => {
    const holder = await added({ external_id: "AG-8" })
    const answer = await create({ name: "Second", external_id: "AG-8" })
    assert.strictEqual(errorOf(answer), named(409))
    assert.include(answer.text, `belongs to the agency ${holder}`)
    assert.strictEqual(
      (await call("POST", "/v1/agencies", { token: tokens.globex, json: { name: "Second", external_id: "AG-8" } }))
        .status,
      201
    )
  })

  it.for<[what: string, json: Members, mistakes: ReadonlyArray<string>]>([
    [
      "an email twice",
      { recruiters: [robin, { ...robin, email: "ROBIN@example.com" }] },
      ["body /recruiters/1/email duplicate"]
    ],
    ["an id of no recruiter", { recruiters: [{ ...robin, id: "rec_none" }] }, ["body /recruiters/0/id unknown"]],
    [
      "a phone that nobody can call",
      { recruiters: [{ ...robin, phone: "0151" }] },
      ["body /recruiters/0/phone format"]
    ],
    [
      "more recruiters than a request may have",
      { recruiters: Array.from({ length: 101 }, (_, index) => ({ ...robin, email: `${index}@example.com` })) },
      ["body /recruiters length"]
    ],
    ["a status that there is none of", { status: "PAUSED" }, ["body /status not_allowed"]],
    ["fees, which are set alone", { optimizedFee: false }, ["body /optimizedFee unknown"]]
  ])("is refused with %s", async ([, json, mistakes]) =>
    assert.deepStrictEqual(mistakesOf(await create({ name: "Wrong", ...json })), mistakes)
  )

  it("is made once under a key", async () => {
    const headers = { "idempotency-key": "an agency" }
    const [first, second] = [await create({ name: "Once" }, headers), await create({ name: "Once" }, headers)]
    assert.deepStrictEqual([second.status, second.text], [201, first.text])
  })
})

describe("a change of an agency (recruiting 2)", () => {
  it("takes what it names, keeps the rest, and has an event with what changed", async () => {
    const id = await added({ external_id: "AG-9", recruiters: [robin] })
    const before = membersOf(await read(id))
    const answer = await patch(id, { name: "Renamed", status: "INACTIVE", external_id: null })
    const { external_id: _, ...rest } = before
    assert.deepStrictEqual(answer.json, { ...rest, name: "Renamed", status: "INACTIVE" })
    assert.strictEqual((await read(id)).text, answer.text)
    const [, [type, data] = []] = await eventsOf(id)
    assert.strictEqual(type, "agency.updated")
    assert.deepInclude(data, { changed: ["name", "external_id", "status"] })
    assert.strictEqual((await patch(id, { status: "INACTIVE" })).text, answer.text)
    assert.lengthOf(await eventsOf(id), 2)
  })

  it("keeps the ids of recruiters by id and by email, and gives new ones to others", async () => {
    const id = await added({ recruiters: [robin, kim] })
    const [first, second] = idsOf(await read(id))
    const answer = await patch(id, {
      recruiters: [
        { ...kim, phone: "+4915112345678" },
        { id: first, ...robin, email: "r.doe@example.com" },
        { ...robin, last_name: "New" }
      ]
    })
    assert.deepStrictEqual(idsOf(answer).slice(0, 2), [second, first])
    assert.notInclude([first, second], idsOf(answer)[2])
    assert.deepStrictEqual(recruitersOf(answer)[0], { id: second, ...kim, phone: "+4915112345678", status: "ACTIVE" })
    assert.deepInclude(recruitersOf(answer)[1], { email: "r.doe@example.com" })
  })

  it("erases a recruiter who is not in the list any more, from stored answers too", async () => {
    const gone = { first_name: "Xaverina", last_name: "Qwerty", email: "xaverina.qwerty@example.com" }
    const headers = { "idempotency-key": "with a recruiter" }
    const answer = await create({ name: "Erasing", recruiters: [gone, kim] }, headers)
    const id = String(membersOf(answer)["id"])
    const holding = async () => {
      const texts = { idempotency_keys: "body", events: "json", journal: "json", agencies: "recruiters" }
      const found = await Promise.all(
        Object.entries(texts).map(([table, column]) =>
          server.query(`SELECT 1 FROM ${table} WHERE ${column} LIKE '%xaverina.qwerty%'`)
        )
      )
      return Object.keys(texts).filter((_, index) => (found[index] ?? []).length > 0)
    }
    assert.deepStrictEqual(await holding(), ["idempotency_keys", "agencies"])
    const without = () => patch(id, { recruiters: [kim] }, { "idempotency-key": "without" })
    const patched = await without()
    assert.strictEqual(patched.status, 200)
    // The stored answer counts as removed at once: its key is free, and takes another request.
    assert.deepStrictEqual(await holding(), ["idempotency_keys"])
    const anew = await create({ name: "Without", recruiters: [kim] }, headers)
    assert.strictEqual(anew.status, 201, anew.text)
    assert.notProperty(anew.headers, "idempotency-replayed")
    const other = { "idempotency-key": "of the same" }
    assert.strictEqual((await patch(id, { recruiters: [gone, kim] }, other)).status, 200)
    assert.strictEqual((await patch(id, { recruiters: [kim] })).status, 200)
    assert.deepStrictEqual(await holding(), ["idempotency_keys"])
    await server.run(removeForgotten)
    assert.deepStrictEqual(await holding(), [])
    // What was stored since is repeated.
    assert.strictEqual((await create({ name: "Without", recruiters: [kim] }, headers)).text, anew.text)
  })

  it("goes on to remove stored answers where that was interrupted (docs/decisions, 154)", async () => {
    const headers = { "idempotency-key": "interrupted" }
    const id = String(membersOf(await create({ name: "Interrupted", recruiters: [robin] }, headers))["id"])
    const marks = () => server.query("SELECT 1 FROM forgotten_answers WHERE resource_id = ?", id)
    const stored = () => server.query("SELECT 1 FROM idempotency_keys WHERE resource_id = ?", id)
    // A change that is refused forgets nothing.
    const refused = await patch(id, { recruiters: [] }, { "if-match": '"another"' })
    assert.strictEqual(refused.status, 412)
    assert.lengthOf(await marks(), 0)
    assert.strictEqual((await patch(id, { recruiters: [] })).status, 200)
    assert.deepStrictEqual([(await marks()).length, (await stored()).length], [1, 1])
    const { db } = openDatabase(server.databaseFile)
    db.exec(
      "CREATE TRIGGER refused BEFORE DELETE ON forgotten_answers BEGIN SELECT RAISE(ABORT, 'refused by the test'); END"
    )
    await server.run(removeForgotten).then(
      () => assert.fail("was not refused"),
      () => undefined
    )
    assert.deepStrictEqual([(await marks()).length, (await stored()).length], [1, 0])
    db.exec("DROP TRIGGER refused")
    db.close()
    await server.run(removeForgotten)
    assert.lengthOf(await marks(), 0)
  })

  it("is refused in another state than If-Match names, of an unknown agency, and with what is there already", async () => {
    const id = await added({ external_id: "AG-10" })
    const etag = String((await read(id)).headers["etag"])
    assert.strictEqual((await patch(id, { name: "One" }, { "if-match": etag })).status, 200)
    assert.strictEqual(errorOf(await patch(id, { name: "Two" }, { "if-match": etag })), named(412))
    assert.strictEqual(errorOf(await patch("agy_none", { name: "Two" })), named(404))
    assert.strictEqual(errorOf(await patch("agy_contoso", { name: "Two" })), named(404))
    const holder = await added({ external_id: "AG-11" })
    const taken = await patch(id, { external_id: "AG-11" })
    assert.strictEqual(errorOf(taken), named(409))
    assert.include(taken.text, holder)
    assert.deepStrictEqual(mistakesOf(await patch(id, { recruiters: [{ ...kim, id: "rec_hirewell_1" }] })), [
      "body /recruiters/0/id unknown"
    ])
    assert.deepStrictEqual(mistakesOf(await patch(id, { optimizedFee: false })), ["body /optimizedFee not_allowed"])
  })
})

const jobs = pageOf(await call("GET", "/v1/jobs?limit=1&status=OPEN", { token })).content
const [job = ""] = jobs.map(({ id }) => String(id))
const submit = (agency_id: string, more: Members = {}) => {
  const candidate = { first_name: "Grace", last_name: "Hopper", email: `grace.${++made}@example.com` }
  return call("POST", "/v1/applications", { token, json: { job_id: job, agency_id, candidate, ...more } })
}
const confirm = (application: string) =>
  call("POST", `/v1/applications/${application}/transitions`, { token, json: { action: "confirm" } })

describe("an INACTIVE agency (recruiting 2)", () => {
  it("submits and confirms nothing, and is read; its other applications go on", async () => {
    const id = await added()
    const [waiting, confirmed] = [await submit(id), await submit(id)].map((answer) => String(membersOf(answer)["id"]))
    assert.strictEqual((await confirm(confirmed ?? "")).status, 200)
    await patch(id, { status: "INACTIVE" })
    for (const refused of [await submit(id), await confirm(waiting ?? "")]) {
      assert.strictEqual(errorOf(refused), named(409))
      assert.include(refused.text, "The agency is INACTIVE")
    }
    assert.strictEqual((await read(id)).status, 200)
    const keep = { token, json: { action: "keep" } }
    assert.strictEqual((await call("POST", `/v1/applications/${confirmed}/transitions`, keep)).status, 200)
    await patch(id, { status: "ACTIVE" })
    assert.strictEqual((await confirm(waiting ?? "")).status, 200)
  })
})

describe("the recruiter of an application (recruiting 2)", () => {
  it("is an active one of the agency, and is shown with it", async () => {
    const id = await added({ recruiters: [robin] })
    const [recruiter_id] = idsOf(await read(id))
    const answer = await submit(id, { recruiter_id })
    assert.deepInclude(membersOf(answer), { agency_id: id, recruiter_id })
    const there = await call("GET", `/v1/applications/${String(membersOf(answer)["id"])}`, { token })
    assert.strictEqual(there.text, answer.text)
  })

  it("cannot be one of another agency, an inactive one, or one who was removed", async () => {
    const id = await added({ recruiters: [robin, kim] })
    const [first, second] = idsOf(await read(id))
    await patch(id, { recruiters: [{ ...robin, status: "INACTIVE" }] })
    for (const recruiter_id of ["rec_hirewell_1", first, second]) {
      assert.deepStrictEqual(mistakesOf(await submit(id, { recruiter_id })), ["body /recruiter_id unknown"])
    }
  })
})

describe("agencies as a release before stores them (recruiting 2)", () => {
  it("have recruiters with ids, in lists and alone, which a write keeps", async () => {
    const recruiters = JSON.stringify([robin, kim])
    await server.query("UPDATE agencies SET recruiters = ? WHERE id = 'agy_northwind'", recruiters)
    const expected = [robin, kim].map((one, index) => ({ id: `rec_northwind_${index + 1}`, ...one, status: "ACTIVE" }))
    const alone = await read("agy_northwind")
    assert.deepStrictEqual(membersOf(alone)["recruiters"], expected)
    for (const query of ["q=northwind", "limit=100"]) {
      assert.include((await call("GET", `/v1/agencies?${query}`, { token })).text, alone.text)
    }
    await patch("agy_northwind", { recruiters: [kim] }, { "if-match": String(alone.headers["etag"]) })
    assert.deepStrictEqual(idsOf(await read("agy_northwind")), ["rec_northwind_2"])
  })
})

describe("an import of agencies (recruiting 2)", () => {
  const imported = async (name: string, ...lines: ReadonlyArray<Members>) => {
    const file = folder.file(name)
    Fs.writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
    return commandsOn(databaseFile).run("import", "agencies", file, "--organization", "org_acme", "--json")
  }

  it("keeps the ids of recruiters by their emails, erases who is gone, and refuses an email twice", async () => {
    const id = await added({ external_id: "AG-12", recruiters: [robin, kim] })
    const [, second] = idsOf(await read(id))
    const line = { external_id: "AG-12", name: "Imported" }
    const { code, stderr } = await imported("kept.ndjson", { ...line, recruiters: [{ ...kim, last_name: "Poe" }] })
    assert.strictEqual(code, 0, stderr)
    const answer = await read(id)
    assert.deepInclude(membersOf(answer), { name: "Imported", status: "ACTIVE" })
    assert.deepStrictEqual(recruitersOf(answer), [{ id: second, ...kim, last_name: "Poe", status: "ACTIVE" }])
    const twice = await imported("twice.ndjson", { ...line, recruiters: [kim, kim] })
    assert.notStrictEqual(twice.code, 0)
    assert.include(twice.stderr + twice.stdout, "/recruiters/1/email")
  })
})

describe("a grant that is bound to an agency (recruiting, Permissions)", () => {
  it("writes no agency, its own neither", async () => {
    await server.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
    const bound = await server.partner()
    const json = { name: "Mine" }
    assert.strictEqual(errorOf(await call("POST", "/v1/agencies", { token: bound, json })), named(403))
    assert.strictEqual(errorOf(await call("PATCH", "/v1/agencies/agy_hirewell", { token: bound, json })), named(403))
    assert.deepInclude(membersOf(await read("agy_hirewell", bound)), { status: "ACTIVE" })
  })
})
