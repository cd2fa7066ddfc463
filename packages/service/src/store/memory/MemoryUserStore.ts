/**
 * {@link UserStore} in memory.
 */
import { normalizeEmail } from "@partner-api/domain/Email"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import type { User } from "@partner-api/domain/User"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserStore } from "../UserStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordsOf } from "./MemoryState.ts"
import type { Table } from "./Table.ts"

const withUsers = (state: MemoryState, organizationId: OrganizationId, users: Table<User>): MemoryState => ({
  ...state,
  records: state.records.put({ ...recordsOf(state, organizationId), users })
})

const holdersIn = (users: Table<User>, { email, id }: Pick<User, "email"> & { readonly id: string }) =>
  users.rows.filter((user) => user.id === id || normalizeEmail(user.email) === normalizeEmail(email))

export const layer = Layer.effect(
  UserStore,
  Effect.map(Memory, ({ read, write }) => {
    const find = (organizationId: OrganizationId, id: string) =>
      read((state) => Option.fromNullishOr(recordsOf(state, organizationId).users.find(id)))
    return UserStore.of({
      page: (organizationId, { after, limit }) =>
        read((state) => recordsOf(state, organizationId).users.after(after ?? "", lookAhead(limit))),
      find,
      lock: find,
      holders: (organizationId, user) => read((state) => holdersIn(recordsOf(state, organizationId).users, user)),
      insert: (organizationId, user) =>
        write((state) => {
          const { users } = recordsOf(state, organizationId)
          return holdersIn(users, user).length > 0
            ? [state, false]
            : [withUsers(state, organizationId, users.put(user)), true]
        }),
      save: (organizationId, user) =>
        write((state) => [
          withUsers(state, organizationId, recordsOf(state, organizationId).users.put(user)),
          undefined
        ]),
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
