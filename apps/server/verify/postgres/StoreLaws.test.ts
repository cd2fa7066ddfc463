/** The stores keep the laws of every engine on PostgreSQL. test/StoreLaws.test.ts has those of SQLite, and of PostgreSQL the filters and the races. */
import { describe } from "@effect/vitest"
import { storeLaws } from "@partner-api/service/laws/StoreLaws"
import { onPostgres } from "../../test/LawConnections.ts"

describe("the stores on PostgreSQL", async () => {
  await onPostgres(storeLaws)
})
