/**
 * Applications that wait for their confirmation, each of another person: an application is confirmed once, so every request that confirms
 * takes another one. They are copies of the first application that `partner-api seed` writes, which is unconfirmed.
 */
import { digitsInSql, numbersBelow } from "./Place.ts"

/** Where that application is, and whose it is. */
export const seededApplication = {
  organization_id: "org_seed_1",
  id: "app_00000001_1",
  agency_id: "agy_seed_1_1",
  job_id: "job_00000001",
  email: "grace.hopper.0@example.com"
} as const

/** What the identifiers of the copies begin with; the number follows. */
export const freshIdPrefix = "app_fresh_"

/**
 * More confirmations than any server answers in a second: that many copies are made for each second of load. When a server is faster, its
 * copies are used up and its turn ends early, which changes no ratio.
 */
const confirmationsPerSecondMax = 6_000

/** How many copies a turn of load may need. */
export const freshCount = (seconds: number): number => Math.ceil(seconds * confirmationsPerSecondMax)

/** Adds copies with the numbers from 0, `count` of them. Both engines understand it. */
export const freshStatement = (count: number): string => {
  const { email, id, organization_id } = seededApplication
  const [copyId, copyEmail] = [`'${freshIdPrefix}' || ${digitsInSql}`, `${digitsInSql} || '.${email}'`]
  const copyJson = `REPLACE(REPLACE(json, '${id}', ${copyId}), '${email}', ${copyEmail})`
  return `
    INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, state, written_at_ms, json)
    ${numbersBelow(count)}
    SELECT organization_id, ${copyId}, job_id, agency_id, ${copyEmail}, state, written_at_ms, ${copyJson}
    FROM applications CROSS JOIN numbers WHERE organization_id = '${organization_id}' AND id = '${id}'`
}
