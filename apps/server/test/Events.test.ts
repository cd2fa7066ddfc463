/**
 * The change feed over HTTP (decisions, Journal): what it contains, for whom, and how a copy follows it.
 */
import { assert, describe, it } from "@effect/vitest"
import { endpoints } from "@partner-api/contract/Endpoints"
import { EventTypeName } from "@partner-api/domain/EventType"
import { errorOf, named } from "./ErrorAnswer.ts"
import { feedPageOf, lastIdOf, typesOf } from "./EventAnswer.ts"
import { textOf } from "./HttpCall.ts"
import { sharedServer, startServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
const token = tokens.acme

const events = (query = "", as = token) => call("GET", `/v1/events${query}`, { token: as })
const head = async (as = token) => feedPageOf(await events("?start=latest", as)).cursor
const since = async (cursor: string, query = "", as = token) => events(`?cursor=${cursor}${query}`, as)

let people = 0
const addUser = async (as = token, first_name = "Ada") =>
  textOf(
    await call("POST", "/v1/users", {
      token: as,
      json: { first_name, last_name: "King", email: `event.${people++}@example.com` }
    }),
    "id"
  )
const addJob = async (status?: string) =>
  textOf(
    await call("POST", "/v1/jobs", {
      token,
      json: { title: "Engineer", description: "Builds", ...(status === undefined ? {} : { status }) }
    }),
    "id"
  )
const submit = async (agency_id = "agy_hirewell") =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        agency_id,
        candidate: { first_name: "Grace", last_name: "Hopper", email: `event.${people++}@example.com` }
      }
    }),
    "id"
  )
const act = (id: string, action: string) =>
  call("POST", `/v1/applications/${id}/transitions`, { token, json: { action } })

