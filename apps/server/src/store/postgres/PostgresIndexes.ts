/**
 * The indexes that a PostgreSQL database has, described so that they can be compared with those that the migrations make.
 */
import * as Schema from "effect/Schema"

/** An index of a database, described as in `ExpectedIndexes.ts`. */
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
