/**
 * Letters such as ł, ø and æ are searched as people type them (docs/decisions, 94). Records whose words have such a letter get their words anew
 * between requests: until then a search of their organization is answered 503, and no record is missed in silence.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The letters that words of releases before have and words have no more. */
const letters = "æœøđðþłħŋŧßƒɓɗɖɛɔɣɨƙɲƴƶɋʋʉ"

const marks = {
  jobs: "searched_at_ms = NULL",
  users: "searched_at_ms = NULL",
  agencies: "searched_name = NULL"
}

export const foldedLetters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const hasLetter = sql.onDialectOrElse({
    sqlite: () => sql`words GLOB ${`*[${letters}]*`}`,
    orElse: () => sql`words ~ ${`[${letters}]`}`
  })
  for (const [kind, mark] of Object.entries(marks)) {
    yield* sql`UPDATE ${sql(kind)} SET ${sql.literal(mark)} WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM search_words WHERE kind = ${kind} AND ${hasLetter})`
  }
})
