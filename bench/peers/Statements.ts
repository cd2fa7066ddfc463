/**
 * The statements of the peers. The same for both engines, whose places for values differ: `?1` in SQLite, `$1` in PostgreSQL.
 */
import { members } from "./Columns.ts"

const range = "WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3"

export const statements = {
  cursorSecret: "SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT 1",
  findToken: `
    SELECT t.client_id, t.organization_id, t.expires_at_ms, g.permissions
    FROM tokens t JOIN clients c ON c.id = t.client_id
    LEFT JOIN grants g ON g.client_id = t.client_id AND g.organization_id = t.organization_id
    WHERE t.digest = $1 AND c.revoked_at IS NULL`,
  columnPage: `SELECT ${members.join(", ")} FROM job_columns ${range}`,
  storedPage: `SELECT id, json FROM jobs ${range}`,
  insertUser: `
    INSERT INTO users (organization_id, id, email_key, created_at, updated_at, first_name, last_name, email, status)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
  countEntry: `
    INSERT INTO journal_counters (organization_id, sequence) VALUES ($1, 1)
    ON CONFLICT (organization_id) DO UPDATE SET sequence = journal_counters.sequence + 1 RETURNING sequence`,
  insertEntry: "INSERT INTO journal (organization_id, sequence, id, json) VALUES ($1, $2, $3, $4)"
} as const

export type StatementName = keyof typeof statements
