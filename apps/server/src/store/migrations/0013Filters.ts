/**
 * Lists are filtered: an index for each filter, and the moment of the last write of each job and user. What was written before has the
 * moment that it says of itself.
 *
 * Nodes of the release before write on beside this one and know no such moment. On PostgreSQL, where they can, a trigger sets it for them.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

const writtenByOthers = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    sqlite: () => Effect.void,
    orElse: () =>
      Effect.gen(function* () {
        yield* sql`CREATE FUNCTION written_now() RETURNS trigger LANGUAGE plpgsql AS ${sql.literal(`$$
          BEGIN
            NEW.written_at_ms := GREATEST(
              CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT),
              CASE WHEN TG_OP = 'UPDATE' THEN OLD.written_at_ms + 1 ELSE 0 END
            );
            RETURN NEW;
          END $$`)}`
        for (const table of ["jobs", "users"]) {
          const name = sql.literal(table)
          yield* sql`CREATE TRIGGER ${sql.literal(`${table}_inserted_unaware`)} BEFORE INSERT ON ${name}
            FOR EACH ROW WHEN (NEW.written_at_ms = 0) EXECUTE FUNCTION written_now()`
          yield* sql`CREATE TRIGGER ${sql.literal(`${table}_updated_unaware`)} BEFORE UPDATE ON ${name}
            FOR EACH ROW WHEN (NEW.written_at_ms = OLD.written_at_ms AND NEW.* IS DISTINCT FROM OLD.*) EXECUTE FUNCTION written_now()`
        }
      })
  })

export const filters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN written_at_ms BIGINT NOT NULL DEFAULT 0`
  yield* sql`UPDATE jobs SET written_at_ms = ${Columns.millisOf(sql, Columns.jsonText(sql, "updated_at"))}`
  yield* sql`ALTER TABLE users ADD COLUMN written_at_ms BIGINT NOT NULL DEFAULT 0`
  yield* sql`UPDATE users SET written_at_ms = ${Columns.millisOf(sql, sql.literal("updated_at"))}`
  yield* writtenByOthers(sql)
  yield* sql`CREATE INDEX jobs_status ON jobs (organization_id, status, id)`
  yield* sql`CREATE INDEX jobs_written ON jobs (organization_id, written_at_ms, id)`
  yield* sql`CREATE INDEX users_status ON users (organization_id, status, id)`
  yield* sql`CREATE INDEX users_written ON users (organization_id, written_at_ms, id)`
  yield* sql`CREATE INDEX applications_state ON applications (organization_id, state, id)`
  yield* sql`CREATE INDEX applications_job ON applications (organization_id, job_id, id)`
  yield* sql`CREATE INDEX applications_email ON applications (organization_id, email_key, id)`
  yield* sql`CREATE INDEX applications_named ON applications (organization_id, external_id, id)`
  yield* sql`CREATE INDEX applications_written ON applications (organization_id, written_at_ms, id)`
})
