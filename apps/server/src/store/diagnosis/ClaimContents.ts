/**
 * Reads claims for `doctor`: the keys under which they were made, and applications that own one person for one job together. Reads only.
 */
import { ApplicationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { holdsClaimText } from "../sql/ClaimHolders.ts"
import type { ReadRows } from "../sql/kit/Statements.ts"

const KeyRow = Schema.Struct({ keyId: Schema.String, count: Schema.Int })
const TwinsRow = Schema.Struct({ first: ApplicationId, last: ApplicationId })

/** The facts about claims. */
export interface ClaimContents {
  /** The number of claims of each key. */
  readonly keys: ReadonlyArray<typeof KeyRow.Type>
  /** Two applications of each person whom several own; {@link twinsMax} at most. */
  readonly twins: ReadonlyArray<typeof TwinsRow.Type>
}

/** The most persons that are named: an operator looks at a few, and repeats the command. */
const twinsMax = 20

/** The schema from which on there are claims. */
const claimsSince = 53

/** The SQL by which an engine finds the persons of applications. */
export interface PersonSql {
  /** The email of an application without a tag. */
  readonly person: string
  /** The table, by an index that has all that is looked at: SQLite would read every application for its state, which is stored behind its texts. */
  readonly applications: string
  /** The table of placements, by the index that finds those of an application. */
  readonly placements: string
}

/** Reads it from a database with the schema `version`. */
export const readClaims = Effect.fnUntraced(function* <E>(
  rows: ReadRows<E>,
  version: number,
  { applications, person, placements }: PersonSql
) {
  if (version < claimsSince) return undefined
  const contents: ClaimContents = {
    keys: yield* rows(
      KeyRow,
      `SELECT key_id AS "keyId", CAST(count(*) AS INTEGER) AS count FROM claims GROUP BY key_id ORDER BY key_id`
    ),
    twins: yield* rows(
      TwinsRow,
      `SELECT min(id) AS first, max(id) AS last FROM ${applications} WHERE email_key IS NOT NULL AND ${holdsClaimText("applications", placements)}
      GROUP BY organization_id, job_id, ${person} HAVING count(*) > 1 ORDER BY 1 LIMIT ${twinsMax}`
    )
  }
  return contents
})
