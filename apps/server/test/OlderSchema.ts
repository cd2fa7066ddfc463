/** Takes parts of a database back to how older programs left them, for tests of migrations. */

/** The audit log as it was before the journal (migration 8). */
export const beforeJournal = `
  CREATE TABLE audit_log (organization_id TEXT, id TEXT, json TEXT, PRIMARY KEY (organization_id, id)) WITHOUT ROWID;
  INSERT INTO audit_log SELECT organization_id, id, json FROM journal ORDER BY id DESC;
  DROP TABLE journal;`
