/**
 * The pages of jobs on PostgreSQL.
 */
import { shortText } from "../sql/LongTexts.ts"
import { layerOf } from "../sql/SqlJobPages.ts"

/** The page query: a range of the primary key, read forward. */
export const pageSql = `SELECT id, ${shortText("json")} FROM jobs WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3`

/** The page query of an agency: a range of the index that holds no drafts. */
export const agencyPageSql =
  `SELECT id, ${shortText("json")} FROM jobs ` +
  "WHERE organization_id = $1 AND id > $2 AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT $3"

export const layer = layerOf({ pageSql, agencyPageSql })
