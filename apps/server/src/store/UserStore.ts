/**
 * Users. An email is unique within its organization, whatever its case.
 */
import { normalizeEmail } from "@partner-api/domain/Email"
import type { OrganizationId, UserId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { User } from "@partner-api/domain/User"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { keysetPage } from "./sql/KeysetPage.ts"
import { ReadSql } from "./sql/ReadSql.ts"
import { orStoreError, type StoreError } from "./sql/StoreError.ts"

const encodeUser = Schema.encodeSync(User)

export class UserStore extends Context.Service<
  UserStore,
  {
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<User>, StoreError>
    readonly find: (organizationId: OrganizationId, id: string) => Effect.Effect<Option.Option<User>, StoreError>
    /** The users that already have this id or this email. */
    readonly holders: (
      organizationId: OrganizationId,
      user: { readonly id: string; readonly email: string }
    ) => Effect.Effect<ReadonlyArray<User>, StoreError>
    /** Adds a user unless id or email are taken, and tells whether it did. */
    readonly insert: (organizationId: OrganizationId, user: User) => Effect.Effect<boolean, StoreError>
    /** Removes a user, and tells whether there was one. */
    readonly remove: (organizationId: OrganizationId, id: UserId) => Effect.Effect<boolean, StoreError>
  }
>()("@partner-api/server/UserStore") {
  static readonly layer = Layer.effect(
    UserStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = yield* ReadSql
      const names = Object.keys(User.fields)
      const columns = sql.literal(names.join(", "))
      const page = keysetPage(read, { name: "users", columns: names, row: User })

      const find = SqlSchema.findOneOption({
        Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String }),
        Result: User,
        execute: ({ organizationId, id }) =>
          read`SELECT ${columns} FROM users WHERE organization_id = ${organizationId} AND id = ${id}`
      })
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

      const remove = (organizationId: OrganizationId, id: UserId) =>
        sql`DELETE FROM users WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`

      return UserStore.of({
        remove: (organizationId, id) => orStoreError(Effect.map(remove(organizationId, id), (rows) => rows.length > 0)),
        page: (organizationId, request) => orStoreError(page(organizationId, request)),
        find: (organizationId, id) => orStoreError(find({ organizationId, id })),
        holders: (organizationId, { id, email }) =>
          orStoreError(holders({ organizationId, id, emailKey: normalizeEmail(email) })),
        insert: (organizationId, user) =>
          orStoreError(Effect.map(insert(organizationId, user), (rows) => rows.length > 0))
      })
    })
  )
}
