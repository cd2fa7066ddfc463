/** Takes parts of a database back to how older programs left them, for tests of migrations. */

/** What a newer program writes that has taken something away from this one. */
export const newerSchema = (version: number): string =>
  `INSERT INTO migrations (migration_id, name) VALUES (${version}, 'later'); UPDATE schema_floor SET version = ${version}`

/** Before search (migration 14). */
const beforeSearch = `
  DROP TABLE search_index;
  DROP TABLE search_words;
  DROP INDEX jobs_unsearched;
  DROP INDEX users_unsearched;
  DROP INDEX agencies_unsearched;
  ALTER TABLE jobs DROP COLUMN searched_at_ms;
  ALTER TABLE users DROP COLUMN searched_at_ms;
  ALTER TABLE agencies DROP COLUMN searched_name;`

/** Before filters (migration 13), but for the indexes of applications. */
const beforeFilters = `
  ${beforeSearch}
  DROP INDEX jobs_status;
  DROP INDEX jobs_written;
  DROP INDEX users_status;
  DROP INDEX users_written;
  ALTER TABLE jobs DROP COLUMN written_at_ms;
  ALTER TABLE users DROP COLUMN written_at_ms;`

/** Before applications (migration 12). */
export const beforeApplications = `${beforeFilters} DROP INDEX journal_resource; DROP TABLE applications;`

/** Users as they were before they had a status (migration 11). */
export const beforeUserStatus = "ALTER TABLE users DROP COLUMN status;"

/** The audit log as it was before the journal (migration 8), which was numbered by the entries themselves (9). */
export const beforeJournal = `
  ${beforeApplications}
  ${beforeUserStatus}
  DROP TABLE schema_floor;
  DROP TABLE journal_counters;
  CREATE TABLE audit_log (organization_id TEXT, id TEXT, json TEXT, PRIMARY KEY (organization_id, id)) WITHOUT ROWID;
  INSERT INTO audit_log SELECT organization_id, id, json FROM journal ORDER BY id DESC;
  DROP TABLE journal;`
