/**
 * Placements. Every hire that is stored gets one that is over, without guarantee and settlement, which ran elsewhere. No entry of the journal says so: nobody did
 * anything. Only adds: the release before this one knows none, and what it hires meanwhile has none.
 */
import { makeIdSequence, RandomBytes } from "@partner-api/service/crypto/Secrets"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { clustered, keyType } from "./Columns.ts"

/** The hires in one statement: each takes ten values, and SQLite takes 32,766. */
const hiresPerStatement = 500

/** As much of an application as its placement has. */
const HiredApplication = Schema.fromJsonString(
  Schema.Struct({
    id: Schema.String,
    job_id: Schema.String,
    agency_id: Schema.String,
    candidate: Schema.optionalKey(Schema.Struct({ first_name: Schema.String, last_name: Schema.String })),
    state_entered_at: Schema.String,
    hire: Schema.Struct({
      start_date: Schema.String,
      base_salary_cents: Schema.Int,
      currency: Schema.String,
      fee: Schema.Json,
      fee_amount_cents: Schema.optionalKey(Schema.Int)
    })
  })
)
const readHired = Schema.decodeUnknownOption(HiredApplication)

/** The JSON of a placement, its members in the order of answers. */
const placementOf = (id: string, { agency_id, candidate, hire, job_id, ...rest }: typeof HiredApplication.Type) =>
  JSON.stringify({
    id,
    application_id: rest.id,
    job_id,
    agency_id,
    ...(candidate === undefined ? {} : { candidate_name: `${candidate.first_name} ${candidate.last_name}` }),
    status: "COMPLETED",
    start_date: hire.start_date,
    base_salary_cents: hire.base_salary_cents,
    fee_base_cents: hire.base_salary_cents,
    currency: hire.currency,
    fee: hire.fee,
    ...(hire.fee_amount_cents === undefined ? {} : { fee_amount_cents: hire.fee_amount_cents }),
    version: 1,
    created_at: rest.state_entered_at,
    updated_at: rest.state_entered_at
  })

const Row = Schema.Struct({ organization_id: Schema.String, id: Schema.String, json: Schema.String })

export const placements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE placements (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    application_id ${key} NOT NULL,
    job_id ${key} NOT NULL,
    agency_id ${key} NOT NULL,
    status TEXT NOT NULL,
    settlement_status TEXT,
    due_day ${key},
    payment_terms_days INTEGER NOT NULL,
    hired_from TEXT,
    erasure_asked_ms BIGINT,
    held_until_ms BIGINT,
    written_at_ms BIGINT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX placements_application_id ON placements (organization_id, application_id, id)`
  yield* sql`CREATE INDEX placements_job_id ON placements (organization_id, job_id, id)`
  yield* sql`CREATE INDEX placements_agency_id ON placements (organization_id, agency_id, id)`
  yield* sql`CREATE INDEX placements_status ON placements (organization_id, status, id)`
  yield* sql`CREATE INDEX placements_settlement_status ON placements (organization_id, settlement_status, id)`
  yield* sql`CREATE INDEX placements_statuses ON placements (organization_id, status, settlement_status, id)`
  yield* sql`CREATE INDEX placements_written ON placements (organization_id, written_at_ms, id)`
  yield* sql`CREATE INDEX placements_due ON placements (due_day, organization_id, id) WHERE due_day IS NOT NULL`
  yield* sql`CREATE INDEX placements_held ON placements (held_until_ms) WHERE held_until_ms IS NOT NULL`

  const nextId = makeIdSequence("plc_", yield* RandomBytes)
  const nowMs = yield* Clock.currentTimeMillis
  const hiredAfter = SqlSchema.findAll({
    Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String }),
    Result: Row,
    execute: ({ id, organizationId }) => sql`SELECT organization_id, id, json FROM applications
      WHERE state = 'HIRED' AND (organization_id, id) > (${organizationId}, ${id})
      ORDER BY organization_id, id LIMIT ${hiresPerStatement}`
  })
  let last = { organizationId: "", id: "" }
  let count: number
  do {
    const hired = yield* hiredAfter(last)
    const rows = yield* Effect.forEach(
      hired.flatMap(({ json, organization_id }) =>
        Option.match(readHired(json), {
          onNone: () => [],
          onSome: (application) => [{ application, organization_id }]
        })
      ),
      ({ application, organization_id }) =>
        Effect.map(nextId, (id) => ({
          organization_id,
          id,
          application_id: application.id,
          job_id: application.job_id,
          agency_id: application.agency_id,
          status: "COMPLETED",
          payment_terms_days: 0,
          written_at_ms: nowMs,
          json: placementOf(id, application)
        }))
    )
    for (const some of Arr.chunksOf(rows, hiresPerStatement)) yield* sql`INSERT INTO placements ${sql.insert(some)}`
    const end = hired.at(-1)
    if (end !== undefined) last = { organizationId: end.organization_id, id: end.id }
    count = hired.length
  } while (count === hiresPerStatement)
})
