/**
 * Pages of filtered and searched lists in a large organization against those in a small one, and in a smaller one where a page finds and sorts all records of a
 * word: the index that each statement takes, and the time of a page (decisions, Filters). The sizes are an argument: `pnpm verify` has ten thousand rows in the
 * large organization, `pnpm verify:long` a million.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { endpoints } from "@partner-api/contract/Endpoints"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { AgencyId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import { limitDefault } from "@partner-api/domain/Pagination"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import type { Stores } from "@partner-api/service/store/Stores"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Effect from "effect/Effect"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases } from "../../test/Postgres.ts"
import { sharedFolder, startServer, type TestServer } from "../../test/TestServer.ts"
import { pageOf, pathOf } from "../../test/Walk.ts"
import { applicationId, fillAll, jobId, large, rowsOf, type Sizes, small, smaller } from "./Organizations.ts"
import { planOf, statementsOf } from "../../test/Plans.ts"

const folder = sharedFolder()
const rounds = 25
const jobsPath = endpoints.find(({ id }) => id === "jobs.list")?.path ?? ""

/** The longest page of a word that all records have, at a million of them, in milliseconds. */
const commonWordMsMax = 100
/** How much longer a page may take in the large organization. */
const ratioMax = 2

/** A page of an organization, by the number of its rows. */
type Page = (
  organization: OrganizationId,
  rows: number
) => Effect.Effect<{ readonly rows: ReadonlyArray<unknown> }, StoreError, Stores>

const jobs =
  (filter: JobFilter, isFromMiddle = false): Page =>
  (organization, rows) =>
    Effect.flatMap(JobPages, (pages) =>
      pages.filtered(organization, filter, undefined, {
        after: isFromMiddle ? jobId(rows / 2) : undefined,
        limit: limitDefault
      })
    )
const applications =
  (filter: ApplicationFilter, isFromMiddle = false): Page =>
  (organization, rows) =>
    Effect.flatMap(ApplicationStore, (store) =>
      store.page(organization, operatorViewer, filter, {
        after: isFromMiddle ? applicationId(rows / 2) : undefined,
        limit: limitDefault
      })
    )

const since = (ms: number) => new Date(ms).toISOString()

/** Each filter alone, and the index that leads. */
const filters: ReadonlyArray<readonly [name: string, page: Page, index: string]> = [
  ["jobs by status", jobs({ status: ["OPEN"] }), "jobs_status"],
  ["jobs by status, from the middle", jobs({ status: ["OPEN"] }, true), "jobs_status"],
  ["jobs by two statuses", jobs({ status: ["OPEN", "CLOSED"] }), "jobs_status"],
  ["jobs by department", jobs({ department: "D-1" }), "jobs_department"],
  ["jobs by department, from the middle", jobs({ department: "D-1" }, true), "jobs_department"],
  ["jobs by country_code", jobs({ country_code: "DE" }), "jobs_country_code"],
  ["jobs by workplace_type", jobs({ workplace_type: "REMOTE" }), "jobs_workplace_type"],
  ["jobs by external_id", jobs({ external_id: "E-500" }), "jobs_external_id"],
  ["jobs by updated_since", jobs({ updated_since: since(500) }), "jobs_written"],
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
  ["a word of all, by department", jobs({ q: "engineer", department: "D-1" })],
  ["a word of none", jobs({ q: "nonesuch" })]
]

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const msOf = async (read: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await read()
  return performance.now() - began
}

