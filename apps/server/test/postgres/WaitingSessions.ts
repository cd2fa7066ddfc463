/** Waits for sessions of PostgreSQL that are held up by locks. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Ends within the transaction under way once `count` sessions wait for it. The timeout of the test ends it where they do not. */
export const untilWaiting = (count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(`DO $$ BEGIN
      WHILE (SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))) < ${count} LOOP
        PERFORM pg_stat_clear_snapshot();
      END LOOP;
    END $$`)
  )
