/**
 * A grant that is bound to an agency is that agency's view: what it shows of jobs and agencies, page by page and across tokens of
 * both kinds (decisions, Tokens). That it shows nothing else is for the tenant matrix to prove.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named, withoutRequestId } from "./ErrorAnswer.ts"
import { pageStatement } from "./PageText.ts"
import { commandsOn } from "./operator/OnFile.ts"
import { textOf } from "./HttpCall.ts"
import { openDatabase, sharedFolder, sharedServer } from "./TestServer.ts"
import { pageOf, pathOf, walk } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens } = server
const folder = sharedFolder()

/** The drafts of Acme, and what of the rest agencies see. */
const jobIds = (isDraft: boolean): ReadonlyArray<string> => {
  using database = openDatabase(server.databaseFile)
  const condition = `json ->> 'status' IS ${isDraft ? "" : "NOT"} 'DRAFT'`
  return database.db
    .prepare(`SELECT id FROM jobs WHERE organization_id = 'org_acme' AND ${condition} ORDER BY id`)
    .all()
    .map(({ id }) => String(id))
}

const grantInSql = (agency: string | null) => {
  using database = openDatabase(server.databaseFile)
  database.db.prepare("UPDATE grants SET agency_id = ? WHERE client_id = 'sandbox-partner'").run(agency)
}

grantInSql("agy_hirewell")
const bound = await server.partner()
const refusedAlike = async (paths: readonly [string, string], token: string) => {
  const [one, other] = [await call("GET", paths[0], { token }), await call("GET", paths[1], { token })]
  assert.strictEqual(errorOf(one), named(404))
  assert.deepStrictEqual(withoutRequestId(one), withoutRequestId(other))
}

describe("the jobs of a grant that is bound to an agency", () => {
  it.for([1, 2, 100])(
    "are all but drafts, in pages of %i with counts of their own (decisions, Tokens)",
    async (limit) => {
      const shown = jobIds(false)
      assert.isAbove(jobIds(true).length, 10)
      const pages = await walk(call, bound, `/v1/jobs?limit=${limit}`)
      assert.deepStrictEqual(
        pages.flatMap((page) => pageOf(page).content.map(({ id }) => id)),
        shown
      )
      const counts = pages.map((page) => pageOf(page).count)
      assert.deepStrictEqual(
        counts.slice(0, -1),
        counts.slice(0, -1).map(() => limit)
      )
      pages.forEach((page) => assert.notInclude(page.text, "DRAFT"))
    }
  )

  it("are all of them again in a token that is not bound, drafts too (decisions, Tokens)", async () => {
    const pages = await walk(call, tokens.acme, "/v1/jobs?limit=100")
    const seen = pages.flatMap((page) => pageOf(page).content.map(({ id }) => id))
    assert.deepStrictEqual(seen, [...jobIds(false), ...jobIds(true)].toSorted())
  })

  it("stay without drafts under a cursor from a token that is not bound, and the other way round (decisions, Tokens)", async () => {
    const [draft = ""] = jobIds(true)
    const before = Number(draft.slice("job_".length))
    // The cursor stands on the draft itself.
    const first = await call("GET", `/v1/jobs?limit=${before}`, { token: tokens.acme })
    assert.strictEqual(pageOf(first).content.at(-1)?.id, draft)
    const there = await walk(call, bound, pathOf(pageOf(first).next ?? assert.fail("one page")))
    assert.deepStrictEqual(
      there.flatMap((page) => pageOf(page).content.map(({ id }) => id)),
      jobIds(false).filter((id) => id > draft)
    )
    const own = await call("GET", `/v1/jobs?limit=2`, { token: bound })
    const back = await walk(call, tokens.acme, pathOf(pageOf(own).next ?? assert.fail("one page")))
    const after = pageOf(own).content.at(-1)?.id ?? ""
    assert.deepStrictEqual(
      back.flatMap((page) => pageOf(page).content.map(({ id }) => id)),
      [...jobIds(false), ...jobIds(true)].toSorted().filter((id) => id > after)
    )
  })

  it("are a draft no more or a draft again as an import says (decisions, Tokens)", async () => {
    // No agency has an application for it, which would show it as a draft too.
    const open = jobIds(false).find((id) => id > "job_00000100") ?? ""
    const ids = { draft: "REQ-4", open: `REQ-${Number(open.slice("job_".length))}` }
    const line = (external_id: string, status: string) =>
      `${JSON.stringify({ external_id, title: "T", description: "D", status })}\n`
    const file = folder.file("status.ndjson")
    Fs.writeFileSync(file, line(ids.draft, "OPEN") + line(ids.open, "DRAFT"))
    const { json } = commandsOn(server.databaseFile)
    await json("import", "jobs", file, "--organization", "org_acme")
    assert.strictEqual((await call("GET", "/v1/jobs/job_00000004", { token: bound })).status, 200)
    await refusedAlike([`/v1/jobs/${open}`, "/v1/jobs/job_unknown"], bound)
    const seen = (await walk(call, bound, "/v1/jobs?limit=100")).flatMap((page) =>
      pageOf(page).content.map(({ id }) => id)
    )
    assert.deepStrictEqual([seen.includes("job_00000004"), seen.includes(open)], [true, false])
  })

  it("are a range of the jobs that are open to all, and one of the other jobs of the agency (recruiting 3)", () => {
    using database = openDatabase(server.databaseFile)
    const { text, valuesOf } = pageStatement("sqlite", "agency")
    const plan = database.db
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...valuesOf({ organizationId: "org_acme", agencyId: "agy_hirewell", after: "job_00000100", count: 101 }))
      .map(({ detail }) => String(detail))
    assert.deepStrictEqual(
      plan.filter((step) => step.startsWith("SEARCH")),
      [
        "SEARCH jobs USING INDEX jobs_open (organization_id=? AND id>?)",
        "SEARCH agency_jobs USING PRIMARY KEY (organization_id=? AND agency_id=? AND job_id>?)",
        "SEARCH jobs USING PRIMARY KEY (organization_id=? AND id=?)"
      ]
    )
    assert.notInclude(plan.join(), "SCAN jobs")
  })

  it("answer If-None-Match of a draft as of nothing (decisions, Tokens)", async () => {
    const [draft = ""] = jobIds(true)
    const known = await call("GET", `/v1/jobs/${draft}`, { token: tokens.acme })
    const headers = { "if-none-match": String(known.headers["etag"]) }
    assert.strictEqual((await call("GET", `/v1/jobs/${draft}`, { token: tokens.acme, headers })).status, 304)
    const answer = await call("GET", `/v1/jobs/${draft}`, { token: bound, headers })
    assert.strictEqual(errorOf(answer), named(404))
    assert.isUndefined(answer.headers["etag"])
  })
})