/** Declares the tests of pages in organizations of these sizes. */
export const pagesTakeAnIndex = (sizes: Sizes) =>
  describe.each(["SQLite", "PostgreSQL"])(`pages at ${sizes.large.toLocaleString("en")} on %s`, (engine) => {
    let server: TestServer
    const tokens: Record<string, string> = {}
    beforeAll(async () => {
      const database = readTarget(
        engine === "SQLite" ? `sqlite:${folder.file("large.db")}` : await databases().create()
      )
      await Effect.runPromise(Effect.provide(fillAll(sizes), Database.layer(database)))
      server = await startServer({ database })
      const primary = await server.primary()
      for (const [organization, granted] of [
        [large, "org_acme"],
        [smaller, "org_globex"]
      ] as const) {
        await server.query("UPDATE grants SET organization_id = ? WHERE organization_id = ?", organization, granted)
        tokens[organization] = await server.scoped(primary, organization)
      }
      return server.stop
    }, 900_000)

    /** The time of a page in the large organization, and the ratio to another one read at the same moment: the medians. */
    const timesOf = async (read: (organization: OrganizationId) => Promise<unknown>, other = small) => {
      const taken: Array<number> = []
      const ratios: Array<number> = []
      for (let round = 0; round < rounds; round++) {
        const [inLarge, inOther] = [await msOf(() => read(large)), await msOf(() => read(other))]
        taken.push(inLarge)
        ratios.push(inLarge / inOther)
      }
      return { large: median(taken), ratio: median(ratios) }
    }
    const report = (name: string, { large: ms, ratio }: Awaited<ReturnType<typeof timesOf>>) =>
      console.log(`${engine}: ${name}: ${ratio.toFixed(2)} (${ms.toFixed(2)} ms)`)

    const assertIndexed = async (page: Page, index: string) => {
      const statements = await server.run(statementsOf(page(large, sizes.large)))
      const plans = await server.run(Effect.forEach(statements, ([text, values]) => planOf(text, values)))
      assert.match(plans.flat().join("\n"), new RegExp(index))
      assert.notMatch(plans.flat().join("\n"), /Seq Scan|SCAN (jobs|applications|search_words)\b/)
      const { rows } = await server.run(page(large, sizes.large))
      assert.isAbove(rows.length, 0)
    }

    it.for(filters)(
      "%s take an index, and at most twice the time (decisions, Filters)",
      async ([name, page, index]) => {
        await assertIndexed(page, index)
        const times = await timesOf((organization) => server.run(page(organization, rowsOf(sizes, organization))))
        report(name, times)
        assert.isBelow(times.ratio, ratioMax)
      }
    )

    const get = async (organization: OrganizationId, path: string) => {
      const answer = await server.call("GET", path, { token: tokens[organization] ?? "" })
      assert.strictEqual(answer.status, 200, answer.text)
      return answer
    }

    /** The times of the first and the second page over HTTP. */
    const searched = async (word: string) => {
      await assertIndexed(jobs({ q: word }), "search_")
      const path = `${jobsPath}?${new URLSearchParams({ q: word })}`
      const first = await timesOf((organization) => get(organization, path), smaller)
      report(`jobs by the word "${word}"`, first)
      const next: Record<string, string> = {}
      for (const organization of [large, smaller]) {
        next[organization] = pathOf(pageOf(await get(organization, path)).next ?? "")
      }
      const second = await timesOf((organization) => get(organization, next[organization] ?? ""), smaller)
      report(`jobs by the word "${word}", the second page`, second)
      return Math.max(first.ratio, second.ratio)
    }

    it(`a word of ${sizes.rare} jobs takes the index, and at most ${sizes.wordRatioMax} times the time over HTTP (decisions, Filters)`, async () =>
      assert.isBelow(await searched("rare"), sizes.wordRatioMax))

    it(`a word of ${sizes.seldom} jobs takes the index, and at most ${sizes.wordRatioMax} times the time over HTTP (decisions, Filters)`, async () =>
      assert.isBelow(await searched("seldom"), sizes.wordRatioMax))

    it.for(words)("a search for %s takes 100 ms at most (decisions, Filters)", async ([name, page]) => {
      const times = await timesOf((organization) => server.run(page(organization, rowsOf(sizes, organization))))
      report(name, times)
      assert.isBelow(times.large, commonWordMsMax)
    })
  })
