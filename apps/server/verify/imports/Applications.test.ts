/**
 * Applications that another system hands over: written in the state they are in, found again by agency and external id, and never moved
 * by a file (docs/decisions, 40).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { runProcess } from "../../test/Program.ts"
import { openDatabase, startServer } from "../../test/TestServer.ts"
import {
  countsOf,
  csv,
  everythingIn,
  jobOf,
  makeWorld,
  ndjson,
  neighbour,
  organization,
  query,
  runImportProcess,
  reportedLines
} from "../../test/imports/ImportWorld.ts"

const world = await makeWorld()
const early = "2026-01-01T00:00:00.000Z"
const late = "2026-01-02T00:00:00.000Z"

/** A database with two agencies, two jobs and a draft. */
const furnished = world.database()
await runImportProcess(
  furnished,
  "jobs",
  world.write("jobs.ndjson", ndjson([jobOf(1), jobOf(2), jobOf(3, { status: "DRAFT" })]))
)
await runImportProcess(
  furnished,
  "agencies",
  world.write("agencies.csv", "external_id,name\nA-1,Hirewell\nA-2,Northwind\n")
)
const database = (): string => {
  const file = world.database()
  Fs.copyFileSync(furnished, file)
  return file
}

const hire = {
  start_date: "2026-03-01",
  base_salary_cents: 7_200_000,
  currency: "EUR",
  fee: { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 },
  fee_amount_cents: 1_439_999
}
/** An application as another system writes it; its person has its name. */
const line = (name: string, rest: object = {}) => ({
  external_id: name,
  agency_external_id: "A-1",
  job_external_id: "E-1",
  first_name: "Ada",
  last_name: "King",
  email: `${name.toLowerCase()}@example.com`,
  ...rest
})
const applied = (count: number) => Array.from({ length: count }, (_, index) => line(`P${index}`))

const import_ = (file: string, records: ReadonlyArray<object>, ...args: ReadonlyArray<string>) =>
  runImportProcess(file, "applications", world.write("applications.ndjson", ndjson(records)), args)

/** The applications of a database by their external ids, without what names them. */
const applicationsIn = (file: string) =>
  new Map(
    query(file, "SELECT json, rejected_from FROM applications ORDER BY external_id").map(({ json, rejected_from }) => {
      const { agency_id: _agency, external_id, id: _id, job_id: _job, ...rest } = JSON.parse(String(json))
      return [String(external_id), { ...rest, rejected_from }] as const
    })
  )
const entriesIn = (file: string) =>
  query(file, "SELECT json FROM journal ORDER BY organization_id, sequence").map(({ json }) => JSON.parse(String(json)))
const actionsIn = (file: string) =>
  entriesIn(file)
    .filter(({ action }) => String(action).startsWith("application"))
    .map(({ action, after, changed }) => [action, after, changed])

const times = { created_at: early, state_entered_at: late }
/** The states of applications that an import has no moment of a confirmation for. */
const unconfirmed = ["UNCONFIRMED", "DECLINED", "WITHDRAWN"]
const states = ApplicationState.literals.map((state) =>
  line(`C-${state}`, {
    state,
    ...times,
    ...(state === "REJECTED" ? { feedback: "Too far.", rejected_from: "OFFER" } : {}),
    ...(state === "HIRED" ? { hire, note: "From March.\nFull time.", phone: "+4915112345678" } : {})
  })
)