describe("the feed", () => {
  it("has each write with the record as it is answered, in the order of the writes (decisions, Journal)", async () => {
    const cursor = await head()
    const job = await addJob()
    await call("PATCH", `/v1/jobs/${job}`, { token, json: { location: "Bern" } })
    const user = await addUser()
    const application = await submit()
    await act(application, "confirm")
    await call("POST", "/v1/agencies/agy_hirewell/fees", {
      token,
      json: { optimizedFee: false, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1_900, note: "Secret" }] }
    })
    const answer = await since(cursor)
    const { content, count, next } = feedPageOf(answer)
    assert.deepStrictEqual(typesOf(answer), [
      "job.created",
      "job.updated",
      "user.created",
      "application.submitted",
      "application.confirmed",
      "agency_fees.set"
    ])
    assert.deepStrictEqual([count, next], [6, null])
    const at = content.map(({ sequence }) => sequence)
    assert.deepStrictEqual(
      at,
      at.toSorted((one, other) => one - other)
    )
    const shown = async (path: string) => (await call("GET", path, { token })).json
    assert.deepStrictEqual(content[1]?.data["job"], await shown(`/v1/jobs/${job}`))
    assert.deepStrictEqual(content[2]?.data["user"], await shown(`/v1/users/${user}`))
    assert.deepStrictEqual(content[4]?.data["application"], await shown(`/v1/applications/${application}`))
    assert.deepStrictEqual(content[4]?.data["previous"], { state: "UNCONFIRMED" })
    assert.deepStrictEqual(content[5]?.data["changed"], ["optimizedFee", "customFees"])
  })

  it("has no event of a write that failed or changed nothing, and one of a write that is repeated (decisions, Safe repetition)", async () => {
    const job = await addJob("OPEN")
    const cursor = await head()
    await call("PATCH", `/v1/jobs/${job}`, { token, json: { status: "OPEN" } })
    assert.strictEqual((await call("PATCH", `/v1/jobs/${job}`, { token, json: { status: "DRAFT" } })).status, 409)
    const send = () =>
      call("POST", "/v1/jobs", {
        token,
        json: { title: "Once", description: "Once" },
        headers: { "idempotency-key": "events-once" }
      })
    assert.deepStrictEqual([(await send()).status, (await send()).headers["idempotency-replayed"]], [201, "true"])
    assert.deepStrictEqual(typesOf(await since(cursor)), ["job.created"])
  })

  it("says why the service itself withdrew an application (decisions, Resources)", async () => {
    const person = { first_name: "Emmy", last_name: "Noether", email: "emmy.events@example.com" }
    const send = async (agency_id: string) =>
      textOf(
        await call("POST", "/v1/applications", {
          token,
          json: { job_id: "job_00000001", agency_id, candidate: person }
        }),
        "id"
      )
    const [first, second] = [await send("agy_hirewell"), await send("agy_northwind")]
    const cursor = await head()
    await act(first, "confirm")
    const { content } = feedPageOf(await since(cursor))
    assert.deepStrictEqual(
      content.map(({ data, type }) => [type, Reflect.get(Object(data["application"]), "id"), data["reason"]]),
      [
        ["application.confirmed", first, undefined],
        ["application.withdrawn", second, "ownership_taken"]
      ]
    )
  })

  it("is walked page by page, and its cursor goes on where it ended (decisions, Journal)", async () => {
    const cursor = await head()
    for (let added = 0; added < 3; added++) await addUser()
    const seen: Array<string> = []
    let page = feedPageOf(await since(cursor, "&limit=1"))
    for (
      ;
      page.next !== null;
      page = feedPageOf(await call("GET", new URL(page.next).pathname + new URL(page.next).search, { token }))
    ) {
      assert.strictEqual(new URL(page.next).searchParams.get("cursor"), page.cursor)
      seen.push(...page.content.map(({ id }) => id))
    }
    seen.push(...page.content.map(({ id }) => id))
    assert.strictEqual(new Set(seen).size, 3)
    assert.deepStrictEqual(typesOf(await since(page.cursor)), [])
    await addUser()
    assert.deepStrictEqual(typesOf(await since(page.cursor)), ["user.created"])
    // What is requested beside a cursor takes the place of what it carries.
    assert.deepStrictEqual(typesOf(await since(cursor, "&limit=100")).length, 4)
  })

  it("keeps the types of its cursor, unless others are named beside it (decisions, Journal)", async () => {
    const { cursor } = feedPageOf(await events("?start=latest&types=job.*"))
    await addUser()
    await addJob()
    assert.deepStrictEqual(typesOf(await since(cursor)), ["job.created"])
    assert.deepStrictEqual(typesOf(await since(cursor, "&types=user.created")), ["user.created"])
    assert.deepStrictEqual(typesOf(await since(cursor, "&types=*")), ["user.created", "job.created"])
  })

  it.for([
    ["start=newest", "/start"],
    ["start=2026-02-30T00:00:00Z", "/start"],
    ["start=2026-01-31", "/start"],
    ["start=", "/start"],
    ["wait=11", "/wait"],
    ["wait=1.5", "/wait"],
    ["types=job.opend", "/types"],
    ["types=", "/types"],
    ["limit=101", "/limit"],
    ["since=2026", "/since"]
  ])("refuses %s and names it (decisions, Errors)", async ([query, path]) => {
    const answer = await events(`?${query}`)
    assert.strictEqual(errorOf(answer), named(422))
    assert.include(answer.text, `"path":"${path}"`)
  })

  it("begins at a moment: with the first event at or after it (docs/decisions/0060)", async () => {
    await using young = await startServer()
    const as = await young.scoped(await young.primary())
    const add = (email: string) =>
      young.call("POST", "/v1/users", { token: as, json: { first_name: "Ada", last_name: "King", email } })
    const from = async (start: string) =>
      feedPageOf(
        await young.call("GET", `/v1/events?start=${encodeURIComponent(start)}&types=user.created`, { token: as })
      )
    const moments: Array<number> = []
    for (let added = 0; added < 5; added++) {
      await young.advance(60_000)
      await add(`moment.${added}@example.com`)
      moments.push(Date.parse((await from("oldest")).content.at(-1)?.timestamp ?? ""))
    }
    const countFrom = async (timeMs: number) => (await from(new Date(timeMs).toISOString())).count
    for (const [index, moment] of moments.entries()) {
      assert.deepStrictEqual([await countFrom(moment), await countFrom(moment + 1)], [5 - index, 4 - index])
    }
    const [first = 0, second = 0, , , last = 0] = moments
    // The same moment in the time of another place.
    const elsewhere = new Date(second + 3_600_000).toISOString().replace("Z", "+01:00")
    assert.strictEqual((await from(elsewhere)).count, 4)
    assert.strictEqual(await countFrom(first - 1), 5)
    const { content, cursor } = await from(new Date(last + 86_400_000).toISOString())
    assert.deepStrictEqual(content, [])
    await add("moment.later@example.com")
    const after = await young.call("GET", `/v1/events?cursor=${cursor}`, { token: as })
    assert.deepStrictEqual(typesOf(after), ["user.created"])
  })

  it("refuses a start beside a cursor, and a cursor that is not its own (decisions, Lists)", async () => {
    const cursor = await head()
    assert.strictEqual(errorOf(await since(cursor, "&start=latest")), named(422))
    const ofJobs = new URL(textOf(await call("GET", "/v1/jobs?limit=1", { token }), "next")).searchParams.get("cursor")
    const changed = `${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`
    for (const wrong of [changed, ofJobs ?? "", await head(tokens.globex), "x"]) {
      assert.strictEqual(errorOf(await since(wrong)), "400 invalid_cursor")
    }
    assert.strictEqual(errorOf(await call("GET", `/v1/jobs?cursor=${cursor}`, { token })), "400 invalid_cursor")
  })
})

