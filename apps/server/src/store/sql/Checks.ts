/**
 * {@link CheckStore} in a table: a row for each client, organization and day.
 */
import { type CheckDay, checkDaysPerPurge, CheckStore } from "@partner-api/service/store/CheckStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { orStoreError } from "./kit/Errors.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { onlyRow } from "./kit/Rows.ts"
import { limitClause } from "./kit/Lists.ts"

const countRow = onlyRow(Schema.Struct({ count: Schema.Int }))

export const layer = Layer.effect(
  CheckStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const locks = makeLocks(sql)

    const count = ({ clientId, dayAtMs, organizationId }: CheckDay) =>
      countRow(sql`
          INSERT INTO candidate_checks (organization_id, client_id, day_at_ms, count)
          VALUES (${organizationId}, ${clientId}, ${dayAtMs}, 1)
          ON CONFLICT (organization_id, client_id, day_at_ms) DO UPDATE SET count = candidate_checks.count + 1
          RETURNING count`)

    return CheckStore.of({
      count: (day) => orStoreError(Effect.map(count(day), (row) => row.count)),
      purge: (beforeMs) =>
        orStoreError(
          Effect.map(
            sql`DELETE FROM candidate_checks WHERE (organization_id, client_id, day_at_ms) IN (
              SELECT organization_id, client_id, day_at_ms FROM candidate_checks
              WHERE day_at_ms < ${beforeMs} ${limitClause(sql, checkDaysPerPurge)}
            ) AND ${locks.alone("purge checks")} RETURNING client_id`,
            ({ length }) => length
          )
        )
    })
  })
)
