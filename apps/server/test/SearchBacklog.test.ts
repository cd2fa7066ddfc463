/**
 * Records that a program without search has written: they are refused and not silently missed, until a worker has added their words.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { AgencyId, JobId, UserId } from "@partner-api/domain/Ids"
import type { Job } from "@partner-api/domain/Job"
import { furnish, one, two } from "@partner-api/service/laws/Furnished"
import { walk } from "@partner-api/service/laws/Walk"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import type { Stores } from "@partner-api/service/store/Stores"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { CurrentTransformer, type Statement } from "effect/sql/Statement"
import { type DatabaseTarget, readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { addMissing, recordsPerTransaction } from "../src/store/sql/kit/SearchIndex.ts"
import { databases } from "./Postgres.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const encode = Schema.encodeSync(Schema.fromJsonString(Schema.Any))
const job = (id: string, title: string): Job => ({ id: JobId.make(id), title, description: "D" })
const at = "2026-01-01T00:00:00.000Z"

/** Adds records as the release before does: it writes neither words nor the mark that they are there. */
const writeUnaware = Effect.fnUntraced(function* (jobs: number) {
  const sql = yield* SqlClient
  const made = Arr.makeBy(jobs, (index) => job(`job_${String(index).padStart(4, "0")}`, `Gardener ${index}`))
  yield* sql`INSERT INTO jobs ${sql.insert(
    Arr.map(made, (each) => ({ organization_id: one, id: each.id, json: encode(each), written_at_ms: 1 }))
  )}`
  yield* sql`INSERT INTO users ${sql.insert({
    organization_id: one,
    id: "usr_a",
    email_key: "a",
    created_at: at,
    updated_at: at,
    first_name: "Ada",
    last_name: "King",
    email: "a@example.com",
    status: "ACTIVE",
    written_at_ms: 1
  })}`
  yield* sql`INSERT INTO agencies ${sql.insert({
    organization_id: one,
    id: "agy_a",
    name: "Hirewell",
    recruiters: "[]",
    optimized_fee: 1,
    custom_fees: "[]"
  })}`
})

const searches = Effect.gen(function* () {
  const [agencies, pages, users] = [yield* AgencyStore, yield* JobPages, yield* UserStore]
  const jobs = (q: string, organization = one) =>
    walk(100, (request) => pages.filtered(organization, { q }, undefined, request))
  return {
    jobs,
    users: (q: string) => walk(100, (request) => users.page(one, { q }, request)),
    agencies: (q: string) => walk(100, (request) => agencies.page(one, { q }, request))
  }
})

const backlog = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* furnish
  const search = yield* searches
  const jobs = recordsPerTransaction + 1
  yield* writeUnaware(jobs)
  yield* (yield* JobStore).saveAll(two, [job("job_a", "Gardener")])

  for (const refused of [search.jobs("gardener"), search.users("ada"), search.agencies("hirewell")]) {
    const error = yield* Effect.flip(refused)
    assert.deepInclude(error, { _tag: "Unavailable", retryAfterSeconds: 5 })
  }
  // Nobody else waits for it, and nothing but a search does.
  assert.deepStrictEqual(yield* search.jobs("gardener", two), ["job_a"])
  const before = yield* sql`SELECT id, written_at_ms FROM jobs ORDER BY id`

  yield* addMissing(sql)
  assert.strictEqual((yield* search.jobs("gardener")).length, jobs)
  assert.deepStrictEqual(yield* search.jobs("7 gardener"), yield* search.jobs("gardener 7"))
  assert.deepStrictEqual(yield* search.users("king"), [UserId.make("usr_a")])
  assert.deepStrictEqual(yield* search.agencies("hire"), [AgencyId.make("agy_a")])
  assert.deepStrictEqual(yield* sql`SELECT id, written_at_ms FROM jobs ORDER BY id`, before, "no write of the records")
})

/** A node of the release before changes a record; on PostgreSQL, where it can, the trigger gives the write its moment. */
const changedUnaware = Effect.gen(function* () {
  const sql = yield* SqlClient
  const search = yield* searches
  const changed = job("job_0007", "Florist")
  yield* sql`UPDATE jobs SET json = ${encode(changed)} WHERE organization_id = ${one} AND id = ${changed.id}`
  yield* sql`UPDATE agencies SET name = 'Talent' WHERE id = 'agy_a'`
  assert.strictEqual((yield* Effect.flip(search.jobs("florist")))._tag, "Unavailable")
  assert.strictEqual((yield* Effect.flip(search.agencies("talent")))._tag, "Unavailable")
  yield* addMissing(sql)
  assert.deepStrictEqual(yield* search.jobs("florist"), [changed.id])
  assert.deepStrictEqual(yield* search.agencies("talent"), [AgencyId.make("agy_a")])
  assert.deepStrictEqual(yield* search.agencies("hire"), [])
})

const on = <A, E>(target: DatabaseTarget, effect: Effect.Effect<A, E, Stores | SqlClient>) =>
  Effect.provide(effect, Database.layer(target))

/** How many transactions a backlog of three long jobs takes: two of them have more bytes than one of 128 KiB. */
const longRecords = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* furnish
  const made = Arr.makeBy(3, (index) => ({ ...job(`job_${index}`, "Gardener"), description: "\ufdfa".repeat(25_000) }))
  yield* sql`INSERT INTO jobs ${sql.insert(
    Arr.map(made, (each) => ({ organization_id: one, id: each.id, json: encode(each), written_at_ms: 1 }))
  )}`
  let transactions = 0
  yield* Effect.provideService(addMissing(sql), CurrentTransformer, (statement: Statement<unknown>) => {
    transactions += statement.compile()[0].startsWith('UPDATE "jobs"') ? 1 : 0
    return Effect.succeed(statement)
  })
  assert.strictEqual(transactions, made.length)
  assert.strictEqual((yield* (yield* searches).jobs("gardener")).length, made.length)
})

describe("records without words", () => {
  let url = ""
  beforeAll(async () => {
    url = await databases().create()
  })

  it.live("get them on SQLite (docs/decisions, 41)", () =>
    on(readTarget(`sqlite:${folder.file("backlog.db")}`), backlog)
  )
  it.live("get them in transactions of 128 KiB, so that requests come between (docs/decisions, 88)", () =>
    on(readTarget(`sqlite:${folder.file("long.db")}`), longRecords)
  )
  it.live("get them on PostgreSQL, also when a node of the release before writes (docs/decisions, 41)", () =>
    on(readTarget(url), Effect.andThen(backlog, changedUnaware))
  )
})