describe("the agencies of a grant that is bound to an agency", () => {
  it.for(["", "?limit=1", "?limit=2", "?limit=100"])("are one row, itself: %s (decisions, Tokens)", async (query) => {
    const { content, next, count } = pageOf(await call("GET", `/v1/agencies${query}`, { token: bound }))
    assert.deepStrictEqual([content.map(({ id }) => id), next, count], [["agy_hirewell"], null, 1])
  })

  it("are none behind a cursor that stands on it (decisions, Tokens)", async () => {
    const first = pageOf(await call("GET", "/v1/agencies?limit=1", { token: tokens.acme }))
    assert.deepStrictEqual(
      first.content.map(({ id }) => id),
      ["agy_hirewell"]
    )
    const path = pathOf(first.next ?? assert.fail("one page"))
    assert.strictEqual(pageOf(await call("GET", path, { token: tokens.acme })).count, 1)
    assert.deepStrictEqual(pageOf(await call("GET", path, { token: bound })), { content: [], next: null, count: 0 })
  })

  it("are none when it is bound to an agency that is not there (decisions, Tokens)", async () => {
    grantInSql("agy_gone")
    await server.advance(1_000)
    assert.strictEqual(pageOf(await call("GET", "/v1/agencies", { token: bound })).count, 0)
    await refusedAlike(["/v1/agencies/agy_gone", "/v1/agencies/agy_hirewell"], bound)
    grantInSql("agy_hirewell")
    await server.advance(1_000)
  })
})

describe("a token from before its grant was bound", () => {
  it("gets no stored answer from before, of an application that its agency does not see (decisions, Tokens)", async () => {
    grantInSql(null)
    await server.advance(1_000)
    const token = await server.partner()
    const candidate = { first_name: "Ada", last_name: "King", email: "stored@example.com" }
    const json = { job_id: "job_00000002", agency_id: "agy_northwind", candidate }
    const submit = () => call("POST", "/v1/applications", { token, json, headers: { "idempotency-key": "bound" } })
    const submitted = await submit()
    assert.strictEqual(submitted.status, 201, submitted.text)
    assert.strictEqual((await submit()).text, submitted.text)
    grantInSql("agy_hirewell")
    await server.advance(1_000)
    const refused = await submit()
    assert.strictEqual(textOf(refused, "error"), "idempotency_key_reused")
    assert.notInclude(refused.text, textOf(submitted, "id"))
    grantInSql(null)
    await server.advance(1_000)
    assert.strictEqual((await submit()).text, submitted.text)
  })

  it.for(["flow A", "flow B"])(
    "is bound within a second, of %s; its stored answers are closed too (decisions, Tokens)",
    async (flow) => {
      grantInSql(null)
      await server.advance(1_000)
      const token =
        flow === "flow B"
          ? await server.partner()
          : await server.scoped(await server.primary("sandbox-partner", "sandbox-partner-secret"))
      const rival = "/v1/agencies/agy_northwind/fees"
      const write = { token, json: { optimizedFee: flow === "flow A" }, headers: { "idempotency-key": flow } }
      assert.strictEqual((await call("GET", rival, { token })).status, 200)
      assert.strictEqual((await call("POST", rival, write)).status, 200)
      assert.strictEqual((await call("GET", "/v1/users", { token })).status, 200)
      grantInSql("agy_hirewell")
      await server.advance(1_000)
      await refusedAlike([rival, "/v1/agencies/agy_unknown/fees"], token)
      assert.strictEqual(errorOf(await call("POST", rival, write)), named(403))
      assert.strictEqual(errorOf(await call("GET", "/v1/users", { token })), named(403))
      assert.notInclude((await call("GET", "/v1/jobs?limit=100", { token })).text, "DRAFT")
    }
  )
})
