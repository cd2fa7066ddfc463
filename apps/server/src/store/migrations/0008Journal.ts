/**
 * The journal takes the place of the audit log, which is its first reader: entries are numbered, those that are there in their old
 * order.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const journal = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const literal = sql.literal.bind(sql)
  const clustered = literal(sql.onDialectOrElse({ sqlite: () => "WITHOUT ROWID", orElse: () => "" }))
  const key = literal(sql.onDialectOrElse({ sqlite: () => "TEXT", orElse: () => 'TEXT COLLATE "C"' }))

  // The organization is empty for what belongs to none.
  yield* sql`CREATE TABLE journal (
    organization_id ${key} NOT NULL,
    sequence BIGINT NOT NULL,
    id ${key} NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence)
  ) ${clustered}`
  yield* sql`INSERT INTO journal (organization_id, sequence, id, json)
    SELECT organization_id, row_number() OVER (PARTITION BY organization_id ORDER BY id), id, json FROM audit_log`
  yield* sql`DROP TABLE audit_log`
  // Rows are added and never altered, by whatever program.
  // SQLite fires no trigger for the row that INSERT OR REPLACE removes, so a number is taken once.
  yield* sql`CREATE TRIGGER journal_no_replace BEFORE INSERT ON journal
    WHEN EXISTS (SELECT 1 FROM journal WHERE organization_id = NEW.organization_id AND sequence = NEW.sequence)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END`
  yield* sql`CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END`
  yield* sql`CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END`
})
