/**
 * {@link RejectionReasonStore} in a table. Which reason an application names stands in a column of `applications`.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import { foundById, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { RejectionReason, RejectionReasonId } from "@partner-api/domain/RejectionReason"
import { countedMax } from "@partner-api/service/store/OrganizationStore"
import { RejectionReasonStore } from "@partner-api/service/store/RejectionReasonStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause } from "./kit/Lists.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { batchesByKey, written } from "./kit/Writes.ts"
import { allRows } from "./kit/Rows.ts"

const Row = Schema.Struct({
  id: RejectionReasonId,
  text: Schema.String,
  category: RejectionReason.fields.category,
  is_active: Schema.Int
})
const reasonRows = allRows(Row)

const toReason = ({ category, id, is_active, text }: typeof Row.Type): RejectionReason => ({
  id,
  text,
  category,
  active: is_active === 1
})

const toRow =
  (organizationId: OrganizationId) =>
  ({ active, category, id, text }: RejectionReason) => ({
    organization_id: organizationId,
    id,
    text,
    category,
    is_active: active ? 1 : 0
  })

const Key = Schema.Struct({ organizationId: OrganizationId, id: RejectionReasonId })
const Use = Schema.Struct({ rejections: Schema.Int, withdrawals: Schema.Int })

export const layer = Layer.effect(
  RejectionReasonStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const columns = "id, text, category, is_active"
    const naming = (client: SqlClient.SqlClient) => indexedTable(client, "applications", "applications_reason")

    const select = (client: SqlClient.SqlClient, organizationId: OrganizationId, rest: Fragment) =>
      Effect.map(
        reasonRows(client`SELECT ${client.literal(columns)} FROM rejection_reasons
            WHERE organization_id = ${organizationId} ${rest}`),
        (rows) => rows.map(toReason)
      )
    const one =
      (client: SqlClient.SqlClient, lock: Fragment) => (organizationId: OrganizationId, id: RejectionReasonId) =>
        orStoreError(
          Effect.map(select(client, organizationId, client`AND id = ${id} ${lock}`), (rows) =>
            Option.fromUndefinedOr(rows[0])
          )
        )
    const page = (organizationId: OrganizationId, { after = "", limit }: PageRequest) =>
      select(read, organizationId, read`AND id > ${after} ORDER BY id ${limitClause(read, lookAhead(limit))}`)

    const lockAll = (organizationId: OrganizationId) =>
      Effect.andThen(
        // Two writes that each add one find no row of the other to lock.
        locks.named("rejection reasons", organizationId),
        select(sql, organizationId, sql`ORDER BY id ${locks.forUpdate}`)
      )

    const used = SqlSchema.findAll({
      Request: Key,
      Result: Schema.Struct({ reason_id: Schema.String }),
      execute: ({ id, organizationId }) => sql`SELECT reason_id FROM ${naming(sql)}
        WHERE organization_id = ${organizationId} AND reason_id = ${id} LIMIT 1`
    })

    /** The number of applications in a state that name a reason, counted in the index alone. */
    const countIn = ({ id, organizationId }: typeof Key.Encoded, state: "REJECTED" | "WITHDRAWN") => read`
      (SELECT count(*) FROM (
        SELECT 1 FROM ${naming(read)}
        WHERE organization_id = ${organizationId} AND reason_id = ${id} AND state = ${state} ${limitClause(read, countedMax)}
      ) AS counted)`
    const uses = SqlSchema.findOne({
      Request: Key,
      Result: Use,
      execute: (key) =>
        read`SELECT ${countIn(key, "REJECTED")} AS rejections, ${countIn(key, "WITHDRAWN")} AS withdrawals`
    })

    return RejectionReasonStore.of({
      page: (organizationId, request) => orStoreError(Effect.map(page(organizationId, request), foundById)),
      find: one(read, read.literal("")),
      lockShared: one(sql, locks.forShare),
      lockAll: (organizationId) => orStoreError(lockAll(organizationId)),
      saveAll: (organizationId, reasons) =>
        orStoreError(
          Effect.forEach(
            batchesByKey(reasons, ({ id }) => id),
            (batch) =>
              written(
                sql,
                sql`INSERT INTO rejection_reasons ${sql.insert(Arr.map(batch, toRow(organizationId)))}
              ON CONFLICT (organization_id, id) DO UPDATE
              SET text = excluded.text, category = excluded.category, is_active = excluded.is_active`
              ),
            { discard: true }
          )
        ),
      remove: (organizationId, id) =>
        orStoreError(
          written(sql, sql`DELETE FROM rejection_reasons WHERE organization_id = ${organizationId} AND id = ${id}`)
        ),
      isUsed: (organizationId, id) => orStoreError(Effect.map(used({ organizationId, id }), (rows) => rows.length > 0)),
      uses: (organizationId, id) => orStoreError(uses({ organizationId, id }))
    })
  })
)
