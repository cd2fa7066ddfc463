/**
 * The indexes that the migrations make on PostgreSQL, and how a database is compared with them. A test compares the list with a database
 * that the migrations have just made.
 */
import * as Schema from "effect/Schema"

/** The table and the columns of each index, by its name. C after a column says that it sorts by its bytes. */
export const expectedIndexes: Readonly<Record<string, string>> = {
  agencies_external_id: "unique agencies (organization_id C, external_id C)",
  agencies_pkey: "unique agencies (organization_id C, id C)",
  agencies_unsearched: "agencies (organization_id C, id C)",
  applications_agency: "applications (organization_id C, agency_id C, id C)",
  applications_email: "applications (organization_id C, email_key C, id C)",
  applications_external_id: "unique applications (organization_id C, agency_id C, external_id C)",
  applications_job: "applications (organization_id C, job_id C, id C)",
  applications_named: "applications (organization_id C, external_id C, id C)",
  applications_owner: "unique applications (organization_id C, job_id C, email_key C)",
  applications_person: "applications (organization_id C, email_key C, job_id C, state)",
  applications_pkey: "unique applications (organization_id C, id C)",
  applications_state: "applications (organization_id C, state, id C)",
  applications_written: "applications (organization_id C, written_at_ms, id C)",
  client_secrets_client: "client_secrets (client_id C)",
  client_secrets_pkey: "unique client_secrets (digest C)",
  clients_pkey: "unique clients (id C)",
  cursor_keys_pkey: "unique cursor_keys (id)",
  grants_pkey: "unique grants (client_id C, organization_id C)",
  idempotency_keys_expiry: "idempotency_keys (expires_at_ms)",
  idempotency_keys_pkey: "unique idempotency_keys (organization_id C, client_id C, method, path, key)",
  idempotency_keys_resource: "idempotency_keys (organization_id C, resource_id C)",
  jobs_external_id: "unique jobs (organization_id C, external_id C)",
  jobs_pkey: "unique jobs (organization_id C, id C)",
  jobs_shown_to_agencies: "jobs (organization_id C, id C)",
  jobs_status: "jobs (organization_id C, status, id C)",
  jobs_unsearched: "jobs (organization_id C, id C)",
  jobs_written: "jobs (organization_id C, written_at_ms, id C)",
  journal_counters_pkey: "unique journal_counters (organization_id C)",
  journal_pkey: "unique journal (organization_id C, sequence)",
  journal_resource: "journal (organization_id C, sequence)",
  migrations_pkey: "unique migrations (migration_id)",
  organizations_pkey: "unique organizations (id C)",
  search_index: "search_words ()",
  search_words_pkey: "unique search_words (organization_id C, kind, id C)",
  tokens_descendants: "tokens (parent_digest C, client_id C)",
  tokens_expiry: "tokens (expires_at_ms)",
  tokens_kind: "tokens (client_id C, is_primary, organization_id C, expires_at_ms)",
  tokens_pkey: "unique tokens (digest C)",
  users_organization_id_email_key_key: "unique users (organization_id C, email_key C)",
  users_pkey: "unique users (organization_id C, id C)",
  users_status: "users (organization_id C, status, id C)",
  users_unsearched: "users (organization_id C, id C)",
  users_written: "users (organization_id C, written_at_ms, id C)"
}

/** An index of a database, described as in {@link expectedIndexes}. */
export const PostgresIndex = Schema.Struct({ name: Schema.String, definition: Schema.String, is_valid: Schema.Boolean })
export type PostgresIndex = typeof PostgresIndex.Type

/** Reads the indexes of the tables that statements find. Expressions, conditions and directions are left out. */
export const indexesSql = `SELECT CAST(c.relname AS TEXT) AS name, i.indisvalid AND i.indisready AS is_valid,
  CASE WHEN i.indisunique THEN 'unique ' ELSE '' END || t.relname || ' (' ||
  COALESCE(string_agg(a.attname || CASE WHEN l.collname = 'C' THEN ' C' ELSE '' END, ', ' ORDER BY k.place), '')
  || ')' AS definition
FROM pg_index i
JOIN pg_class c ON c.oid = i.indexrelid
JOIN pg_class t ON t.oid = i.indrelid
JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname NOT IN ('pg_catalog', 'pg_toast', 'information_schema')
CROSS JOIN LATERAL unnest(CAST(i.indkey AS SMALLINT[]), CAST(i.indcollation AS OID[])) WITH ORDINALITY
  AS k (number, collation_id, place)
LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
LEFT JOIN pg_collation l ON l.oid = k.collation_id
WHERE pg_table_is_visible(t.oid)
GROUP BY c.relname, t.relname, i.indisvalid, i.indisready, i.indisunique
ORDER BY c.relname`
