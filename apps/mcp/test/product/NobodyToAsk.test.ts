/**
 * The answers for a client that cannot ask its user: the preview warns that applying will be refused, and names the whole command that the user can
 * run instead (hosts.md). `verify/Commands.test.ts` runs such commands.
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer, type TestServerOptions } from "@partner-api/client/testing"
import { at } from "../fixture/RawCalls.ts"
import { jsonOf, says } from "../fixture/Clients.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"
const agency_id = "agy_2"
const person = { first_name: "Mary", last_name: "O'Hara", email: "ohara@example.com" }
const job = { title: "Payroll Clerk", description: "Runs the payroll." }
const hire = { start_date: "2026-03-01", base_salary_cents: 7_200_000, currency: "EUR", custom_fee: 1 }

const recordedAt = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" }
const jobOf = (id: string, status: string) => ({ id, title: "Engineer", description: "Builds.", status, ...recordedAt })
const applicationOf = (id: string, state: string) => ({
  id,
  job_id: "job_1",
  agency_id,
  candidate: { first_name: "Grace", last_name: "Hopper", email: `${id}@example.com` },
  state,
  state_entered_at: recordedAt.created_at,
  version: 1,
  ...recordedAt
})

/** A platform that would take each of the calls. */
const willing: TestServerOptions = {
  organizations: [
    {
      id: organization_id,
      name: "Engines",
      users: [],
      jobs: [
        jobOf("--help", "OPEN"),
        { ...jobOf("job_1", "OPEN"), salary_max_cents: 2, currency: "EUR" },
        jobOf("job_2", "DRAFT")
      ],
      agencies: [
        {
          id: agency_id,
          name: "Steam Talent",
          fees: {
            optimizedFee: false,
            customFees: [
              { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 },
              { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1_500 }
            ]
          }
        }
      ],
      applications: [
        applicationOf("app_1", "UNCONFIRMED"),
        applicationOf("app_2", "REVIEWING"),
        applicationOf("app_3", "OFFER")
      ]
    }
  ]
}

