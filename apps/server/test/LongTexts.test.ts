/**
 * The long texts of a page that are read after its rows (decisions, Lists).
 */
import { assert, describe, it } from "@effect/vitest"
import { JobId, OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, limitMax, shortTextBytesMax } from "@partner-api/domain/Pagination"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Effect from "effect/Effect"
import { longTexts } from "../src/store/sql/kit/Lists.ts"
import { ReadSql } from "../src/store/sql/kit/Statements.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const organizationId = OrganizationId.make("org_globex")
const size = String(shortTextBytesMax + 1)
const found = (...texts: ReadonlyArray<readonly [id: string, json: string]>): FoundRows<StoredJson> => ({
  rows: texts.map(([id, json]) => ({ position: id, row: { id, json } })),
  lookedTo: undefined
})
const whole = (page: FoundRows<StoredJson>) =>
  Effect.flatMap(ReadSql, (sql) =>
    longTexts<StoredJson>(sql, { name: "jobs", key: "id", keyOf: ({ id }) => id, column: "json" })(organizationId, page)
  )

describe("the long texts of a page", () => {
  it("are left out where their rows are gone, and the next page starts after them (decisions, Lists)", async () => {
    const page = await server.run(whole(found(["job_short", "{}"], ["job_gone", size])))
    assert.deepStrictEqual(page, {
      rows: [{ position: "job_short", row: { id: "job_short", json: "{}" } }],
      lookedTo: "job_gone"
    })
  })

  it("are those of the organization, in the order of the page (decisions, Lists)", async () => {
    const texts = ["a", "b"].map((letter) => letter.repeat(shortTextBytesMax))
    const page = await server.run(
      Effect.gen(function* () {
        const jobs = texts.map((description, index) => ({ id: JobId.make(`job_${index}`), title: "T", description }))
        yield* (yield* JobStore).saveAll(organizationId, jobs)
        yield* (yield* JobStore).saveAll(
          OrganizationId.make("org_acme"),
          jobs.map((job) => ({ ...job, description: "another" }))
        )
        return yield* whole(found(["job_1", size], ["job_x", "{}"], ["job_0", size]))
      })
    )
    assert.deepStrictEqual(
      page.rows.map(({ row }) => [row.id, row.json.length > shortTextBytesMax, row.json.includes("bbb")]),
      [
        ["job_1", true, true],
        ["job_x", false, false],
        ["job_0", true, false]
      ]
    )
    assert.isUndefined(page.lookedTo)
  })

  it.for([
    ["long", shortTextBytesMax * 8, 4],
    ["short", shortTextBytesMax - 200, 1]
  ] as const)(
    "let others be answered while a page of %s texts is read (decisions, Lists)",
    async ([name, length, turnsMin]) => {
      const description = "a".repeat(length)
      const jobs = Array.from({ length: 99 }, (_, index) => ({
        id: JobId.make(`job_${name}_${index}`),
        title: "T",
        description
      }))
      const [store, pages] = await server.run(Effect.all([JobStore, JobPages]))
      await server.run(store.saveAll(organizationId, jobs))
      let [turns, isRead] = [0, false]
      const count = () => {
        if (isRead) return
        turns++
        setImmediate(count)
      }
      const page = await server.run(
        Effect.suspend(() => {
          setImmediate(count)
          return pages.all(organizationId, { after: `job_${name}_`, limit: limitMax })
        })
      )
      isRead = true
      assert.isAbove(page.rows.length, 10)
      assert.isAtLeast(turns, turnsMin)
    }
  )
})
