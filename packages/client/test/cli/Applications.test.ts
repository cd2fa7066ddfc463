/**
 * `partner applications`, as a process against a server: a person's way from submission to hire, and what a command line would do
 * before it does it (decisions, Resources and Fees).
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { priceHire } from "../../src/cli/applications/HireCost.ts"
import type { AgencyFees } from "../../src/index.ts"
import { runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }
const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").slice(0, -1)

const grace = ["--first-name", "Grace", "--last-name", "Hopper", "--email", "grace@example.com"]
const submission = ["applications", "submit", "--job", "job_2", "--agency", "agy_1", ...grace]

describe("partner applications list and show (decisions, Resources)", () => {
  it("print a table, and all that is known of one with the actions that its state allows", async () => {
    await using service = await startService()
    const list = await succeed(service, ["applications", "list"], inOrganization)
    assert.deepStrictEqual(linesOf(list.stdout), [
      "ID     CANDIDATE     STATE        JOB    AGENCY",
      "app_1  Grace Hopper  UNCONFIRMED  job_1  agy_2"
    ])
    const show = await succeed(service, ["applications", "show", "app_1"], inOrganization)
    assert.deepStrictEqual(linesOf(show.stdout), [
      "Application  app_1",
      "Candidate    Grace Hopper <grace@example.com>",
      "Job          job_1",
      "Agency       agy_2",
      "State        UNCONFIRMED, since 2025-11-03T09:30:00.000Z",
      "Actions      confirm, decline, withdraw"
    ])
  })

  it("print with --json what the service answers, and the actions beside it", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, ["applications", "show", "app_1", "--json"], inOrganization)
    const [stored] = service.server.data.items("org_1", "applications")
    assert.deepStrictEqual(JSON.parse(stdout), { ...stored, allowed_actions: ["confirm", "decline", "withdraw"] })
  })
})

describe("partner applications submit (decisions, Resources)", () => {
  it("with --dry-run shows what would be sent, and sends nothing", async () => {
    await using service = await startService()
    const optional = ["--phone", "+4915112345678", "--note", "Speaks COBOL.", "--external-id", "CAND-7"]
    const { stderr, stdout } = await succeed(
      service,
      [...submission, ...optional, "--dry-run", "--json"],
      inOrganization
    )
    assert.deepStrictEqual(JSON.parse(stdout), {
      request: {
        job_id: "job_2",
        agency_id: "agy_1",
        note: "Speaks COBOL.",
        external_id: "CAND-7",
        candidate: {
          first_name: "Grace",
          last_name: "Hopper",
          email: "grace@example.com",
          phone: "+4915112345678"
        }
      }
    })
    assert.include(stderr, "Nothing was changed.")
    assert.strictEqual(service.server.count("applications.submit"), 0)
  })

  it("takes what the person expects and may do, and refuses half of it (recruiting 5)", async () => {
    await using service = await startService()
    const facts =
      "--salary-expectation 72000.00:EUR --available-from 2026-03-01 --notice-period-days 30 --work-country DE --needs-sponsorship " +
      "--phone 015112345678 --phone-country DE --current-title Engineer --current-company Globex --link https://example.com/grace --link https://example.com/compiler"
    await succeed(service, [...submission, ...facts.split(" ")], inOrganization)
    const submitted = service.server.data.items("org_1", "applications").find((one) => Object(one).job_id === "job_2")
    assert.deepInclude(Object(submitted).candidate, {
      phone: "+4915112345678",
      salary_expectation: { amount_cents: 7_200_000, currency: "EUR", period: "YEAR" },
      available_from: "2026-03-01",
      notice_period_days: 30,
      work_authorization: { country_code: "DE", needs_sponsorship: true },
      current_title: "Engineer",
      current_company: "Globex",
      links: ["https://example.com/grace", "https://example.com/compiler"]
    })
    const { stdout } = await succeed(service, ["applications", "show", Object(submitted).id], inOrganization)
    assert.includeMembers(stdout.split("\n"), [
      "Works as     Engineer",
      "Works at     Globex",
      "Links        https://example.com/grace",
      "             https://example.com/compiler",
      "Expects      72000.00 EUR per year",
      "Available    2026-03-01",
      "Notice       30 days",
      "May work in  DE, with sponsorship"
    ])
  })

  it.for<readonly [flags: ReadonlyArray<string>, named: string]>([
    [["--salary-period", "MONTH"], "--salary-expectation"],
    [["--needs-sponsorship"], "--work-country"],
    [["--work-country", "UK"], "--work-country"],
    [["--link", "http://example.com"], "--link"]
  ])("is refused with %j before anything is sent, and names %s (recruiting 5)", async ([flags, named]) => {
    const { code, stderr } = await runPartner(undefined, [...submission, ...flags], inOrganization)
    assert.strictEqual(code, 2)
    assert.include(stderr, named)
  })

  it.for([
    [["--job", "job_2"], "needs --agency: these credentials are bound to no agency.", "partner agencies lists them."],
    [["--job", "job_3", "--agency", "agy_1"], "The job job_3 is CLOSED", "partner jobs open job_3"],
    [["--job", "job_none", "--agency", "agy_1"], "job", "Check the id"],
    [["--job", "job_2", "--agency", "agy_none"], "agency", "Check the id"]
  ] as const)("with --dry-run is refused where the service would refuse it: %j", async ([args, message, remedy]) => {
    await using service = await startService()
    const { code, stderr, stdout } = await runPartner(
      service,
      ["applications", "submit", ...args, ...grace, "--dry-run"],
      inOrganization
    )
    assert.strictEqual(code, 1)
    assert.strictEqual(stdout, "")
    assert.include(stderr, message)
    assert.include(stderr, remedy)
    assert.strictEqual(service.server.count("applications.submit"), 0)
  })

  it("with --dry-run needs no agency where the grant is bound to one", async () => {
    await using service = await startService()
    const grant = { organization_id: "org_1", permissions: ["jobs:read", "applications:write"], agency_id: "agy_1" }
    service.server.answer("client.get", () => ({
      body: { id: service.server.clientId, name: "Test", grants: [grant] }
    }))
    const { stdout } = await succeed(
      service,
      ["applications", "submit", "--job", "job_2", ...grace, "--dry-run"],
      inOrganization
    )
    assert.match(stdout, /^Would be sent: \{"job_id":"job_2"/)
  })

  it("submits a person under the key that is given (decisions, Safe repetition)", async () => {
    await using service = await startService()
    const { stdout } = await succeed(service, [...submission, "--idempotency-key", "CAND-7"], inOrganization)
    assert.match(stdout, /^\S+ {2}Grace Hopper <grace@example\.com> {2}UNCONFIRMED\n$/)
    assert.strictEqual(service.server.data.items("org_1", "applications").length, 2)
    assert.strictEqual(service.server.requests.at(-1)?.idempotencyKey, "CAND-7")
  })
})

describe("the actions of partner applications (decisions, Resources)", () => {
  it("confirm with the consent of the person, and not with half of one (recruiting 6)", async () => {
    await using service = await startService()
    const method = ["applications", "confirm", "app_1", "--consent-method", "EMAIL"]
    const half = await runPartner(service, method, inOrganization)
    assert.deepStrictEqual([half.code, service.server.count("applications.transition")], [2, 0], half.stderr)
    const whole = [...method, "--consent-obtained-at", "2025-12-30T08:00:00Z"]
    await succeed(service, whole, inOrganization)
    const { stdout } = await succeed(service, ["applications", "show", "app_1"], inOrganization)
    assert.match(stdout, /^Consent +EMAIL, 2025-12-30T08:00:00\.000Z$/m)
  })

  it("request a link for the person, and print it alone on standard output (recruiting 6)", async () => {
    await using service = await startService()
    const { stderr, stdout } = await succeed(service, ["applications", "request-confirmation", "app_1"], inOrganization)
    assert.match(stdout, /^https?:\/\/\S+\/confirm#[\w-]{43}\n$/)
    assert.match(stderr, /send it to the person/)
  })

  it("move an application on; a rejection is taken back to the state before it, which --dry-run shows", async () => {
    await using service = await startService()
    const take = async (...args: ReadonlyArray<string>) =>
      (await succeed(service, ["applications", ...args], inOrganization)).stdout
    assert.strictEqual(await take("confirm", "app_1"), "app_1  Grace Hopper <grace@example.com>  AWAITING_SORT\n")
    assert.match(await take("keep", "app_1"), /REVIEWING\n$/)
    const feedback = "We need more experience with payroll."
    const rejected: unknown = JSON.parse(await take("reject", "app_1", "--feedback", feedback, "--json"))
    assert.deepStrictEqual(Reflect.get(Object(rejected), "rejection"), { feedback })
    assert.deepStrictEqual(linesOf(await take("restore", "app_1", "--dry-run")), [
      "app_1  Grace Hopper <grace@example.com>",
      "Before: REJECTED",
      "After: REVIEWING",
      'Would be sent: {"action":"restore"}'
    ])
    assert.strictEqual(service.server.count("applications.transition"), 3)
    assert.deepStrictEqual(
      linesOf(await take("history", "app_1")).map((line) => line.split(/ {2,}/).slice(1)),
      [
        ["ACTION", "FROM", "TO", "BY", "REASON"],
        ["application.confirmed", "UNCONFIRMED", "AWAITING_SORT", "cli_test"],
        ["application.kept", "AWAITING_SORT", "REVIEWING", "cli_test"],
        ["application.rejected", "REVIEWING", "REJECTED", "cli_test"]
      ]
    )
  })

  it("take files, list them and give them back, never over a file that is there (recruiting 5)", async () => {
    await using service = await startService()
    const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-cli-files-"))
    const [sent, got] = [Path.join(folder, "cv.pdf"), Path.join(folder, "got.pdf")]
    const bytes = Buffer.from([...Buffer.from("%PDF-1.7\n"), 0x80, 0xff, 0x00])
    Fs.writeFileSync(sent, bytes)
    const take = (...args: ReadonlyArray<string>) => succeed(service, ["applications", ...args], inOrganization)
    const attached = await take("attach", "app_1", sent)
    assert.match(attached.stdout, /^att_\S+ {2}RESUME {2}cv\.pdf {2}12 bytes\n$/)
    assert.match(attached.stderr, /sent .*100%/)
    const [id = ""] = attached.stdout.split("  ")
    assert.include((await take("attachments", "app_1")).stdout, id)
    assert.match(
      (await take("download", "app_1", id, "--output", got)).stdout,
      /got\.pdf {2}12 bytes {2}[0-9a-f]{64}\n$/
    )
    assert.isTrue(Fs.readFileSync(got).equals(bytes))
    assert.strictEqual(Fs.statSync(got).mode & 0o777, 0o600)
    const again = await runPartner(service, ["applications", "download", "app_1", id, "--output", sent], inOrganization)
    assert.match(again.stderr, /cv\.pdf cannot be written/)
    assert.isTrue(Fs.readFileSync(sent).equals(bytes))
    service.server.failNext("attachments.download", "reset", { times: 3 })
    const half = Path.join(folder, "half.pdf")
    const cut = await runPartner(service, ["applications", "download", "app_1", id, "--output", half], inOrganization)
    assert.deepStrictEqual([cut.code, Fs.existsSync(half)], [1, false])
    service.server.failNext("attachments.download", { truncated: true }, { times: 4 })
    const ended = await runPartner(service, ["applications", "download", "app_1", id, "--output", half], inOrganization)
    assert.deepStrictEqual([ended.code, Fs.existsSync(half)], [1, false])
    service.server.failNext("attachments.download", {
      body: Buffer.from("%PDF-1.7\nabc"),
      headers: { "content-type": "application/pdf", "content-length": "12", etag: `"${"0".repeat(64)}"` }
    })
    const other = await runPartner(service, ["applications", "download", "app_1", id, "--output", half], inOrganization)
    assert.match(other.stderr, /their SHA-256 is not 0{64}/)
    assert.deepStrictEqual([other.code, Fs.existsSync(half)], [1, false])
    Fs.rmSync(folder, { recursive: true })
  })

  it("take messages once the person has confirmed, and list them (recruiting 10)", async () => {
    await using service = await startService()
    const take = (...args: ReadonlyArray<string>) => succeed(service, ["applications", ...args], inOrganization)
    const early = await runPartner(service, ["applications", "message", "app_1", "--body", "Hello"], inOrganization)
    assert.strictEqual(early.code, 1)
    await take("confirm", "app_1")
    const written = await take("message", "app_1", "--body", "Could she start in March?")
    assert.match(written.stdout, /^msg_\S+ {2}EMPLOYER {2}\S+\n$/)
    await take("message", "app_1", "--body", "Two\nlines")
    const [, first = "", second = ""] = linesOf((await take("messages", "app_1")).stdout)
    assert.match(first, /EMPLOYER {2,}Could she start in March\?$/)
    assert.strictEqual(second.split(/ {2,}/).at(-1), "Two lines")
  })

  it("judge with --dry-run when the employer may state that it knew the person, and offer no restore after it (recruiting 7)", async () => {
    // The program has the clock of this machine, and the server one of its own.
    await using service = await startService({ startMs: Date.now() })
    const take = (...args: ReadonlyArray<string>) => runPartner(service, ["applications", ...args], inOrganization)
    await take("confirm", "app_1")
    const reject = ["reject", "app_1", "--feedback", "Already in talks with us.", "--known-since"]
    const early = await take(...reject, "2020-01-01", "--dry-run")
    assert.strictEqual(early.code, 1)
    assert.match(early.stderr, /was not known at that time[^]*\/known_since must be a day from/)
    const today = new Date().toISOString().slice(0, 10)
    assert.include((await take(...reject, today, "--dry-run")).stdout, "After: REJECTED")
    await take(...reject, today)
    const { stdout } = await take("show", "app_1")
    assert.match(stdout, new RegExp(`^Known since +${today}$`, "m"))
    assert.match(stdout, /^Claim +the employer's, which knew the person, since /m)
    assert.match(stdout, /^Actions +none: the employer knew the person$/m)
    const restore = await take("restore", "app_1", "--dry-run")
    assert.match(restore.stderr, /restore is not possible[^]*none: the employer knew the person/)
  })

  it("show until when the claim lasts, and that the agency gave it up (recruiting 7)", async () => {
    await using service = await startService()
    const take = async (...args: ReadonlyArray<string>) =>
      (await succeed(service, ["applications", ...args], inOrganization)).stdout
    await take("confirm", "app_1")
    await take("withdraw", "app_1")
    const claim = /^Claim +since \S+, while the application is worked on or hired and until \S+$/m
    const shown = await take("show", "app_1")
    assert.match(shown, claim)
    assert.match(shown, /^Actions +release$/m)
    await take("release", "app_1")
    assert.match(await take("show", "app_1"), /^Claim +given up by the agency at \S+$/m)
  })

  it("that are not possible end with 1 and name those that are, with --dry-run without asking for them", async () => {
    await using service = await startService()
    const refused = await runPartner(service, ["applications", "keep", "app_1"], inOrganization)
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /keep is not possible[^]*confirm, decline, withdraw[^]*partner applications show/)
    const dry = await runPartner(service, ["applications", "keep", "app_1", "--dry-run"], inOrganization)
    assert.deepStrictEqual({ code: dry.code, stdout: dry.stdout }, { code: 1, stdout: "" })
    assert.match(dry.stderr, /keep is not possible[^]*Possible actions: confirm, decline, withdraw\./)
    assert.strictEqual(service.server.count("applications.transition"), 1)
  })

  it("tell the key for a retry when the answer is lost; with it the action is taken once", async () => {
    await using service = await startService()
    service.server.failNext("applications.transition", "reset-after", { times: 3 })
    const lost = await runPartner(service, ["applications", "withdraw", "app_1"], inOrganization)
    assert.strictEqual(lost.code, 1)
    const [, key = ""] = /Whether it was done is not known.*--idempotency-key (\S+);/.exec(lost.stderr) ?? []
    const again = await succeed(
      service,
      ["applications", "withdraw", "app_1", "--idempotency-key", key],
      inOrganization
    )
    assert.match(again.stdout, /WITHDRAWN\n$/)
  })
})

const recordedAt = { created_at: "2025-11-03T09:30:00.000Z", updated_at: "2025-11-03T09:30:00.000Z" }
const flat = { feeType: "FLAT_FEE", currency: "JPY", feeCents: 700_000, note: "Tokyo" } as const
const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1_250 } as const

/** An organization with one application that is interviewed. */
const interviewed = (fees: AgencyFees) => ({
  organizations: [
    {
      id: "org_1",
      name: "Analytical Engines",
      jobs: [{ id: "job_1", title: "Engineer", description: "", status: "OPEN" as const, ...recordedAt }],
      agencies: [{ id: "agy_1", name: "Good Hands", fees }],
      applications: [
        {
          id: "app_1",
          job_id: "job_1",
          agency_id: "agy_1",
          candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
          state: "INTERVIEWING" as const,
          state_entered_at: recordedAt.created_at,
          version: 4,
          ...recordedAt
        }
      ]
    }
  ]
})
const hiring = ["applications", "hire", "app_1", "--start-date", "2026-03-01", "--salary", "72000.10:EUR"]
const hire = { start_date: "2026-03-01", base_salary_cents: 7_200_010, currency: "EUR" }

