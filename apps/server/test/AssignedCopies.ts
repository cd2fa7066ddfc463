/**
 * Copies that an agency keeps of its jobs, by the change feed, by webhook and by `updated_since`, while the employer assigns jobs, takes assignments back,
 * restricts jobs and changes them at random (recruiting, Who sees a job).
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { accessFindingOf } from "../src/operations/doctor/AccessChecks.ts"
import { readAgencyViews } from "../src/store/diagnosis/AgencyViews.ts"
import { latestVersion } from "../src/store/Migrations.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, textOf } from "./HttpCall.ts"
import { choicesOf } from "./model/Choices.ts"
import { startServer } from "./TestServer.ts"
import { walk } from "./Walk.ts"
import { startSink } from "./webhooks/Sink.ts"

const decodeJobs = Schema.decodeUnknownSync(
  Schema.Struct({ content: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
)
const decodeDelivery = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ data: Schema.Record(Schema.String, Schema.Unknown) }))
)
type Job = Readonly<Record<string, unknown>>
type Copy = Map<string, Job>

const jobsOf = (pages: ReadonlyArray<Answer>): ReadonlyArray<Job> =>
  pages.flatMap(({ json }) => decodeJobs(json).content)
const copyOf = (jobs: ReadonlyArray<Job>): Copy => new Map(jobs.map((job) => [String(job["id"]), job]))
const sorted = (copy: Copy): ReadonlyArray<Job> =>
  [...copy].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, job]) => job)

/** What `doctor` reads of the jobs that agencies see. */
const storedViews = Effect.flatMap(SqlClient, (sql) =>
  readAgencyViews(
    (row, text) => Effect.flatMap(sql.unsafe(text), Schema.decodeUnknownEffect(Schema.Array(row))),
    latestVersion
  )
)

/** How many changes come between two reads of the copies. */
const changesPerRead = 25

/** Makes changes and keeps the copies. Gives the number of jobs in the list at the end, which each copy holds. */
export const compareCopies = async (changes: number): Promise<number> => {
  const startMs = Date.UTC(2026, 0, 1)
  await using server = await startServer({ startMs, hostPolicy: { hosts: [], loopback: true } })
  using sink = await startSink()
  const { call } = server
  const token = await server.scoped(await server.primary())
  await server.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
  const agency = await server.partner()
  const { below, pick } = choicesOf(5)

  const list = async (query = "") => copyOf(jobsOf(await walk(call, agency, `/v1/jobs?limit=100${query}`)))
  const byFeed = await list()
  const byWebhook = await list()
  const bySince = await list()
  let cursor = feedPageOf(await call("GET", "/v1/events?start=latest&types=job.*", { token: agency })).cursor
  let since = startMs
  const endpoint = { url: sink.url, types: ["job.*"] }
  assert.strictEqual((await call("POST", "/v1/webhook_endpoints", { token: agency, json: endpoint })).status, 201)

  const apply = async (copy: Copy, { job: of }: Readonly<Record<string, unknown>>): Promise<void> => {
    const job = Object(of) as Job
    const id = String(job["id"])
    if ("title" in job) return void copy.set(id, job)
    // An event with the id alone says that the job may be hidden now: the copy asks for it.
    const answer = await call("GET", `/v1/jobs/${id}`, { token: agency })
    if (answer.status === 200) copy.set(id, Object(answer.json) as Job)
    else copy.delete(id)
  }
  const readFeed = async (): Promise<void> => {
    const page = feedPageOf(await call("GET", `/v1/events?limit=100&cursor=${cursor}`, { token: agency }))
    for (const { data } of page.content) await apply(byFeed, data)
    cursor = page.cursor
    if (page.next !== null) await readFeed()
  }
  let received = 0
  const readReceived = async (): Promise<void> => {
    for (; received < sink.requests.length; received++) {
      const delivery = sink.requests[received]
      if (delivery !== undefined && delivery.type !== "ping") await apply(byWebhook, decodeDelivery(delivery.body).data)
    }
  }
  let movedMs = 0
  const readSince = async (): Promise<void> => {
    const began = startMs + movedMs
    for (const [id, job] of await list(`&updated_since=${new Date(since).toISOString()}`)) bySince.set(id, job)
    since = began
  }

  const jobs: Array<string> = []
  for (let made = 0; made < changes; made++) {
    const id = jobs.length === 0 ? "" : pick(jobs)
    const path = `/v1/jobs/${id}`
    const of = `${path}/assignments/${pick(["agy_hirewell", "agy_hirewell", "agy_northwind"])}`
    const kind = id === "" ? 0 : below(10)
    if (kind < 2) {
      const json = {
        title: `T${made}`,
        description: "D",
        status: pick(["OPEN", "OPEN", "DRAFT"]),
        agency_access: pick(["ALL", "ASSIGNED", "ASSIGNED"])
      }
      jobs.push(textOf(await call("POST", "/v1/jobs", { token, json }), "id"))
    } else if (kind < 4) await call("PATCH", path, { token, json: { title: `T${made}` } })
    else if (kind < 5) await call("PATCH", path, { token, json: { status: pick(["OPEN", "ON_HOLD", "CLOSED"]) } })
    else if (kind < 6) await call("PATCH", path, { token, json: { agency_access: pick(["ALL", "ASSIGNED"]) } })
    else if (kind < 8) await call("PUT", of, { token, json: below(2) === 0 ? {} : { submission_limit: 1 + below(5) } })
    else if (kind < 9) await call("DELETE", of, { token })
    else {
      const candidate = { first_name: "A", last_name: "B", email: `c${made}@example.com` }
      await call("POST", "/v1/applications", { token: agency, json: { job_id: id, candidate } })
    }
    if (made % changesPerRead === 0) {
      movedMs += 1_000
      await server.advance(1_000)
      await readFeed()
      await readReceived()
      await readSince()
    }
  }
  // Deliveries come in the order of the events: this one is the last.
  const last = await call("POST", "/v1/jobs", { token, json: { title: "Last", description: "D", status: "OPEN" } })
  assert.strictEqual(last.status, 201)
  await sink.until((requests) => requests.some(({ body }) => body.includes(textOf(last, "id"))))
  await readReceived()
  await readFeed()
  await readSince()
  const there = await list()
  assert.deepStrictEqual(sorted(byFeed), sorted(there), "the copy by the feed")
  assert.deepStrictEqual(sorted(byWebhook), sorted(there), "the copy by webhook")
  assert.strictEqual(accessFindingOf(await server.run(storedViews)).state, "good")
  for (const [id, job] of there) assert.deepStrictEqual(bySince.get(id), job, "the copy by updated_since")
  return there.size
}
