/**
 * The request log: requests, what each block of them holds, where each minute begins, and counts. Only adds: the release before this one keeps no
 * log. On SQLite the log is a file of its own beside the database (`requestlog/RequestLogFile.ts`), which has the same tables.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

/** How many requests a block has: it is read in less than a millisecond. The index of the log on SQLite is made with it. */
export const requestsPerBlock = 4_096

/** How many characters of a request id the index of the log on SQLite has, from its end: enough to tell those of a block apart. */
export const nameEndLength = 8

/** Makes the tables. */
export const requestLogTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  const number = sql.literal(
    sql.onDialectOrElse({
      sqlite: () => "INTEGER PRIMARY KEY AUTOINCREMENT",
      orElse: () => "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    })
  )
  // Request ids come in no order. On SQLite an index of them would write a page for each request; one that is ordered by blocks first writes the few
  // pages of the last block, and is asked block by block.
  const ends = sql.literal(
    sql.onDialectOrElse({
      sqlite: () => `,
        block INTEGER GENERATED ALWAYS AS (id / ${requestsPerBlock}) VIRTUAL,
        name_end TEXT GENERATED ALWAYS AS (substr(request_id, -${nameEndLength})) VIRTUAL`,
      orElse: () => ""
    })
  )
  yield* sql`CREATE TABLE logged_requests (
    id ${number},
    at_ms BIGINT NOT NULL,
    request_id ${key} NOT NULL,
    method ${key} NOT NULL,
    route ${key} NOT NULL,
    status INTEGER NOT NULL,
    error ${key},
    duration_us BIGINT NOT NULL,
    is_replay INTEGER NOT NULL,
    client_id ${key},
    organization_id ${key},
    trace_id ${key},
    admitted_us BIGINT,
    body_read_us BIGINT,
    remaining INTEGER,
    burst INTEGER,
    query TEXT,
    details TEXT
    ${ends}
  )`
  yield* sql.onDialectOrElse({
    sqlite: () => sql`CREATE INDEX logged_requests_name ON logged_requests (block, name_end)`,
    orElse: () => sql`CREATE INDEX logged_requests_name ON logged_requests (request_id)`
  })
  yield* sql`CREATE TABLE request_zones (
    kind ${key} NOT NULL,
    name ${key} NOT NULL,
    block BIGINT NOT NULL,
    PRIMARY KEY (kind, name, block)
  ) ${clustered(sql)}`
  yield* sql`CREATE TABLE request_marks (
    minute_at_ms BIGINT PRIMARY KEY,
    first_id BIGINT NOT NULL
  ) ${clustered(sql)}`
  yield* sql`CREATE TABLE request_counts (
    step_ms BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    outcome ${key} NOT NULL,
    duration_class INTEGER NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (step_ms, at_ms, outcome, duration_class)
  ) ${clustered(sql)}`
})

export const requestLog = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => requestLogTables })
)
