/**
 * The bound of a query that is asked often.
 *
 * SQLite looks at a value that stands alone after `LIMIT` to choose its plan, and so plans the statement anew each time one is bound. That takes as
 * long as a page of ten rows. It does not look into an expression; the queries here have one plan whatever their bound is.
 */
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** What stands at the end of a query for `count` rows at most. */
export const atMost = (sql: SqlClient, count: number): Fragment => sql`LIMIT ${count} + 0`
