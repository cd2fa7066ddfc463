/**
 * Confirmations by the person of an application, with a link (recruiting 6): who requests one, what it does, how it ends, and what becomes of applications
 * that nobody confirms.
 */
import { assert, describe, it } from "@effect/vitest"
import { confirmationLinksPerDayMax } from "@partner-api/domain/Confirmation"
import { linkDays } from "@partner-api/domain/Link"
import { dayMs } from "@partner-api/domain/StorageQuota"
import { agencyClient, employerClient } from "./ClientsOfAcme.ts"
import { withoutRequestId, errorOf, named } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { startDate } from "./StartDate.ts"
import { sharedServer, startServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, query, tokens } = server
const agency = await agencyClient(server)
/** Another client of the employer, which submitted nothing. */
const employer = await employerClient(server)
/** A client of the employer that submits for other agencies. */
const rival = tokens.acme

let people = 0
const submit = async (by = call, token = agency, email = `link${++people}@example.com`, agency_id = "agy_hirewell") =>
  textOf(
    await by("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        agency_id,
        candidate: { first_name: "Grace", last_name: "Hopper", email }
      }
    }),
    "id"
  )
const request = (id: string, token = agency, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", `/v1/applications/${id}/confirmation_requests`, { token, headers })
const tokenOf = (answer: Answer): string => {
  assert.strictEqual(answer.status, 201, answer.text)
  return textOf(answer, "url").split("#")[1] ?? ""
}
const linkOf = async (id: string) => tokenOf(await request(id))
const show = (token: string) => call("POST", "/v1/confirmations", { json: { token } })
const decide = (token: string, decision: string) =>
  call("POST", "/v1/confirmations/decide", { json: { token, decision } })
const read = async (id: string, token = agency) => membersOf(await call("GET", `/v1/applications/${id}`, { token }))
const stateOf = async (id: string) => (await read(id))["state"]
const historyOf = async (id: string, token = agency) =>
  Object(membersOf(await call("GET", `/v1/applications/${id}/history`, { token }))["content"])

const shown = {
  organization_name: "Acme",
  agency_name: "Hirewell",
  first_name: "Grace",
  state: "UNCONFIRMED",
  expires_at: new Date(server.startMs + linkDays * dayMs).toISOString()
}
/** What every refused link is answered. */
const noLink = withoutRequestId(await show("x".repeat(43)))
const isRefused = async (answer: Promise<Answer>) =>
  assert.deepStrictEqual([(await answer).status, withoutRequestId(await answer)], [404, noLink])

describe("a confirmation request (recruiting 6)", () => {
  it("answers its link once, and a replay lacks it", async () => {
    const id = await submit()
    const headers = { "idempotency-key": `link-${id}` }
    const first = await request(id, agency, headers)
    assert.match(textOf(first, "url"), /\/confirm#[\w-]{43}$/)
    assert.deepInclude(membersOf(first), { expires_at: shown.expires_at })
    const again = await request(id, agency, headers)
    assert.deepStrictEqual([again.status, again.json], [201, { expires_at: shown.expires_at }])
    assert.strictEqual((await show(tokenOf(first))).status, 200)
  })

  it("is the agency's: another client of the employer does not see the application, and is refused once it does", async () => {
    const id = await submit()
    assert.strictEqual(errorOf(await request(id, employer)), named(404))
    await decide(await linkOf(id), "CONFIRM")
    assert.strictEqual(errorOf(await request(id, employer)), named(403))
    assert.strictEqual(errorOf(await request(id)), named(409))
  })

  it("ends the link before, and an application gets ten a day", async () => {
    const id = await submit()
    const first = await linkOf(id)
    const second = await linkOf(id)
    await isRefused(show(first))
    assert.strictEqual((await show(second)).status, 200)
    for (let count = 3; count <= confirmationLinksPerDayMax; count++) await linkOf(id)
    const refused = await request(id)
    assert.strictEqual(errorOf(refused), named(429))
    assert.isAbove(Number(refused.headers["retry-after"]), 0)
  })

  it("is of no use for a closed job, and refused", async () => {
    const id = await submit()
    const job = { token: tokens.acme, json: { status: "CLOSED" } }
    await call("PATCH", "/v1/jobs/job_00000001", job)
    assert.strictEqual(errorOf(await request(id)), named(409))
    await call("PATCH", "/v1/jobs/job_00000001", { ...job, json: { status: "OPEN" } })
  })

  it("is an event of the agency, and not of the employer", async () => {
    const id = await submit()
    await linkOf(id)
    const typesFor = async (token: string) =>
      feedPageOf(
        await call("GET", "/v1/events?start=oldest&types=application.confirmation_requested&limit=100", { token })
      ).content.map(({ data }) => Object(data).application.id)
    assert.include(await typesFor(agency), id)
    assert.notInclude(await typesFor(employer), id)
  })
})

describe("a link (recruiting 6)", () => {
  it("shows who submits whom, for what, and changes nothing", async () => {
    const id = await submit()
    const link = await linkOf(id)
    const [first, second] = [await show(link), await show(link)]
    const { job_title, ...rest } = membersOf(first)
    assert.deepStrictEqual([rest, first.text], [shown, second.text])
    assert.isString(job_title)
    assert.strictEqual(await stateOf(id), "UNCONFIRMED")
  })

  it("has a page that runs its own script alone, and is the same for every link (recruiting 6)", async () => {
    const page = await call("GET", "/confirm")
    assert.deepStrictEqual([page.status, page.headers["referrer-policy"]], [200, "no-referrer"])
    const policy = String(page.headers["content-security-policy"])
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      assert.include(policy, part)
    assert.strictEqual((await call("GET", "/confirm/page.js")).status, 200)
    assert.strictEqual((await call("GET", `/confirm?token=${await linkOf(await submit())}`)).text, page.text)
  })

  it("confirms: the person is the actor, and the link its consent; the same again answers the same", async () => {
    const [id, other] = [
      await submit(call, agency, "grace@example.com"),
      await submit(call, rival, "grace@example.com", "agy_northwind")
    ]
    const link = await linkOf(id)
    const binding = { settings: { fees_apply: "AT_CONFIRMATION" } }
    await call("PATCH", "/v1/organization", { token: tokens.acme, json: binding })
    const first = await decide(link, "CONFIRM")
    assert.deepInclude(membersOf(first), { ...shown, state: "AWAITING_SORT" })
    const at = new Date(server.startMs).toISOString()
    const application = await read(id)
    assert.deepInclude(application, {
      state: "AWAITING_SORT",
      consent: { obtained_at: at, method: "LINK", delivered_by: "AGENCY" },
      terms: {
        fees: { optimizedFee: true, customFees: [] },
        binding: "AT_CONFIRMATION",
        agreed_at: application["confirmed_at"]
      }
    })
    const [, , change] = await historyOf(id)
    assert.deepInclude(change, {
      action: "application.confirmed",
      actor: "candidate",
      changed: ["state", "consent", "terms"]
    })
    // What follows is the service's.
    assert.deepInclude(await read(other, rival), {
      state: "WITHDRAWN",
      withdrawal: { by: "SYSTEM", cause: "OWNERSHIP_TAKEN" }
    })
    assert.strictEqual((await historyOf(other, rival)).at(-1).actor, "system")
    await call("POST", `/v1/applications/${id}/transitions`, { token: employer, json: { action: "keep" } })
    const again = await decide(link, "CONFIRM")
    assert.deepStrictEqual([again.status, again.text], [200, first.text])
    assert.strictEqual((await read(id))["state"], "REVIEWING")
  })

  it("declines, and is of no use after a day", async () => {
    const id = await submit()
    const link = await linkOf(id)
    const first = await decide(link, "DECLINE")
    assert.deepInclude(membersOf(first), { state: "DECLINED" })
    assert.strictEqual((await decide(link, "DECLINE")).text, first.text)
    await isRefused(decide(link, "CONFIRM"))
    await query("UPDATE confirmation_links SET decided_at_ms = ? WHERE application_id = ?", server.startMs - dayMs, id)
    await isRefused(decide(link, "DECLINE"))
    await isRefused(show(link))
  })

  it("withdraws until the hire, also when it has ended for a confirmation", async () => {
    const [id, hired] = [await submit(), await submit()]
    const [link, late] = [await linkOf(id), await linkOf(hired)]
    for (const one of [link, late]) await decide(one, "CONFIRM")
    await query("UPDATE confirmation_links SET expires_at_ms = 0, decided_at_ms = 0")
    const first = await decide(link, "WITHDRAW")
    assert.deepInclude(membersOf(first), { state: "WITHDRAWN" })
    assert.deepInclude(await read(id), { state: "WITHDRAWN", withdrawal: { by: "CANDIDATE" } })
    const hire = { start_date: startDate, base_salary_cents: 7_200_000, currency: "EUR" }
    for (const json of [{ action: "keep" }, { action: "advance" }, { action: "hire", hire }]) {
      const answer = await call("POST", `/v1/applications/${hired}/transitions`, { token: employer, json })
      assert.strictEqual(answer.status, 200, answer.text)
    }
    await isRefused(decide(late, "WITHDRAW"))
    await isRefused(show(late))
  })

  it("is refused with the same bytes where it has ended, where its address has changed, and where another application owns the person", async () => {
    await server.advance(120_000)
    const [ended, moved, owned] = [await submit(), await submit(), await submit(call, agency, "owned@example.com")]
    const [endedLink, movedLink, ownedLink] = [await linkOf(ended), await linkOf(moved), await linkOf(owned)]
    await query("UPDATE confirmation_links SET expires_at_ms = 1 WHERE application_id = ?", ended)
    await call("PATCH", `/v1/applications/${moved}`, {
      token: agency,
      json: { candidate: { email: `moved${++people}@example.com` } }
    })
    // The other application takes the person, which withdraws this one.
    const other = await submit(call, rival, "owned@example.com", "agy_northwind")
    await decide(tokenOf(await request(other, rival)), "CONFIRM")
    for (const link of [endedLink, movedLink, ownedLink]) await isRefused(decide(link, "CONFIRM"))
    assert.strictEqual(await stateOf(owned), "WITHDRAWN")
  })

  it("counts as a failed login where it is refused: 429 beyond the bound", async () => {
    await using own = await startServer()
    const answers = []
    for (let count = 0; count <= 20; count++)
      answers.push(
        (await own.call("POST", "/v1/confirmations/decide", { json: { token: `x${count}`, decision: "CONFIRM" } }))
          .status
      )
    assert.deepStrictEqual(answers, [...Array.from({ length: 20 }, () => 404), 429])
  })

  it("is one confirmation, however many decide at once", async () => {
    await server.advance(120_000)
    const id = await submit()
    const link = await linkOf(id)
    const answers = await Promise.all(
      ["CONFIRM", "DECLINE", "CONFIRM", "WITHDRAW", "CONFIRM", "DECLINE"].map((one) => decide(link, one))
    )
    const changes = (await historyOf(id)).filter(({ actor }: { actor: string }) => actor === "candidate")
    assert.isAtLeast(answers.filter(({ status }) => status === 200).length, 1)
    const actions = changes.map(({ action }: { action: string }) => action)
    assert.include(
      [
        ["application.confirmed"],
        ["application.confirmed", "application.withdrawn"],
        ["application.declined"],
        ["application.withdrawn"]
      ].map(String),
      String(actions)
    )
  })
})

describe("an application that nobody confirms (recruiting 6)", () => {
  it("is withdrawn after 30 days, and its person erased 30 days later, and no other", async () => {
    await using own = await startServer()
    await own.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
    const token = await own.partner()
    const [waiting, young, ended, confirmed] = [
      await submit(own.call, token),
      await submit(own.call, token),
      await submit(own.call, token),
      await submit(own.call, token)
    ]
    const move = (id: string, action: string) =>
      own.call("POST", `/v1/applications/${id}/transitions`, { token, json: { action } })
    await move(ended, "decline")
    await move(confirmed, "confirm")
    await move(confirmed, "withdraw")
    const stoodFor = (id: string, days: number) =>
      own.query("UPDATE applications SET unconfirmed_since_ms = ? WHERE id = ?", own.startMs - days * dayMs, id)
    for (const id of [waiting, ended]) await stoodFor(id, 30)
    await stoodFor(young, 29)
    /** The next event of a type: a database beside the process answers in its own time, and the feed answers once the worker has written. */
    const nextOf = async (type: string, as: string) => {
      const { cursor } = feedPageOf(await own.call("GET", `/v1/events?start=latest&types=${type}`, { token: as }))
      return (later: string) => own.call("GET", `/v1/events?cursor=${cursor}&types=${type}&wait=10`, { token: later })
    }
    const [expiry, erasure] = [
      await nextOf("application.confirmation_expired", token),
      await nextOf("application.erased", token)
    ]
    await own.advance(3_700_000)
    const fresh = await own.partner()
    await expiry(fresh)
    await erasure(fresh)
    const readOwn = async (id: string) => membersOf(await own.call("GET", `/v1/applications/${id}`, { token: fresh }))
    const expired = await readOwn(waiting)
    assert.deepInclude(expired, { state: "WITHDRAWN", withdrawal: { by: "SYSTEM", cause: "CONFIRMATION_EXPIRED" } })
    assert.property(expired, "candidate")
    assert.notProperty(await readOwn(ended), "candidate")
    assert.property(await readOwn(confirmed), "candidate")
    assert.strictEqual((await readOwn(young))["state"], "UNCONFIRMED")
    const events = await own.call("GET", "/v1/events?start=oldest&types=application.confirmation_expired", {
      token: fresh
    })
    assert.include(
      feedPageOf(events).content.map(({ data }) => Object(data).application.id),
      waiting
    )
    await stoodFor(waiting, 30)
    const next = await nextOf("application.erased", fresh)
    await own.advance(3_700_000)
    const later = await own.partner()
    await next(later)
    const erased = await own.call("GET", `/v1/applications/${waiting}`, { token: later })
    assert.notProperty(membersOf(erased), "candidate")
    assert.property(membersOf(erased), "erased_at")
    const history = await own.call("GET", `/v1/applications/${waiting}/history`, { token: later })
    assert.deepInclude(Object(membersOf(history)["content"]).at(-1), {
      action: "application.erased",
      actor: "system",
      reason: "retention"
    })
  })
})