describe("who sees events (decisions, Journal)", () => {
  it("is who may read their records: the others are left out, and refused where they are named", async () => {
    const cursor = await head()
    await addUser()
    await addJob()
    await submit()
    const narrowed = await server.scoped(tokens.primary, "org_acme", ["jobs:read"])
    assert.deepStrictEqual(typesOf(await since(cursor, "", narrowed)), ["job.created"])
    assert.deepStrictEqual(typesOf(await since(cursor, "&types=*", narrowed)), ["job.created"])
    const refused = await since(cursor, "&types=user.*", narrowed)
    assert.strictEqual(errorOf(refused), named(403))
    assert.include(refused.text, "users:read")
    const nothing = await server.scoped(tokens.primary, "org_acme", ["audit:read"])
    assert.deepStrictEqual(typesOf(await since(cursor, "", nothing)), [])
  })

  it("is no token that lacks the permission for the types of a cursor from a wider one (decisions, Tokens)", async () => {
    const { cursor } = feedPageOf(await events("?start=latest&types=user.*"))
    await addUser()
    assert.deepStrictEqual(typesOf(await since(cursor)), ["user.created"])
    const narrowed = await server.scoped(tokens.primary, "org_acme", ["jobs:read"])
    const refused = await since(cursor, "", narrowed)
    assert.strictEqual(errorOf(refused), named(403))
    assert.include(refused.text, "users:read")
  })

  it("is nobody of another organization", async () => {
    const [cursor, globex] = [await head(), await head(tokens.globex)]
    await addUser(tokens.globex, "Charles")
    const id = lastIdOf(await since(globex, "", tokens.globex))
    assert.deepStrictEqual(typesOf(await since(cursor)), [])
    assert.strictEqual(errorOf(await call("GET", `/v1/events/${id}`, { token })), named(404))
  })

  it("is an agency for its own, and for jobs but drafts", async () => {
    await using bound = await startServer()
    await bound.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
    const employer = await bound.scoped(await bound.primary())
    const agency = await bound.partner()
    const { cursor } = feedPageOf(await bound.call("GET", "/v1/events?start=latest", { token: agency }))
    const post = (path: string, json: object) => bound.call("POST", path, { token: employer, json })
    const job = textOf(await post("/v1/jobs", { title: "Draft", description: "Draft" }), "id")
    await bound.call("PATCH", `/v1/jobs/${job}`, { token: employer, json: { status: "OPEN" } })
    for (const agency_id of ["agy_northwind", "agy_hirewell"]) {
      const candidate = { first_name: "Grace", last_name: "Hopper", email: `${agency_id}@example.com` }
      await post("/v1/applications", { job_id: job, agency_id, candidate })
      await post(`/v1/agencies/${agency_id}/fees`, { optimizedFee: false })
    }
    await post("/v1/users", { first_name: "Ada", last_name: "King", email: "bound@example.com" })
    const seen = feedPageOf(await bound.call("GET", `/v1/events?cursor=${cursor}`, { token: agency })).content
    assert.deepStrictEqual(
      seen.map(({ type }) => type),
      ["job.opened", "application.submitted", "agency_fees.set"]
    )
    assert.notInclude(JSON.stringify(seen), "northwind")
  })
})

describe("an event by its id (decisions, Journal)", () => {
  it("is the one of the feed, byte for byte", async () => {
    await addUser()
    const page = await events("?types=user.created")
    const id = lastIdOf(page)
    const answer = await call("GET", `/v1/events/${id}`, { token })
    assert.strictEqual(answer.status, 200)
    assert.include(page.text, answer.text)
  })

  it("is unknown where the id is wrong by one character, or no id of an event", async () => {
    const id = lastIdOf(await events("?types=user.created"))
    const other = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`
    for (const unknown of [other, "evt_none", "evt_VVVVVVVVVVVVV0000000000000", "job_00000001"]) {
      assert.strictEqual(errorOf(await call("GET", `/v1/events/${unknown}`, { token })), named(404))
    }
  })
})

describe("the types of events (decisions, Journal)", () => {
  it("are shown to everybody", async () => {
    const path = endpoints.find(({ id }) => id === "eventTypes.list")?.path ?? ""
    const answer = await call("GET", path)
    for (const type of EventTypeName.literals) assert.include(answer.text, `"type":"${type}"`)
  })
})