/** A call, and the command that its refusal names. */
const commands: ReadonlyArray<readonly [tool: string, given: object, command: string]> = [
  [
    "set_agency_fees",
    { agency_id, optimizedFee: false, customFees: [{ feeType: "PERCENTAGE_FEE", percentage: "19%" }] },
    "partner fees set agy_2 --organization org_1 --percent 19% --no-optimized"
  ],
  [
    "set_agency_fees",
    {
      agency_id,
      customFees: [
        { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles; $(date)" },
        { feeType: "FLAT_FEE", currency: "JPY", feeCents: 5000, note: "-40" }
      ]
    },
    "partner fees set agy_2 --organization org_1 --flat 5000.00:EUR --note 'Senior roles; $(date)' --flat 5000:JPY --note=-40"
  ],
  [
    "set_agency_fees",
    { agency_id, customFees: [], optimizedFee: true },
    "partner fees set agy_2 --organization org_1 --clear --optimized"
  ],
  [
    "add_user",
    person,
    String.raw`partner users add --organization org_1 --first-name Mary --last-name 'O'\''Hara' --email ohara@example.com`
  ],
  [
    "create_job",
    { ...job, status: "OPEN", salary_min_cents: 6_000_000, currency: "EUR" },
    "partner jobs create --organization org_1 --title 'Payroll Clerk' --description 'Runs the payroll.' --status OPEN --salary-min 60000.00:EUR"
  ],
  [
    "update_job",
    { job_id: "job_1", location: "Hamburg" },
    "partner jobs update job_1 --organization org_1 --location Hamburg"
  ],
  ["update_job", { job_id: "job_1", status: "ON_HOLD" }, "partner jobs hold job_1 --organization org_1"],
  [
    "submit_application",
    { job_id: "job_1", agency_id, ...person },
    String.raw`partner applications submit --organization org_1 --job job_1 --agency agy_2 --first-name Mary --last-name 'O'\''Hara' --email ohara@example.com`
  ],
  [
    "submit_application",
    {
      job_id: "job_1",
      agency_id,
      first_name: "Mary",
      last_name: "Hara",
      email: "mary@example.com",
      salary_expectation: { amount_cents: 600_000, currency: "EUR", period: "MONTH" },
      notice_period_days: 30,
      work_authorization: { country_code: "DE", needs_sponsorship: true },
      links: ["https://example.com/mary"]
    },
    "partner applications submit --organization org_1 --job job_1 --agency agy_2 --first-name Mary --last-name Hara --email mary@example.com --notice-period-days 30 --salary-expectation 6000.00:EUR --salary-period MONTH --work-country DE --needs-sponsorship --link https://example.com/mary"
  ],
  [
    "move_application",
    { application_id: "app_1", action: "confirm" },
    "partner applications confirm app_1 --organization org_1"
  ],
  [
    "move_application",
    { application_id: "app_2", action: "reject", feedback: "We look for more years." },
    "partner applications reject app_2 --organization org_1 --feedback 'We look for more years.'"
  ],
  [
    "move_application",
    { application_id: "app_2", action: "reject", feedback: "Already in talks.", known_since: "2026-01-10" },
    "partner applications reject app_2 --organization org_1 --feedback 'Already in talks.' --known-since 2026-01-10"
  ],
  [
    "move_application",
    { application_id: "app_2", action: "withdraw", reason_id: "other_offer", note: "Signed elsewhere." },
    "partner applications withdraw app_2 --organization org_1 --reason other_offer --note 'Signed elsewhere.'"
  ],
  [
    "move_application",
    { application_id: "app_3", action: "hire", hire },
    "partner applications hire app_3 --organization org_1 --start-date 2026-03-01 --salary 72000.00:EUR --fee 2"
  ]
]

/** A call that no single command makes, or whose command could be shown as another one. */
const general: ReadonlyArray<readonly [what: string, tool: string, given: object, name: string]> = [
  ["members and a status", "update_job", { job_id: "job_1", location: "Rome", status: "OPEN" }, "partner jobs update"],
  ["a salary in no currency", "update_job", { job_id: "job_1", salary_min_cents: 1 }, "partner jobs update"],
  ["a status without a command", "update_job", { job_id: "job_2", status: "DRAFT" }, "partner jobs update"],
  ["several lines", "create_job", { ...job, description: "One.\nrm -r ." }, "partner jobs create"],
  ["a backtick", "create_job", { ...job, title: "A `B`" }, "partner jobs create"],
  ["invisible characters", "create_job", { ...job, title: "A\u200BB" }, "partner jobs create"],
  ["a long text", "create_job", { ...job, description: "a".repeat(2_000) }, "partner jobs create"],
  ["an id like a flag", "update_job", { job_id: "--help", location: "Rome" }, "partner jobs update"]
]

const start = async () => {
  const server = createTestServer(willing)
  const way = await overHttp(server, "auto")
  const refusalOf = async (name: string, given: object) =>
    jsonOf(await way.client.callTool({ name, arguments: { organization_id, ...given, mode: "apply" } }))
  const messageOf = async (name: string, given: object) => {
    const { error, message } = await refusalOf(name, given)
    assert.strictEqual(error, "confirmation_unavailable", String(message))
    return String(message)
  }
  return { server, way, refusalOf, messageOf, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("the refusal of a write names the command", () => {
  it("whole, with the ids and values of the call", async () => {
    await using run = await start()
    for (const [tool, given, command] of commands) {
      const message = await run.messageOf(tool, given)
      assert.isTrue(message.endsWith(` or let the user run \`${command}\`.`), message)
    }
  })

  it("by its name, where no line can be pasted", async () => {
    await using run = await start()
    for (const [what, tool, given, name] of general) {
      const message = await run.messageOf(tool, given)
      const words = ` or let the user make this change with \`${name}\`, whose flags \`${name} --help\` shows.`
      assert.isTrue(message.endsWith(words), `${what}: ${message}`)
    }
  })

  it.for([
    ["move_application", { application_id: "app_1", action: "advance" }, "invalid_transition"],
    ["update_job", { job_id: "job_1", status: "DRAFT" }, "invalid_transition"],
    ["submit_application", { job_id: "job_2", agency_id, ...person }, "conflict"],
    [
      "submit_application",
      { job_id: "job_1", agency_id, ...person, email: "app_2@example.com" },
      "duplicate_application"
    ]
  ] as const)("not where the platform would refuse it: %s %j", async ([tool, given, error]) => {
    await using run = await start()
    const refusal = await run.refusalOf(tool, given)
    assert.deepInclude(refusal, { error, outcome: "not_sent" })
    assert.notInclude(String(refusal["message"]), "partner ")
  })

  it("with the organization of a server that is bound to one", async () => {
    await using way = await overHttp(createTestServer(), "auto", undefined, { pinned: organization_id })
    const given = { agency_id, optimizedFee: true, mode: "apply" }
    const result = await way.client.callTool({ name: "set_agency_fees", arguments: given })
    assert.include(String(jsonOf(result)["message"]), "partner fees set agy_2 --organization org_1 --optimized`.")
  })
})

describe("the preview of a write", () => {
  const given = { organization_id, agency_id, optimizedFee: false, customFees: [] }
  const preview = async (...[human, offered]: [Parameters<typeof overHttp>[2]?, Parameters<typeof overHttp>[3]?]) => {
    await using way = await overHttp(createTestServer(), "auto", human, offered)
    return jsonOf(await way.client.callTool({ name: "set_agency_fees", arguments: given }))
  }

  it("for a client that cannot ask its user: shows the change, and that applying it would be refused", async () => {
    const shown = await preview()
    assert.strictEqual(shown["status"], "previewed")
    assert.strictEqual(at(shown, "would_be_refused", "error"), "confirmation_unavailable")
    assert.strictEqual(shown["note"], "Nothing was written.")
    assert.include(
      String(at(shown, "would_be_refused", "message")),
      "`partner fees set agy_2 --organization org_1 --clear"
    )
  })

  it("for a client that can, or with --confirm=token: promises no refusal", async () => {
    assert.notProperty(await preview({ questions: [], answer: says("accept") }), "would_be_refused")
    const choices = { toolsets: ["agencies"], writes: ["fees"], confirm: "token" } as const
    const shown = await preview(undefined, { choices })
    assert.notProperty(shown, "would_be_refused")
    assert.property(shown, "confirmation")
    assert.strictEqual(shown["note"], "Nothing was written.")
  })
})
