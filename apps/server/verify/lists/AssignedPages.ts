/**
 * Pages of the jobs that an agency sees, a thousand among many against a thousand among a thousand: the plan of each statement, and the time of a page
 * (recruiting, Who sees a job). How many is an argument: `pnpm verify` has ten thousand jobs, `pnpm verify:long` a million.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import { limitMax, lookAhead } from "@partner-api/domain/Pagination"
import { JobPages } from "@partner-api/service/store/JobPages"
import * as Effect from "effect/Effect"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases } from "../../test/Postgres.ts"
import { sharedFolder, startServer, type TestServer } from "../../test/TestServer.ts"
import { agency, fillAssigned, narrow, open, wide } from "./AssignedJobs.ts"
import { planOf, statementsOf } from "../../test/Plans.ts"

const folder = sharedFolder()
/** The first rounds are not counted: they prepare statements, and plan them for their values. */
const warmUps = 15
const rounds = 61

type Page = (
  organization: OrganizationId
) => Effect.Effect<{ readonly rows: ReadonlyArray<unknown> }, unknown, JobPages>

/** The largest page that a caller may ask for. */
const request = { after: undefined, limit: limitMax }
const plain: Page = (organization) => Effect.flatMap(JobPages, (pages) => pages.seenBy(organization, agency, request))
const filtered =
  (filter: JobFilter): Page =>
  (organization) =>
    Effect.flatMap(JobPages, (pages) => pages.filtered(organization, filter, agency, request))
const updated_since = new Date(1).toISOString()

/** The lists, each of which has a full first page. */
const lists: ReadonlyArray<readonly [name: string, page: Page]> = [
  ["all", plain],
  ["by status", filtered({ status: ["CLOSED"] })],
  ["by two statuses", filtered({ status: ["OPEN", "CLOSED"] })],
  ["by updated_since", filtered({ updated_since })],
  ["by updated_since and status", filtered({ updated_since, status: ["CLOSED"] })],
  ["by department", filtered({ department: "D-1" })]
]

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The sizes of a run. */
export interface Sizes {
  /** How many jobs the agency sees a thousand of. */
  readonly wideJobs: number
  /** How much longer a page may take among them than among a thousand. Among few PostgreSQL sorts what it finds, where the page of a million follows an index. */
  readonly ratioMax: number
}

/** Declares the tests. */
export const assignedPagesTakeAnIndex = ({ ratioMax, wideJobs }: Sizes): void => {
  describe.each(["SQLite", "PostgreSQL"])(`the 1,000 jobs that an agency sees of ${wideJobs}, on %s`, (engine) => {
    let server: TestServer
    beforeAll(async () => {
      const database = readTarget(engine === "SQLite" ? `sqlite:${folder.file("wide.db")}` : await databases().create())
      await Effect.runPromise(Effect.provide(fillAssigned(wideJobs), Database.layer(database)))
      server = await startServer({ database, sandbox: false })
      return server.stop
    }, 900_000)

    it.for(lists)(
      "%s are read by an index, in hardly more than the time of 1,000 (recruiting 3)",
      async ([name, page]) => {
        const statements = await server.run(statementsOf(page(wide)))
        const plans = await server.run(Effect.forEach(statements, ([text, values]) => planOf(text, values)))
        assert.notMatch(plans.flat().join("\n"), /Seq Scan|SCAN (jobs|agency_jobs)\b/)
        const taken = new Map([wide, narrow, open].map((organization) => [organization, Array<number>()]))
        for (let round = 0; round < warmUps + rounds; round++) {
          for (const [organization, times] of taken) {
            const began = performance.now()
            const { rows } = await server.run(page(organization))
            if (round >= warmUps) times.push(performance.now() - began)
            assert.strictEqual(rows.length, lookAhead(request.limit))
          }
        }
        const [inWide = 0, ...others] = [...taken.values()].map(median)
        const ratios = others.map((ms) => inWide / ms)
        console.log(
          `${engine}: ${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} (${inWide.toFixed(2)} ms)`
        )
        for (const ratio of ratios) assert.isBelow(ratio, ratioMax)
      }
    )
  })
}
