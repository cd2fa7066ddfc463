/**
 * Records of a database from before letters such as ł were searched as people type them are found after the upgrade (docs/decisions, 94).
 */
import { assert, describe, it } from "@effect/vitest"
import { AgencyId, JobId, UserId } from "@partner-api/domain/Ids"
import { wordsOf } from "@partner-api/domain/Search"
import { at, furnish, one } from "@partner-api/service/laws/Furnished"
import { walk } from "@partner-api/service/laws/Walk"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import type { Stores } from "@partner-api/service/store/Stores"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { type DatabaseTarget, readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { foldedLetters } from "../src/store/migrations/0028FoldedLetters.ts"
import { addMissing } from "../src/store/sql/kit/SearchIndex.ts"
import { databases } from "./Postgres.ts"
import { sharedFolder } from "./TestServer.ts"

/** What is stored, and the words that the release before has made of it. */
const stored = [
  ["jobs", "Łódź", "łodz"],
  ["users", "Þór", "þor"],
  ["agencies", "Ødegård", "ødegard"]
] as const

/** Writes records, with the words as the release before has them. */
const writeBefore = Effect.gen(function* () {
  yield* furnish
  const sql = yield* SqlClient
  const jobs = yield* JobStore
  const job = (id: string, title: string) => ({ id: JobId.make(id), title, description: "D" })
  yield* jobs.saveAll(one, [job("job_a", "Łódź"), job("job_b", "Berlin")])
  const name = { id: UserId.make("usr_a"), created_at: at, updated_at: at, last_name: "King", email: "a@example.com" }
  yield* (yield* UserStore).insert(one, { ...name, first_name: "Þór" })
  const agency = {
    id: AgencyId.make("agy_a"),
    name: "Ødegård",
    status: "ACTIVE",
    optimizedFee: true,
    recruiters: []
  } as const
  yield* (yield* AgencyStore).insert(one, agency, { optimizedFee: true, customFees: [] })
  for (const [kind, text, before] of stored) {
    const [now = ""] = wordsOf([text])
    yield* sql`UPDATE search_words SET words = replace(words, ${now}, ${before}) WHERE kind = ${kind}`
  }
})

const searched = Effect.gen(function* () {
  const [agencies, pages, users] = [yield* AgencyStore, yield* JobPages, yield* UserStore]
  return {
    job: (q: string) => walk(100, (request) => pages.filtered(one, { q }, undefined, request)),
    user: (q: string) => walk(100, (request) => users.page(one, { q }, request)),
    agency: (q: string) => walk(100, (request) => agencies.page(one, { q }, request))
  }
})

const upgraded = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* writeBefore
  const find = yield* searched
  assert.deepStrictEqual(yield* find.job("lodz"), [], "the words are those of the release before")
  yield* foldedLetters
  const waiting = yield* sql`SELECT id FROM jobs WHERE searched_at_ms IS NULL`
  assert.deepStrictEqual(
    waiting.map(({ id }) => id),
    ["job_a"],
    "only records with such letters"
  )
  assert.strictEqual((yield* Effect.flip(find.job("lodz")))._tag, "Unavailable")
  yield* addMissing(sql)
  for (const q of ["lodz", "Łódź"]) assert.deepStrictEqual(yield* find.job(q), [JobId.make("job_a")])
  for (const q of ["thor", "Þór"]) assert.deepStrictEqual(yield* find.user(q), [UserId.make("usr_a")])
  for (const q of ["odegard", "Ødegård"]) assert.deepStrictEqual(yield* find.agency(q), [AgencyId.make("agy_a")])
})

const on = <A, E>(target: DatabaseTarget, effect: Effect.Effect<A, E, Stores | SqlClient>) =>
  Effect.provide(effect, Database.layer(target))

describe("records with letters that are typed otherwise", () => {
  const folder = sharedFolder()

  it.live("are found after an upgrade of SQLite (docs/decisions, 94)", () =>
    on(readTarget(`sqlite:${folder.file("letters.db")}`), upgraded)
  )
  it.live("are found after an upgrade of PostgreSQL (docs/decisions, 94)", () =>
    Effect.flatMap(
      Effect.promise(() => databases().create()),
      (url) => on(readTarget(url), upgraded)
    )
  )
})
