/**
 * {@link UserStore} in a table; a column has the email as it is compared.
 */
import { normalizeEmail } from "@partner-api/domain/Email"
import type { OrganizationId, UserId } from "@partner-api/domain/Ids"
import { User } from "@partner-api/domain/User"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { keysetPage } from "./KeysetPage.ts"
import { makeLocks } from "./Locks.ts"
import { ReadSql } from "./ReadSql.ts"
import { orConflict, orStoreError } from "./StoreError.ts"

const encodeUser = Schema.encodeSync(User)

export const layer = Layer.effect(
  UserStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const names = Object.keys(User.fields)
    const columns = sql.literal(names.join(", "))
    const page = keysetPage(read, { name: "users", columns: names, row: User })

    const findUser = (from: SqlClient.SqlClient, lock: Fragment) =>
      SqlSchema.findOneOption({
        Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String }),
        Result: User,
        execute: ({ organizationId, id }) =>
          from`SELECT ${columns} FROM users WHERE organization_id = ${organizationId} AND id = ${id} ${lock}`
      })
    const find = findUser(read, read.literal(""))
    const lock = findUser(sql, makeLocks(sql).forUpdate)
    const holders = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String, emailKey: Schema.String }),
      Result: User,
      execute: ({ organizationId, id, emailKey }) => sql`
        SELECT ${columns} FROM users
        WHERE organization_id = ${organizationId} AND (id = ${id} OR email_key = ${emailKey})`
    })
    const insert = (organizationId: OrganizationId, user: User) =>
      sql`INSERT INTO users ${sql.insert({
        organization_id: organizationId,
        email_key: normalizeEmail(user.email),
        ...encodeUser(user)
      })} ON CONFLICT DO NOTHING RETURNING id`

    const save = (organizationId: OrganizationId, user: User) => {
      const { id, ...members } = encodeUser(user)
      return sql`UPDATE users SET ${sql.update({ ...members, email_key: normalizeEmail(user.email) })}
        WHERE organization_id = ${organizationId} AND id = ${id}`
    }

    const remove = (organizationId: OrganizationId, id: UserId) =>
      sql`DELETE FROM users WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`

    return UserStore.of({
      remove: (organizationId, id) => orStoreError(Effect.map(remove(organizationId, id), (rows) => rows.length > 0)),
      page: (organizationId, request) => orStoreError(page(organizationId, request)),
      find: (organizationId, id) => orStoreError(find({ organizationId, id })),
      lock: (organizationId, id) => orStoreError(lock({ organizationId, id })),
      save: (organizationId, user) => orStoreError(Effect.asVoid(orConflict(save(organizationId, user)))),
      holders: (organizationId, { id, email }) =>
        orStoreError(holders({ organizationId, id, emailKey: normalizeEmail(email) })),
      insert: (organizationId, user) =>
        orStoreError(Effect.map(insert(organizationId, user), (rows) => rows.length > 0))
    })
  })
)
