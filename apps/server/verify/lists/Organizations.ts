/**
 * A large organization, a smaller and a small one in one database, with the same rows but their number: jobs with their words, and applications.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import { shortTagOf } from "@partner-api/service/crypto/Secrets"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

export const large = OrganizationId.make("org_large")
export const smaller = OrganizationId.make("org_smaller")
export const small = OrganizationId.make("org_small")

/** How many jobs, and how many applications, the large and the smaller organization have; the small one has a thousand. */
export interface Sizes {
  readonly large: number
  readonly smaller: number
  /** How many jobs have the seldom word, and how many the rare one, in each organization. A page finds and sorts all of them. */
  readonly seldom: number
  readonly rare: number
  /** How much longer a page of such a word may take in the large organization: in a small one its rows are close together on the disk. */
  readonly wordRatioMax: number
}

const smallRows = 1_000

export const rowsOf = (sizes: Sizes, organization: OrganizationId): number =>
  organization === large ? sizes.large : organization === smaller ? sizes.smaller : smallRows

/** Every row is number n of its organization, with an id that sorts by it. */
const firstNumber = 10_000_000
export const jobId = (number: number): string => `job_${firstNumber + number}`
export const applicationId = (number: number): string => `app_${firstNumber + number}`

/** How many applications a job has. */
const perJob = 200
const at = "2026-01-01T00:00:00.000Z"

/** Adds all rows of an organization. The text of the statements is the same to both engines. */
const fill = Effect.fnUntraced(function* (organization: OrganizationId, sizes: Sizes) {
  const rows = rowsOf(sizes, organization)
  const sql = yield* SqlClient
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})`
  const tag = shortTagOf(`${organization} jobs`)
  const text = (expression: string) => `'"' || ${expression} || '"'`
  const number = "CAST(n AS TEXT)"
  const id = (prefix: string) => `'${prefix}_' || CAST(n + ${firstNumber} AS TEXT)`
  const state =
    "CASE n % 4 WHEN 0 THEN 'UNCONFIRMED' WHEN 1 THEN 'WITHDRAWN' WHEN 2 THEN 'REJECTED' ELSE 'REVIEWING' END"
  const status = "CASE n % 4 WHEN 0 THEN 'DRAFT' WHEN 1 THEN 'OPEN' WHEN 2 THEN 'ON_HOLD' ELSE 'CLOSED' END"
  const jobOf = `'job_' || CAST(${firstNumber} + n % ${Math.max(1, rows / perJob)} AS TEXT)`
  const agencyOf = "'agy_' || CAST(n % 5 AS TEXT)"
  yield* sql.unsafe(`INSERT INTO organizations (id, name, created_at) VALUES ('${organization}', 'O', '${at}')`)
  yield* sql.unsafe(`INSERT INTO jobs (organization_id, id, json, external_id, status, department, country_code, workplace_type, written_at_ms, searched_at_ms)
    ${numbers} SELECT '${organization}', ${id("job")}, '{"id":' || ${text(id("job"))} ||
      ',"title":"Engineer","description":"Builds engines.","status":' || ${text(status)} || ',"external_id":' || ${text(`'E-' || ${number}`)} || '}',
      'E-' || ${number}, ${status}, 'D-' || CAST(n % 4 AS TEXT), CASE n % 4 WHEN 0 THEN 'DE' ELSE 'AT' END,
      CASE n % 4 WHEN 1 THEN 'REMOTE' ELSE 'HYBRID' END, n, n FROM numbers`)
  // A word that all have, one of which each has its own, one that a hundredth has, and one that few have.
  yield* sql.unsafe(`INSERT INTO search_words (organization_id, kind, id, words)
    ${numbers} SELECT '${organization}', 'jobs', ${id("job")}, '${tag}engineer ${tag}builds ${tag}engines ${tag}e ${tag}x' || CAST(n + ${firstNumber} AS TEXT) ||
      CASE WHEN n % 100 = 0 THEN ' ${tag}hundredth' ELSE '' END || CASE WHEN n % ${rows / sizes.seldom} = 0 THEN ' ${tag}seldom' ELSE '' END ||
      CASE WHEN n % ${rows / sizes.rare} = 0 THEN ' ${tag}rare' ELSE '' END
    FROM numbers`)
  yield* sql.unsafe(`INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, external_id, state, written_at_ms, json)
    ${numbers} SELECT '${organization}', ${id("app")}, ${jobOf}, ${agencyOf}, 'p' || ${number} || '@example.com', 'A-' || ${number}, ${state}, n,
      '{"id":' || ${text(id("app"))} || ',"job_id":' || ${text(jobOf)} || ',"agency_id":' || ${text(agencyOf)} ||
      ',"candidate":{"first_name":"Ada","last_name":"King","email":"p' || ${number} || '@example.com"},"external_id":' || ${text(`'A-' || ${number}`)} ||
      ',"state":' || ${text(state)} || ',"state_entered_at":"${at}","version":1,"created_at":"${at}","updated_at":"${at}"}'
    FROM numbers`)
})

/** Fills the database, and lets the engine tidy up after it, as it does when rows come one by one. */
export const fillAll = Effect.fnUntraced(function* (sizes: Sizes) {
  const sql = yield* SqlClient
  for (const organization of [large, smaller, small]) yield* fill(organization, sizes)
  yield* sql.onDialectOrElse({ sqlite: () => sql`PRAGMA wal_checkpoint(TRUNCATE)`, orElse: () => sql`VACUUM ANALYZE` })
})
