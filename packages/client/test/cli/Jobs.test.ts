/**
 * `partner jobs create|update|open|hold|close` and the filters of lists, as a process against a server (decisions, Resources and Filters).
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { makeHome, runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
const clerk = ["--title", "Payroll Clerk", "--description", "Runs the payroll."]

describe("a command whose method is deprecated (recruiting 12)", () => {
  const headers = {
    Deprecation: "@1795824000",
    Sunset: "Fri, 31 Dec 2027 00:00:00 GMT",
    Link: '<https://a/docs>; rel="deprecation"; title="call `jobs.list`"'
  }

  it("warns once on standard error, and not where a program reads JSON", async () => {
    await using service = await startService()
    service.server.answer("jobs.list", () => ({ body: { content: [], next: null, count: 0 }, headers }))
    const { stderr } = await succeed(service, ["jobs", "list"], inOrganization)
    assert.strictEqual(
      stderr.match(/Deprecated: .*/g)?.join(),
      "Deprecated: jobs.list uses what is deprecated since 2026-11-28 and may be gone from 2027-12-31 on: call `jobs.list`. See https://a/docs"
    )
    assert.notInclude((await succeed(service, ["jobs", "list", "--json"], inOrganization)).stderr, "eprecated")
  })
})

describe("partner jobs create (decisions, Resources)", () => {
  it("with --dry-run shows what would be sent, and sends nothing", async () => {
    await using service = await startService()
    const members = [
      "--location",
      "Berlin",
      "--employment-type",
      "FULL_TIME",
      "--openings",
      "2",
      "--external-id",
      "R-7"
    ]
    const salary = ["--salary-min", "60000.00:EUR", "--salary-max", "70000:EUR"]
    const { stderr, stdout } = await succeed(
      service,
      ["jobs", "create", ...clerk, ...members, ...salary, "--status", "OPEN", "--dry-run", "--json"],
      inOrganization
    )
    assert.deepStrictEqual(JSON.parse(stdout), {
      request: {
        title: "Payroll Clerk",
        description: "Runs the payroll.",
        status: "OPEN",
        location: "Berlin",
        external_id: "R-7",
        employment_type: "FULL_TIME",
        openings: 2,
        salary_min_cents: 6_000_000,
        salary_max_cents: 7_000_000,
        currency: "EUR"
      }
    })
    assert.include(stderr, "Nothing was changed.")
    assert.strictEqual(service.server.count("jobs.create"), 0)
  })

  it.for([
    [["--salary-min", "1:EUR", "--salary-max", "2:USD"], "--salary-min is in EUR and --salary-max in USD."],
    [["--salary-min", "1"], "--salary-min must be an amount and its currency"],
    [["--openings", "0"], "must be an integer from 1 to 10000"],
    [["--country-code", "UK"], "--country-code must be an upper-case ISO 3166-1 alpha-2 code"],
    [["--custom-fields", "team=x"], "--custom-fields must be JSON."],
    [["--custom-fields", '{"Team":1}'], "--custom-fields /Team must have a name of 1 to 40 small letters"]
  ] as const)("%j is refused before anything is sent", async ([flags, expected]) => {
    const { code, stderr } = await runPartner(undefined, ["jobs", "create", ...clerk, ...flags])
    assert.strictEqual(code, 2)
    assert.include(stderr, expected)
  })
})

describe("partner jobs, from a draft to its end (decisions, Resources)", () => {
  it("adds, changes, opens and closes one, and says what a change would be", async () => {
    await using service = await startService()
    const partner = (...args: ReadonlyArray<string>) => succeed(service, ["jobs", ...args], inOrganization)
    const [id = ""] = (await partner("create", ...clerk)).stdout.split("  ")
    const dry = await partner("update", id, "--location", "Hamburg", "--dry-run", "--json")
    assert.deepStrictEqual(JSON.parse(dry.stdout), { before: {}, request: { location: "Hamburg" } })
    assert.strictEqual(
      (await partner("update", id, "--location", "Hamburg")).stdout,
      `${id}  Payroll Clerk  DRAFT  Hamburg\n`
    )
    assert.strictEqual((await partner("update", id, "--clear", "location")).stdout, `${id}  Payroll Clerk  DRAFT\n`)
    assert.strictEqual((await partner("open", id)).stdout, `${id}  Payroll Clerk  OPEN\n`)
    const close = await partner("close", id, "--dry-run", "--json")
    assert.deepStrictEqual(JSON.parse(close.stdout), { before: { status: "OPEN" }, request: { status: "CLOSED" } })
    assert.strictEqual((await partner("close", id, "--json")).stdout.includes('"status":"CLOSED"'), true)

    const refused = await runPartner(service, ["jobs", "hold", id, "--dry-run"], inOrganization)
    assert.strictEqual(refused.code, 1)
    assert.include(refused.stderr, `The job ${id} is CLOSED and cannot become ON_HOLD.`)
    assert.include(refused.stderr, "From here it can become OPEN.")
    const nothing = await runPartner(service, ["jobs", "update", id], inOrganization)
    assert.strictEqual(nothing.code, 2)
    assert.include(nothing.stderr, "nothing is changed")
  })
})

