/**
 * The file beside a database that says when it was last copied by `partner-api backup`, for the operator's metrics.
 */

/** The name of the file; the time of its last change is that of the backup. */
export const backupMark = (databaseFile: string): string => `${databaseFile}.last-backup`
