/**
 * The long texts of jobs on a page.
 */
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import type { SqlClient } from "effect/sql/SqlClient"
import { longTexts } from "./LongTexts.ts"

export const longJobs = (read: SqlClient) =>
  longTexts<StoredJson>(read, { name: "jobs", key: "id", keyOf: ({ id }) => id, column: "json" })
