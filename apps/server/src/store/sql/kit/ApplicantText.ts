/**
 * The person of an application as SQL: the stored email without a tag, as `personalEmail` of the domain has it. An index names the same expression, so rows that
 * a server of the release before writes are found too.
 */
import type { SqlClient } from "effect/sql/SqlClient"

/** The email by which the person of an application is known; none once the person was erased. */
export const applicantText = (sql: SqlClient, email = "email_key") =>
  sql.literal(
    sql.onDialectOrElse({ sqlite: () => personText("instr", email), orElse: () => personText("strpos", email) })
  )

/** The same with the function of an engine that finds a text in another one. */
export const personText = (placeOf: "instr" | "strpos", email = "email_key"): string => {
  const at = `${placeOf}(${email}, '@')`
  const plus = `${placeOf}(${email}, '+')`
  return `CASE WHEN ${plus} > 1 AND ${plus} < ${at} THEN substr(${email}, 1, ${plus} - 1) || substr(${email}, ${at}) ELSE ${email} END`
}
