/**
 * An import that is killed at a place that is known: within the third of four batches.
 */
import { assert } from "@effect/vitest"
import { openDatabase } from "../../test/TestServer.ts"
import { jobs, startImport } from "../../test/imports/ImportWorld.ts"

export const execute = (database: string, sql: string): void => {
  using operator = openDatabase(database)
  operator.db.exec(sql)
}

/** Takes the database minutes: longer than any of these tests, and yet a process that a failed test leaves behind ends. */
const endlessRows = 1_000_000_000

/** Makes the process hang within a transaction, at a place that is known. */
const hangAt = (database: string, externalId: string): void =>
  execute(
    database,
    `CREATE TRIGGER hang AFTER INSERT ON jobs WHEN NEW.external_id = '${externalId}' BEGIN
       SELECT count(*) FROM (WITH RECURSIVE ever(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ever LIMIT ${endlessRows})
         SELECT n FROM ever);
     END`
  )

/** Imports a file until it hangs at a job, and kills it there. */
export const killAt = async (
  database: string,
  file: string,
  { externalId, sign }: { readonly externalId: string; readonly sign: RegExp },
  args: ReadonlyArray<string> = []
): Promise<void> => {
  hangAt(database, externalId)
  await using program = startImport(database, "jobs", file, args)
  await program.errorMatch(sign)
  const { signal } = await program.kill("SIGKILL")
  assert.strictEqual(signal, "SIGKILL")
  execute(database, "DROP TRIGGER hang")
}

/** Four batches of jobs that are equally long. */
export const many = jobs(4_000, 10_001)
/** Within the third batch, which begins once the second is reported. */
export const middle = { externalId: "E-12500", sign: /importing jobs .* (?:49|50)%/ }
