/**
 * {@link UserStore} in memory.
 */
import { normalizeEmail } from "@partner-api/domain/Email"
import { isFiltered } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { User } from "@partner-api/domain/User"
import { meetsUserFilter } from "@partner-api/domain/UserFilter"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserStore } from "../UserStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordsOf } from "./MemoryState.ts"
import { foundRows, written, writtenAtMs } from "./MemoryWrites.ts"
import type { Table } from "./Table.ts"

const withUsers = (state: MemoryState, organizationId: OrganizationId, users: Table<User>): MemoryState => ({
  ...state,
  records: state.records.put({ ...recordsOf(state, organizationId), users })
})

const put = (
  state: MemoryState,
  organizationId: OrganizationId,
  saved: ReadonlyArray<User>,
  nowMs: number
): MemoryState => {
  const records = recordsOf(state, organizationId)
  const users = saved.reduce((all, user) => all.put(user), records.users)
  const ids = saved.map(({ id }) => id)
  return { ...state, records: state.records.put(written({ ...records, users }, "users", ids, nowMs)) }
}

const holdersIn = (
  users: Table<User>,
  keys: { readonly ids: ReadonlyArray<string>; readonly emails: ReadonlyArray<string> }
) => {
  const ids = new Set(keys.ids)
  const emails = new Set(keys.emails.map(normalizeEmail))
  return users.rows.filter((user) => ids.has(user.id) || emails.has(normalizeEmail(user.email)))
}
const keysOf = ({ id, email }: { readonly id: string; readonly email: string }) => ({ ids: [id], emails: [email] })

export const layer = Layer.effect(
  UserStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(recordsOf(state, organizationId).users.find(id)))
    return UserStore.of({
      page: (organizationId, filter, request) =>
        read((state) => {
          const records = recordsOf(state, organizationId)
          const writtenAtMsOf = ({ id }: User) => writtenAtMs(records, "users", id)
          return foundRows(records.users, request, {
            idOf: ({ id }) => id,
            filter,
            meets: isFiltered(filter) ? (user) => meetsUserFilter(filter, user, writtenAtMsOf(user)) : undefined,
            writtenAtMsOf
          })
        }),
      find,
      lock: find,
      holders: (organizationId, user) =>
        read((state) => holdersIn(recordsOf(state, organizationId).users, keysOf(user))),
      lockHolders: (organizationId, keys) => read((state) => holdersIn(recordsOf(state, organizationId).users, keys)),
      insertAll: (organizationId, users) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [put(state, organizationId, users, nowMs), undefined])
        ),
      insert: (organizationId, user) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) =>
            holdersIn(recordsOf(state, organizationId).users, keysOf(user)).length > 0
              ? [state, false]
              : [put(state, organizationId, [user], nowMs), true]
          )
        ),
      save: (organizationId, user) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [put(state, organizationId, [user], nowMs), undefined])
        ),
      remove: (organizationId, id) =>
        write((state) => {
          const { users } = recordsOf(state, organizationId)
          return users.find(id) === undefined
            ? [state, false]
            : [
                withUsers(
                  state,
                  organizationId,
                  users.without((user) => user.id === id)
                ),
                true
              ]
        })
    })
  })
)
