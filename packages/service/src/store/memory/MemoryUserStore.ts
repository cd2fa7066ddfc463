/**
 * {@link UserStore} in memory.
 */
import { normalizeEmail } from "@partner-api/domain/Email"
import { isFiltered } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { isActive, type User } from "@partner-api/domain/User"
import { meetsUserFilter } from "@partner-api/domain/UserFilter"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserStore } from "../UserStore.ts"
import { Memory } from "./Memory.ts"
import { recordKind, tableOf, withTable } from "./MemoryState.ts"
import { foundRows, written } from "./MemoryWrites.ts"
import type { Table } from "./Table.ts"

export const users = recordKind<User>("users", ({ id }) => id)

const holdersIn = (
  { rows }: Table<User>,
  keys: { readonly ids: ReadonlyArray<string>; readonly emails: ReadonlyArray<string> }
) => {
  const ids = new Set(keys.ids)
  const emails = new Set(keys.emails.map(normalizeEmail))
  return rows.filter((user) => ids.has(user.id) || emails.has(normalizeEmail(user.email)))
}
const keysOf = ({ id, email }: { readonly id: string; readonly email: string }) => ({ ids: [id], emails: [email] })

export const layer = Layer.effect(
  UserStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(tableOf(state, organizationId, users).find(id)))
    return UserStore.of({
      page: (organizationId, filter, request) =>
        read((state) =>
          foundRows(state, organizationId, users, request, {
            filter,
            meets: isFiltered(filter) ? (user, writtenAtMs) => meetsUserFilter(filter, user, writtenAtMs) : undefined
          })
        ),
      find,
      lock: find,
      holders: (organizationId, user) =>
        read((state) => holdersIn(tableOf(state, organizationId, users), keysOf(user))),
      lockHolders: (organizationId, keys) => read((state) => holdersIn(tableOf(state, organizationId, users), keys)),
      activeAmong: (organizationId, ids) =>
        read((state) => {
          const { find: findUser } = tableOf(state, organizationId, users)
          return new Set(
            ids.filter((id) => {
              const user = findUser(id)
              return user !== undefined && isActive(user)
            })
          )
        }),
      insertAll: (organizationId, added) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [written(state, organizationId, users, added, nowMs), undefined])
        ),
      insert: (organizationId, user) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) =>
            holdersIn(tableOf(state, organizationId, users), keysOf(user)).length > 0
              ? [state, false]
              : [written(state, organizationId, users, [user], nowMs), true]
          )
        ),
      save: (organizationId, user) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [written(state, organizationId, users, [user], nowMs), undefined])
        ),
      remove: (organizationId, id) =>
        write((state) => {
          const table = tableOf(state, organizationId, users)
          const without = table.without((user) => user.id === id)
          return table.find(id) === undefined
            ? [state, false]
            : [withTable(state, organizationId, users, without), true]
        })
    })
  })
)