describe("partner applications hire (decisions, Fees)", () => {
  it("with --dry-run shows what the hire would cost and which fee it would expect, and hires nobody", async () => {
    await using service = await startService(interviewed({ optimizedFee: false, customFees: [flat, share] }))
    const args = [...hiring, "--fee", "2", "--dry-run", "--json"]
    const { stderr, stdout } = await succeed(service, args, inOrganization)
    assert.deepStrictEqual(JSON.parse(stdout), {
      before: { state: "INTERVIEWING" },
      // 12.5 % of 7,200,010 cents is 900,001.25.
      after: { state: "HIRED", hire: { ...hire, fee: share, fee_amount_cents: 900_001 } },
      request: { action: "hire", hire: { ...hire, expected_fee: share } }
    })
    assert.include(stderr, "Nothing was changed.")
    assert.strictEqual(service.server.count("applications.transition"), 0)
  })

  it("says the cost, expects that fee, and hires", async () => {
    await using service = await startService(interviewed({ optimizedFee: false, customFees: [share] }))
    const { stderr, stdout } = await succeed(service, hiring, inOrganization)
    assert.include(stderr, "The hire costs 9000.01 EUR (12.5 % of 72000.10 EUR).")
    assert.deepStrictEqual(linesOf(stdout), [
      "app_1  Grace Hopper <grace@example.com>  HIRED",
      "Cost: 9000.01 EUR (12.5 % of 72000.10 EUR)"
    ])
    const shown = (await succeed(service, ["applications", "show", "app_1"], inOrganization)).stdout
    assert.match(shown, /^Actions +none: partner placements list --application app_1 shows the placement of the hire$/m)
    const [stored] = service.server.data.items("org_1", "applications")
    assert.deepStrictEqual(Reflect.get(Object(stored), "hire"), { ...hire, fee: share, fee_amount_cents: 900_001 })
  })

  it("obeys the terms of the application, and takes the base of a percentage (recruiting 8)", async () => {
    const options = interviewed({ optimizedFee: false, customFees: [flat] })
    const [organization] = options.organizations
    const [application] = organization?.applications ?? []
    const terms = {
      fees: { optimizedFee: false, customFees: [share] },
      binding: "AT_CONFIRMATION",
      agreed_at: recordedAt.created_at
    } as const
    await using service = await startService({
      organizations: [
        { ...(organization ?? assert.fail("none")), applications: [{ ...(application ?? assert.fail("none")), terms }] }
      ]
    })
    const { stderr, stdout } = await succeed(service, [...hiring, "--fee-base", "10000.00:EUR"], inOrganization)
    assert.include(stderr, "The hire costs 1250.00 EUR (12.5 % of 10000.00 EUR).")
    assert.include(stdout, "HIRED")
    const shown = (await succeed(service, ["applications", "get", "app_1"], inOrganization)).stdout
    assert.match(shown, /Terms +12\.5 %; a hire obeys them/)
  })

  it("is refused when another fee applies by the time it is sent", async () => {
    await using service = await startService(interviewed({ optimizedFee: true, customFees: [] }))
    service.server.answer("agencies.getFees", () => ({ body: { optimizedFee: false, customFees: [share] } }))
    const { code, stderr } = await runPartner(service, hiring, inOrganization)
    assert.strictEqual(code, 1)
    assert.include(stderr, "The fee that applies is not the expected one. Get the fees of the agency again.")
    assert.strictEqual(Reflect.get(Object(service.server.data.items("org_1", "applications")[0]), "hire"), undefined)
  })

  it("must name which of several fees applies; the refusal shows what each costs", async () => {
    await using service = await startService(interviewed({ optimizedFee: false, customFees: [flat, share] }))
    const { code, stderr } = await runPartner(service, hiring, inOrganization)
    assert.strictEqual(code, 1)
    assert.include(stderr, "The agency has 2 custom fees; say which one applies:")
    assert.include(stderr, "\n  1  700000 JPY (flat fee, Tokyo)\n  2  9000.01 EUR (12.5 % of 72000.10 EUR)\n")
    assert.match(stderr, /Add --fee N/)
    assert.strictEqual(service.server.count("applications.transition"), 0)
  })

  it.for([
    [
      "is optimized, and one is named",
      { optimizedFee: true, customFees: [share] },
      1,
      "INTERVIEWING",
      /Leave --fee out/
    ],
    ["is none", { optimizedFee: false, customFees: [] }, undefined, "OFFER", /partner fees set agy_1 --percent 20%/],
    ["has another number", { optimizedFee: false, customFees: [share] }, 2, "OFFER", /Add --fee N/],
    [
      "does not matter in this state",
      { optimizedFee: false, customFees: [] },
      2,
      "REVIEWING",
      /advance, reject, withdraw/
    ],
    [
      "does not matter for an erased person",
      { optimizedFee: false, customFees: [] },
      2,
      "ERASED",
      /none: the person was erased/
    ]
  ] as const)("where the fee %s says what to do", ([, fees, fee, state, expected]) => {
    const application = {
      id: "app_1",
      job_id: "job_1",
      agency_id: "agy_1",
      ...(state === "ERASED" ? { state: "OFFER", erased_at: recordedAt.updated_at } : { state }),
      state_entered_at: recordedAt.created_at,
      version: 4,
      ...recordedAt
    }
    const salary = { amount: 7_200_000, currency: "EUR" }
    const refused = Result.flip(
      priceHire(application, fees, { startDate: "2026-03-01", salary, feeBaseCents: undefined, fee })
    )
    assert.match(Result.isSuccess(refused) ? refused.success.remedy : "", expected)
  })

  it("refuses a base in another currency with 2, before it looks for credentials", async () => {
    const { code, stderr } = await runPartner(undefined, [...hiring, "--fee-base", "10000.00:CHF"])
    assert.strictEqual(code, 2)
    assert.match(stderr, /--fee-base must be in EUR/)
  })

  it("refuses a salary that is none with 2, before it looks for credentials", async () => {
    const args = ["applications", "hire", "app_1", "--start-date", "2026-03-01", "--salary", "72000"]
    const { code, stderr } = await runPartner(undefined, args)
    assert.strictEqual(code, 2)
    assert.match(stderr, /--salary must be an amount and its currency.*it is "72000"/)
  })
})
