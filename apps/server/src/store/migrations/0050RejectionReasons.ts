/**
 * Reasons for rejections and withdrawals: each organization begins with eight, and an application names one. Only adds: the release before this one knows no
 * reasons.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

/** The first reasons, as this step gives them: a later release may begin with others. */
const first = [
  ["candidate_withdrew", "CANDIDATE", "Candidate is not interested any more"],
  ["not_available", "CANDIDATE", "Candidate is not available at the time or the place"],
  ["not_convincing", "EMPLOYER", "Did not convince in the interview"],
  ["not_qualified", "EMPLOYER", "Skills or experience do not fit the job"],
  ["other_offer", "CANDIDATE", "Candidate took another offer"],
  ["position_cancelled", "JOB", "The position is cancelled or on hold"],
  ["position_filled", "JOB", "The position is filled"],
  ["salary_too_high", "EMPLOYER", "Salary expectation is above the budget"]
] as const

export const rejectionReasons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE rejection_reasons (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    text TEXT NOT NULL,
    category ${key} NOT NULL,
    is_active INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${clustered(sql)}`
  for (const [id, category, text] of first) {
    yield* sql`INSERT INTO rejection_reasons (organization_id, id, text, category, is_active)
      SELECT id, ${id}, ${text}, ${category}, 1 FROM organizations`
  }
  yield* sql`ALTER TABLE applications ADD COLUMN reason_id ${key}`
  yield* sql`CREATE INDEX applications_reason ON applications (organization_id, reason_id, state)
    WHERE reason_id IS NOT NULL`
})
