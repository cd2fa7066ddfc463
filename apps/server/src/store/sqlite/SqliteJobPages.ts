/**
 * The pages of jobs on SQLite.
 */
import { shortText } from "../sql/LongTexts.ts"
import { layerOf } from "../sql/SqlJobPages.ts"

/** The page query: a range of the clustered key, read forward. What its bound is written like, `AtMost.ts` says. */
export const pageSql = `SELECT id, ${shortText("json")} FROM jobs WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ? + 0`

/**
 * The page query of an agency: a range of the index that holds no drafts. The index is named, because SQLite would rather read the
 * clustered key and pass every draft on the way.
 */
export const agencyPageSql =
  `SELECT id, ${shortText("json")} FROM jobs INDEXED BY jobs_shown_to_agencies ` +
  "WHERE organization_id = ? AND id > ? AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT ? + 0"

export const layer = layerOf({ pageSql, agencyPageSql })