describe("the facts of a job (recruiting 4)", () => {
  it("are flags, custom fields are JSON, and a close has a reason", async () => {
    await using service = await startService()
    const partner = (...args: ReadonlyArray<string>) => succeed(service, ["jobs", ...args], inOrganization)
    const facts = ["--workplace-type", "REMOTE", "--country-code", "DE", "--closes-on", "2030-12-31"]
    const salary = ["--salary-min", "30.00:EUR", "--salary-period", "HOUR"]
    const custom = ["--custom-fields", '{"team":"Payments","tags":["a","b"]}']
    const [id = ""] = (await partner("create", ...clerk, ...facts, ...salary, ...custom)).stdout.split("  ")
    await partner("update", id, "--custom-fields", '{"team":null,"level":3}', "--clear", "closes_on")
    await partner("close", id, "--reason", "FILLED")
    const { stdout } = await partner("get", id)
    assert.match(stdout, /^Workplace type +REMOTE$/m)
    assert.match(stdout, /^Close reason +FILLED$/m)
    assert.match(stdout, /^Salary +from 30.00 EUR an hour$/m)
    assert.match(stdout, /^Custom fields +tags: a, b\n +level: 3$/m)
    assert.notInclude(stdout, "Closes on")
  })
})

describe("questions of a job (recruiting 4)", () => {
  it("are set from JSON, shown, and answered by a submission, which a dry run checks", async () => {
    await using service = await startService()
    const partner = (...args: ReadonlyArray<string>) => succeed(service, args, inOrganization)
    const questions = [
      { id: "permit", text: "May she work here?", type: "YES_NO", required: true },
      {
        id: "skills",
        text: "Which?",
        type: "MULTI_SELECT",
        required: false,
        options: [{ id: "ts", label: "TypeScript" }]
      }
    ]
    using home = makeHome()
    const file = Path.join(home.path, "questions.json")
    Fs.writeFileSync(file, JSON.stringify(questions))
    await partner("jobs", "questions", "job_1", "--input", file)
    const shown = await partner("jobs", "questions", "job_1")
    assert.strictEqual(
      shown.stdout,
      "permit: May she work here? (YES_NO, required)\nskills: Which? (MULTI_SELECT)\n  ts: TypeScript\n"
    )
    const grace = ["--first-name", "Grace", "--last-name", "Hopper", "--email", "grace.q@example.com"]
    const submit = ["applications", "submit", "--job", "job_1", "--agency", "agy_1", ...grace]
    const refused = await runPartner(service, [...submit, "--dry-run"], inOrganization)
    assert.include(refused.stderr, "/answers must have an answer to the question permit")
    assert.strictEqual(service.server.count("applications.submit"), 0)
    const given = ["--answer", "permit=yes", "--answer", "skills=ts"]
    const { stdout } = await partner(...submit, ...given, "--json")
    assert.deepInclude(JSON.parse(stdout).answers, {
      question_id: "permit",
      text: "May she work here?",
      type: "YES_NO",
      value: true
    })
    const text = await partner("applications", "show", JSON.parse(stdout).id)
    assert.match(text.stdout, /Answers +May she work here\?\n +yes\n +Which\?\n +TypeScript/)
  })
})

describe("filters of lists (decisions, Filters)", () => {
  it.for([
    [["jobs", "--status", "OPEN", "--status", "CLOSED"], { status: "OPEN,CLOSED" }],
    [["jobs", "--external-id", "R-7"], { external_id: "R-7" }],
    [
      ["jobs", "--department", "Care", "--country-code", "DE", "--workplace-type", "REMOTE"],
      { workplace_type: "REMOTE", country_code: "DE", department: "Care" }
    ],
    [["users", "list", "--email", "a@example.com"], { email: "a@example.com" }],
    [["applications", "list", "--job", "job_1", "--state", "HIRED"], { state: "HIRED", job_id: "job_1" }],
    [
      ["applications", "list", "--updated-since", "2026-01-31T10:30:00+01:00"],
      { updated_since: "2026-01-31T09:30:00.000Z" }
    ]
  ] as const)("%j are sent as they are given", async ([args, query]) => {
    await using service = await startService()
    await succeed(service, args, inOrganization)
    assert.deepStrictEqual(service.server.requests.at(-1)?.query, query)
  })
})
