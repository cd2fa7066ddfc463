/**
 * The statements of the peers. The same for both engines, whose places for values differ: `?1` in SQLite, `$1` in PostgreSQL. SQLite has
 * one writer and leaves the locks out.
 */
import { members } from "./Columns.ts"

const range = "WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3"

const one = "WHERE organization_id = $1 AND id = $2"
const applicationAt = `FROM applications ${one}`

/** Names the index of a statement. SQLite would go through all applications of the job. PostgreSQL has no such clause and needs none. */
export const personIndex = " INDEXED BY applications_person"
const applicationsOf = `FROM applications${personIndex} WHERE organization_id = $1 AND job_id = $2 AND email_key = $3`

/** What ends a statement that locks the rows it reads. */
export const rowLock = " FOR UPDATE"

const insertEntry = "INSERT INTO journal (organization_id, sequence, id, json) VALUES ($1, $2, $3, $4)"
const intoEvents = `
    INSERT INTO events (organization_id, sequence, type, agency_id, is_for_agencies, only_client_id, person_id, occurred_at_ms, json)`

export const statements = {
  cursorSecret: "SELECT secret FROM cursor_keys ORDER BY id DESC LIMIT 1",
  findToken: `
    SELECT t.client_id, t.organization_id, t.expires_at_ms, g.permissions
    FROM tokens t JOIN clients c ON c.id = t.client_id
    LEFT JOIN grants g ON g.client_id = t.client_id AND g.organization_id = t.organization_id
    WHERE t.digest = $1 AND c.revoked_at IS NULL`,
  columnPage: `SELECT ${members.join(", ")} FROM job_columns ${range}`,
  columnJob: `SELECT ${members.join(", ")} FROM job_columns ${one}`,
  findSecret: "SELECT s.digest, c.id FROM client_secrets s JOIN clients c ON c.id = s.client_id WHERE s.digest = $1",
  countLiveTokens: "SELECT count(*) FROM tokens WHERE client_id = $1 AND expires_at_ms > $2",
  endOldestToken: `
    DELETE FROM tokens WHERE digest IN (
      SELECT digest FROM tokens
      WHERE client_id = $1 AND is_primary = 1 AND organization_id IS NULL AND expires_at_ms > $2
      ORDER BY expires_at_ms LIMIT 1
    )`,
  insertToken: `
    INSERT INTO tokens (digest, client_id, is_primary, expires_at_ms)
    SELECT $1, client_id, 1, $2 FROM client_secrets WHERE client_id = $3 AND digest = $4 RETURNING digest`,
  insertTokenLocking: `
    INSERT INTO tokens (digest, client_id, is_primary, expires_at_ms)
    SELECT $1, s.client_id, 1, $2 FROM client_secrets s JOIN clients c ON c.id = s.client_id
    WHERE s.client_id = $3 AND s.digest = $4 FOR KEY SHARE OF c, s RETURNING digest`,
  insertUser: `
    INSERT INTO users (organization_id, id, email_key, created_at, updated_at, first_name, last_name, email, status,
      written_at_ms, searched_at_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING id`,
  insertWords: "INSERT INTO search_words (organization_id, kind, id, words) VALUES ($1, 'users', $2, $3)",
  countEntry: `
    INSERT INTO journal_counters (organization_id, sequence) VALUES ($1, 1)
    ON CONFLICT (organization_id) DO UPDATE SET sequence = journal_counters.sequence + 1 RETURNING sequence`,
  insertEntry,
  insertEvent: `${intoEvents} VALUES ($1, $2, $3, $4, 0, $5, $6, $7, $8)`,
  insertEntryAndEvent: `WITH entry AS (${insertEntry}) ${intoEvents} VALUES ($1, $2, $5, $6, 0, $7, $8, $9, $10)`,
  findAgency: "SELECT id FROM agencies WHERE organization_id = $1 AND id = $2",
  findFees: "SELECT optimized_fee, custom_fees FROM agencies WHERE organization_id = $1 AND id = $2",
  findJobStatus: "SELECT status FROM jobs WHERE organization_id = $1 AND id = $2",
  lockApplicant: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
  findApplication: `SELECT json ${applicationAt}`,
  lockApplication: `SELECT json, submitted_by ${applicationAt}${rowLock}`,
  findOwner: `
    SELECT id ${applicationsOf} AND state IN ('AWAITING_SORT', 'REVIEWING', 'INTERVIEWING', 'OFFER', 'HIRED')`,
  findOpen: `
    SELECT id ${applicationsOf} AND agency_id = $4
    AND state IN ('UNCONFIRMED', 'AWAITING_SORT', 'REVIEWING', 'INTERVIEWING', 'OFFER', 'HIRED')`,
  takeClaim: `
    INSERT INTO claims (organization_id, scope, person_key, key_id, agency_id, application_id, since_ms, expires_at_ms)
    VALUES ($1, $2, $3, 'none', $4, $5, $6, 0) ON CONFLICT (organization_id, scope, person_key) DO NOTHING`,
  lockUnconfirmed: `SELECT id ${applicationsOf} AND state = 'UNCONFIRMED' ORDER BY id${rowLock}`,
  insertApplication: `
    INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, state, written_at_ms, json,
      submitted_by, only_client_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
  saveApplication: `
    UPDATE applications SET state = $3, json = $4, written_at_ms = $5, only_client_id = $6
    WHERE organization_id = $1 AND id = $2`
} as const

export type StatementName = keyof typeof statements
