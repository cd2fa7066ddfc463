/**
 * {@link UserStore} in a table; a column has the email as it is compared.
 */
import { normalizeEmail } from "@partner-api/domain/Email"
import type { OrganizationId, UserId } from "@partner-api/domain/Ids"
import { User } from "@partner-api/domain/User"
import { searchedInUser, type UserFilter } from "@partner-api/domain/UserFilter"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import { placeColumns } from "./kit/Lists.ts"
import { makeSearchWords } from "./kit/SearchIndex.ts"
import { type ListInput, searchableList } from "./kit/SearchedPages.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import {
  batchesByKey,
  Named,
  type NewRows,
  rowInsert,
  selectKeyed,
  selectNamed,
  updated,
  written
} from "./kit/Writes.ts"

const encodeUser = Schema.encodeSync(User)
const PageRow = Schema.Struct({ ...placeColumns, ...User.fields })

export const layer = Layer.effect(
  UserStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const names = Object.keys(User.fields)
    const columns = sql.literal(names.join(", "))
    const page = searchableList(read, { name: "users", columns: names.join(", ") }, PageRow, (row): User =>
      Struct.omit(row, ["place_id", "place_ms"])
    )
    const inputOf = ({ email, q, status, updated_since }: UserFilter): ListInput => ({
      leads: email === undefined ? [] : [{ condition: read`email_key = ${normalizeEmail(email)}` }],
      choice: status === undefined ? undefined : { column: "status", values: [status] },
      q,
      updated_since
    })

    const findUser = (from: SqlClient.SqlClient, lock: Fragment) =>
      SqlSchema.findOneOption({
        Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String }),
        Result: User,
        execute: ({ organizationId, id }) =>
          from`SELECT ${columns} FROM users WHERE organization_id = ${organizationId} AND id = ${id} ${lock}`
      })
    const find = findUser(read, read.literal(""))
    const lock = findUser(sql, makeLocks(sql).forUpdate)
    const searchWords = makeSearchWords(sql, "users", searchedInUser)
    const holders = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String, emailKey: Schema.String }),
      Result: User,
      execute: ({ organizationId, id, emailKey }) => sql`
        SELECT ${columns} FROM users WHERE organization_id = ${organizationId} AND id = ${id}
        UNION SELECT ${columns} FROM users WHERE organization_id = ${organizationId} AND email_key = ${emailKey}`
    })
    const active = SqlSchema.findAll({
      Request: Named,
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ names: ids, organizationId }) =>
        sql`${selectKeyed(
          sql,
          { name: "users", columns: ["id"], keys: ["id"] },
          { organizationId, values: ids.map((id) => [id]) }
        )} AND found.status IS DISTINCT FROM 'DISABLED'`
    })
    const holdersOf = (key: "id" | "email_key") => {
      const select = SqlSchema.findAll({
        Request: Named,
        Result: User,
        execute: (named) => selectNamed(sql, { name: "users", columns: names, key }, named)
      })
      return (organizationId: OrganizationId, keys: ReadonlyArray<string>) =>
        keys.length === 0 ? Effect.succeed([]) : select({ organizationId, names: keys })
    }
    const holdersOfIds = holdersOf("id")
    const holdersOfEmails = holdersOf("email_key")

    const rowOf = (organizationId: OrganizationId, nowMs: number) => (user: User) => ({
      organization_id: organizationId,
      email_key: normalizeEmail(user.email),
      written_at_ms: nowMs,
      searched_at_ms: nowMs,
      ...encodeUser(user)
    })
    const intoUsers = (rows: NewRows) => sql`INSERT INTO users ${sql.insert(rows)}`
    const insertNew = rowInsert<"users">(
      sql,
      ({ users }) => sql`${intoUsers(users)} ON CONFLICT DO NOTHING RETURNING id`
    )

    const save = (organizationId: OrganizationId, user: User, nowMs: number) => {
      const { id, ...members } = encodeUser(user)
      return sql`UPDATE users SET ${sql.update({ ...members, email_key: normalizeEmail(user.email) })},
        written_at_ms = ${updated(sql, nowMs)}, searched_at_ms = ${updated(sql, nowMs)}
        WHERE organization_id = ${organizationId} AND id = ${id}`
    }

    const remove = (organizationId: OrganizationId, id: UserId) =>
      sql`DELETE FROM users WHERE organization_id = ${organizationId} AND id = ${id} RETURNING id`

    return UserStore.of({
      remove: (organizationId, id) =>
        orStoreError(
          Effect.andThen(
            searchWords.remove(organizationId, id),
            Effect.map(remove(organizationId, id), (rows) => rows.length > 0)
          )
        ),
      page: (organizationId, filter, request) => orStoreError(page(organizationId, inputOf(filter), request)),
      find: (organizationId, id) => orStoreError(find({ organizationId, id })),
      lock: (organizationId, id) => orStoreError(lock({ organizationId, id })),
      save: Effect.fnUntraced(function* (organizationId, user) {
        const nowMs = yield* Clock.currentTimeMillis
        yield* orConflict(written(sql, save(organizationId, user, nowMs)))
        yield* searchWords.save(organizationId, [user])
      }, orStoreError),
      holders: (organizationId, { id, email }) =>
        orStoreError(holders({ organizationId, id, emailKey: normalizeEmail(email) })),
      lockHolders: Effect.fnUntraced(function* (organizationId, { ids, emails }) {
        const ofEmails = yield* holdersOfEmails(organizationId, emails.map(normalizeEmail))
        const found = [...ofEmails, ...(yield* holdersOfIds(organizationId, ids))]
        return [...new Map(found.map((user) => [user.id, user])).values()]
      }, orStoreError),
      activeAmong: (organizationId, ids) =>
        ids.length === 0
          ? Effect.succeed(new Set<string>())
          : orStoreError(
              Effect.map(active({ organizationId, names: ids }), (rows) => new Set(rows.map(({ id }) => id)))
            ),
      insertAll: Effect.fnUntraced(function* (organizationId, users) {
        const nowMs = yield* Clock.currentTimeMillis
        for (const batch of batchesByKey(users, ({ id }) => id)) {
          yield* orConflict(intoUsers(Arr.map(batch, rowOf(organizationId, nowMs))))
        }
        yield* searchWords.save(organizationId, users)
      }, orStoreError),
      insert: Effect.fnUntraced(function* (organizationId, user) {
        const row = rowOf(organizationId, yield* Clock.currentTimeMillis)(user)
        const isNew = (yield* insertNew({ users: [row] })).length > 0
        if (isNew) yield* searchWords.save(organizationId, [user])
        return isNew
      }, orStoreError)
    })
  })
)
