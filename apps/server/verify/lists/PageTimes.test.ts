/**
 * Pages of filtered and searched lists in an organization of a million against one of a thousand: the index that each statement takes, and
 * the time of a page (decisions, Filters).
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { AgencyId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import { limitDefault } from "@partner-api/domain/Pagination"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import type { Stores } from "@partner-api/service/store/Stores"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { SqlClient } from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases } from "../../test/Postgres.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { applicationId, fillAll, jobId, large, sizes, small } from "./Organizations.ts"
import { planOf, statementsOf } from "./Plans.ts"

const folder = sharedFolder()
const rounds = 25

/** The longest page of a word that all records have, at a million of them, in milliseconds. */
const commonWordMsMax = 100
/** How much longer a page may take in the large organization. */
const ratioMax = 2

type Page = (
  organization: OrganizationId
) => Effect.Effect<{ readonly rows: ReadonlyArray<unknown> }, StoreError, Stores>

/** The position in the middle of a list, in each organization. */
const middle = (organization: OrganizationId, idOf: (number: number) => string) =>
  idOf((sizes.find((size) => size.organization === organization)?.rows ?? 0) / 2)

const jobs =
  (filter: JobFilter, isFromMiddle = false): Page =>
  (organization) =>
    Effect.flatMap(JobPages, (pages) =>
      pages.filtered(organization, filter, false, {
        after: isFromMiddle ? middle(organization, jobId) : undefined,
        limit: limitDefault
      })
    )
const applications =
  (filter: ApplicationFilter, isFromMiddle = false): Page =>
  (organization) =>
    Effect.flatMap(ApplicationStore, (store) =>
      store.page(organization, filter, {
        after: isFromMiddle ? middle(organization, applicationId) : undefined,
        limit: limitDefault
      })
    )

const since = (ms: number) => new Date(ms).toISOString()

/** Each filter alone, and the index that leads. */
const filters: ReadonlyArray<readonly [name: string, page: Page, index: string]> = [
  ["jobs by status", jobs({ status: ["OPEN"] }), "jobs_status"],
  ["jobs by status, from the middle", jobs({ status: ["OPEN"] }, true), "jobs_status"],
  ["jobs by two statuses", jobs({ status: ["OPEN", "CLOSED"] }), "jobs_status"],
  ["jobs by external_id", jobs({ external_id: "E-500" }), "jobs_external_id"],
  ["jobs by updated_since", jobs({ updated_since: since(500) }), "jobs_written"],
  ["jobs by a seldom word", jobs({ q: "seldom" }), "search_"],
  ["jobs by a seldom word, from the middle", jobs({ q: "seldom" }, true), "search_"],
  ["jobs by a word of one", jobs({ q: "x10000900" }), "search_"],
  ["applications by state", applications({ state: ["REVIEWING"] }), "applications_state"],
  ["applications by state, from the middle", applications({ state: ["REVIEWING"] }, true), "applications_state"],
  ["applications by two states", applications({ state: ["REVIEWING", "REJECTED"] }), "applications_state"],
  ["applications by job", applications({ job_id: JobId.make(jobId(1)) }), "applications_job"],
  ["applications by agency", applications({ agency_id: AgencyId.make("agy_1") }), "applications_agency"],
  ["applications by email", applications({ email: "p500@example.com" }), "applications_(email|person)"],
  ["applications by external_id", applications({ external_id: "A-500" }), "applications_named"],
  ["applications by updated_since", applications({ updated_since: since(500) }), "applications_written"]
]

/** Words that many records have. */
const words: ReadonlyArray<readonly [name: string, page: Page]> = [
  ["a word of all", jobs({ q: "engineer" })],
  ["a beginning of most words", jobs({ q: "e" }, true)],
  ["a word of a hundredth", jobs({ q: "hundredth" })],
  ["a word of all and a seldom one", jobs({ q: "engineer seldom" })],
  ["a word of all, by status", jobs({ q: "engineer", status: ["OPEN"] })],
  ["a word of none", jobs({ q: "nonesuch" })]
]

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

describe.each(["SQLite", "PostgreSQL"])("pages at 1,000,000 on %s", (engine) => {
  let runtime: ManagedRuntime.ManagedRuntime<Stores | SqlClient, unknown>
  beforeAll(async () => {
    const target = engine === "SQLite" ? `sqlite:${folder.file("large.db")}` : await databases().create()
    runtime = ManagedRuntime.make(Layer.orDie(Database.layer(readTarget(target))))
    await runtime.runPromise(fillAll)
    return () => runtime.dispose()
  }, 900_000)

  /** The median time of a page in each organization, taken in turn. */
  const timesOf = async (page: Page) => {
    const taken: Record<string, Array<number>> = { [large]: [], [small]: [] }
    for (let round = 0; round < rounds; round++) {
      for (const { organization } of sizes) {
        const began = performance.now()
        await runtime.runPromise(page(organization))
        taken[organization]?.push(performance.now() - began)
      }
    }
    return { large: median(taken[large] ?? []), small: median(taken[small] ?? []) }
  }

  it.for(filters)("%s take an index, and at most twice the time (decisions, Filters)", async ([name, page, index]) => {
    const statements = await runtime.runPromise(statementsOf(page(large)))
    const plans = await runtime.runPromise(Effect.forEach(statements, ([text, values]) => planOf(text, values)))
    assert.match(plans.flat().join("\n"), new RegExp(index))
    assert.notMatch(plans.flat().join("\n"), /Seq Scan|SCAN (jobs|applications|search_words)\b/)
    const { rows } = await runtime.runPromise(page(large))
    assert.isAbove(rows.length, 0)
    const times = await timesOf(page)
    console.log(`${engine}: ${name}: ${(times.large / times.small).toFixed(2)} (${times.large.toFixed(2)} ms)`)
    assert.isBelow(times.large / times.small, ratioMax)
  })

  it.for(words)("a search for %s takes 100 ms at most (decisions, Filters)", async ([name, page]) => {
    const times = await timesOf(page)
    console.log(`${engine}: ${name}: ${times.large.toFixed(2)} ms`)
    assert.isBelow(times.large, commonWordMsMax)
  })
})