describe("an import of applications", () => {
  it("from NDJSON and from CSV writes the same, each in its state, with its history (decision 40)", async () => {
    // The first record names the columns; an empty cell is an absent member.
    const empty = { feedback: "", rejected_from: "", hire: "", note: "", phone: "" }
    const rows = states.map((row) => ({ ...empty, ...row }))
    const files = [
      world.write("states.ndjson", ndjson(states)),
      world.write("states.csv", csv(rows)),
      world.write("semicolons.csv", csv(rows, ";"))
    ]
    for (const file of files) {
      const own = database()
      const { code, stdout, stderr } = await runImportProcess(own, "applications", file)
      assert.deepStrictEqual([code, reportedLines(stderr), countsOf(stdout)], [0, [], [9, 9, 0, 0, 0]])
      const stored = applicationsIn(own)
      for (const state of ApplicationState.literals) {
        assert.deepStrictEqual(stored.get(`C-${state}`), {
          candidate: {
            first_name: "Ada",
            last_name: "King",
            email: `c-${state.toLowerCase()}@example.com`,
            ...(state === "HIRED" ? { phone: "+4915112345678" } : {})
          },
          ...(state === "HIRED" ? { hire, note: "From March.\nFull time." } : {}),
          ...(state === "REJECTED" ? { rejection: { feedback: "Too far." } } : {}),
          state,
          ...times,
          ...(unconfirmed.includes(state) ? {} : { confirmed_at: late }),
          updated_at: late,
          version: 1,
          rejected_from: state === "REJECTED" ? "OFFER" : null
        })
      }
      const entries = actionsIn(own)
      assert.lengthOf(entries, 10)
      assert.sameDeepMembers(
        entries.map(([action, after]) => [action, after]),
        [
          ...ApplicationState.literals.map((state) => ["application.imported", { state }]),
          ["applications.imported", { created: 9, updated: 0 }]
        ]
      )
    }
  })

  it("again changes nothing, and corrects candidate and note alone (decision 40)", async () => {
    const own = database()
    await import_(own, states)
    const before = everythingIn(own)
    const again = await import_(own, states)
    assert.deepStrictEqual([again.code, countsOf(again.stdout)], [0, [9, 0, 0, 9, 0]])
    assert.deepStrictEqual(everythingIn(own), before)

    const corrections = [
      line("C-UNCONFIRMED", { note: "Call after six.", email: "eve@example.com" }),
      line("C-AWAITING_SORT", { last_name: "Byron" }),
      line("C-AWAITING_SORT", { last_name: "Byron" })
    ]
    const { code, stdout } = await import_(own, corrections)
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [3, 0, 2, 1, 0]])
    const stored = applicationsIn(own)
    assert.deepInclude(stored.get("C-UNCONFIRMED"), { note: "Call after six.", state: "UNCONFIRMED", version: 2 })
    assert.strictEqual(stored.get("C-AWAITING_SORT")?.candidate.last_name, "Byron")
    assert.deepStrictEqual(actionsIn(own).slice(-3), [
      ["application.updated", undefined, ["candidate", "note"]],
      ["application.updated", undefined, ["candidate"]],
      ["applications.imported", { created: 0, updated: 2 }, []]
    ])
  })

  it("that makes an application another person's ends the link and the erasure request of the person before (recruiting 6, 9)", async () => {
    const own = database()
    await import_(own, states)
    const ids = new Map(
      query(own, "SELECT external_id, id FROM applications").map(({ external_id, id }) => [external_id, String(id)])
    )
    const [changed = "", kept = ""] = [ids.get("C-UNCONFIRMED"), ids.get("C-AWAITING_SORT")]
    using operator = openDatabase(own)
    for (const id of [changed, kept]) {
      operator.db.prepare("INSERT INTO erasure_subjects VALUES (?, 'era_1', ?, 0)").run(organization, id)
      operator.db
        .prepare("INSERT INTO confirmation_links VALUES (?, ?, ?, 'SERVICE', 1, NULL, NULL, 0, 1)")
        .run(organization, id, `digest of ${id}`)
    }
    await import_(own, [
      line("C-UNCONFIRMED", { email: "eve@example.com" }),
      line("C-AWAITING_SORT", { email: "C-Awaiting_Sort@example.com", last_name: "Byron" })
    ])
    assert.deepStrictEqual(
      query(own, "SELECT application_id FROM erasure_subjects").map(({ application_id }) => application_id),
      [kept]
    )
    assert.deepStrictEqual(
      query(own, "SELECT application_id FROM confirmation_links WHERE digest IS NOT NULL").map(
        ({ application_id }) => application_id
      ),
      [kept]
    )
  })

  const owned = "Another application of this person owns the job"
  const waiting = "There are unconfirmed applications of this person for this job: withdraw them first"
  const kept = "is not what is stored, which an import does not change; correct it or leave it out"
  const stored = [...states, line("Stays")]
  const contradicting = [
    line("Owner", { state: "OFFER" }),
    line("Second", { email: "OWNER@example.com", state: "AWAITING_SORT", agency_external_id: "A-2" }),
    line("Third", { email: "owner@example.com" }),
    line("Other-job", { email: "owner@example.com", job_external_id: "E-2", state: "REVIEWING" }),
    line("Gone", { email: "owner@example.com", state: "WITHDRAWN" }),
    line("Nowhere", { agency_external_id: "A-9", job_external_id: "E-9" }),
    line("Draft", { job_external_id: "E-3" }),
    line("C-OFFER", { state: "HIRED", hire }),
    line("New", { email: "c-offer@example.com", state: "HIRED", hire }),
    line("Half", { state: "HIRED" }),
    line("Waits"),
    line("Moves"),
    line("Moves", { email: "moved@example.com" }),
    line("C-UNCONFIRMED", { email: "gone@example.com" }),
    line("Stays", { email: "left@example.com" }),
    ...applied(1_000),
    line("Late", { email: "Owner@example.com", state: "INTERVIEWING" }),
    line("Taker", { email: "waits@example.com", state: "REVIEWING", agency_external_id: "A-2" }),
    line("Moved", { email: "moves@example.com", state: "REVIEWING" }),
    line("P7", { state: "WITHDRAWN" }),
    line("P8", { agency_external_id: "A-2", email: "p8.other@example.com" }),
    line("Heir", { email: "c-unconfirmed@example.com", state: "REVIEWING" }),
    line("Asks", { email: "stays@example.com" }),
    line("Claims", { email: "stays@example.com", state: "REVIEWING" })
  ]
  const mistakes = [
    `line 2: ${owned}`,
    `line 3: ${owned}`,
    "line 6: /agency_external_id is of no agency here; import the agencies first; /job_external_id is of no job here; import the jobs first",
    "line 7: /job_external_id is of a draft; open the job first",
    `line 8: /state ${kept}`,
    "line 9: The agency has an open application of this person for this job already",
    "line 10: /hire is required in the state HIRED",
    `line 1016: ${owned}`,
    `line 1017: ${waiting}`,
    `line 1019: /state ${kept}`,
    `line 1023: ${waiting}`
  ]
  const counts = [contradicting.length, 1_009, 3, 0, 11]

  it("refuses a file that says what cannot be here, before anything is written (decision 40)", async () => {
    const own = database()
    await import_(own, stored)
    const before = everythingIn(own)
    const { code, stdout, stderr } = await import_(own, contradicting)
    assert.deepStrictEqual([code, countsOf(stdout)], [1, [contradicting.length, 0, 0, 0, 11]])
    assert.deepStrictEqual(reportedLines(stderr).slice(0, -1), mistakes)
    assert.deepStrictEqual(everythingIn(own), before)
  })

  it("skips such lines alone with --on-error skip, and moves nothing that is stored (decision 40)", async () => {
    const own = database()
    await import_(own, stored)
    const before = applicationsIn(own)
    const dry = await import_(own, contradicting, "--on-error", "skip", "--dry-run")
    // Good lines about one record are reported too.
    const mistakesIn = (stderr: string) =>
      reportedLines(stderr).filter((line) => !line.endsWith("the later line counts"))
    assert.deepStrictEqual([dry.code, countsOf(dry.stdout), mistakesIn(dry.stderr)], [3, counts, mistakes])
    const { code, stdout, stderr } = await import_(own, contradicting, "--on-error", "skip")
    assert.deepStrictEqual([code, countsOf(stdout), mistakesIn(stderr)], [3, counts, mistakes])
    const after = applicationsIn(own)
    const corrected = new Set(["C-UNCONFIRMED", "Stays"])
    for (const [name, application] of before) {
      if (!corrected.has(name)) assert.deepStrictEqual(after.get(name), application)
      else assert.strictEqual(after.get(name)?.state, application.state)
    }
    assert.deepInclude(after.get("Moves"), { state: "UNCONFIRMED", version: 2 })
  })

  it("knows the agencies and jobs of its organization alone (decisions, Resources)", async () => {
    const file = world.write("foreign.ndjson", ndjson([line("C-1")]))
    const { code, stderr } = await runImportProcess(database(), "applications", file, [], neighbour)
    assert.strictEqual(code, 1)
    assert.include(stderr, "line 1: /agency_external_id is of no agency here")
  })

  it("reports bad lines without their content, which is personal (decisions, Errors)", async () => {
    const records = [line("Canary", { state: "OFFER" }), line("Canary-2", { email: "canary@example.com" })]
    const { code, stdout, stderr } = await import_(database(), [...records, line("Canary-3", { note: 7 })])
    assert.strictEqual(code, 1)
    assert.notMatch(stdout + stderr, /canary/i)
  })

  it("leaves applications that go on as any other, with a history (decision 40)", async () => {
    const own = database()
    await import_(own, states)
    const made = await runProcess(
      ["clients", "create", "--name", "ATS", "--organization", organization, "--as", "employer", "--json"],
      {
        DATABASE_URL: `sqlite:${own}`
      }
    )
    const { client_id, client_secret } = JSON.parse(made.stdout)
    await using server = await startServer({ databaseFile: own, sandbox: false })
    const token = await server.scoped(await server.primary(client_id, client_secret), organization)
    const named = async (name: string) => {
      const page = await server.call("GET", `/v1/applications?external_id=${name}`, { token })
      return Object(page.json).content[0]
    }
    const act = async (name: string, json: object) => {
      const { id } = await named(name)
      return server.call("POST", `/v1/applications/${id}/transitions`, { token, json })
    }
    assert.strictEqual(Object((await act("C-REJECTED", { action: "restore" })).json).state, "OFFER")
    assert.strictEqual((await act("C-HIRED", { action: "withdraw" })).status, 409)
    assert.strictEqual(Object((await act("C-UNCONFIRMED", { action: "confirm" })).json).state, "AWAITING_SORT")
    const { hire: agreed } = await named("C-HIRED")
    assert.deepStrictEqual(agreed, hire)
    const { id } = await named("C-REJECTED")
    const history = await server.call("GET", `/v1/applications/${id}/history`, { token })
    assert.deepStrictEqual(
      Object(history.json).content.map(({ action, actor, state_after, state_before }: Record<string, unknown>) => [
        action,
        actor,
        state_before,
        state_after
      ]),
      [
        ["application.imported", "operator", undefined, "REJECTED"],
        ["application.restored", "client", "REJECTED", "OFFER"]
      ]
    )
  })
})
