/**
 * {@link OrganizationStore} in memory.
 */
import { grantsMax } from "@partner-api/domain/Client"
import { InternalError } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type OrganizationOverview, OrganizationStore, type StateCount } from "../OrganizationStore.ts"
import { Memory } from "./Memory.ts"
import { agencies } from "./MemoryAgencyStore.ts"
import { applications } from "./MemoryApplicationStore.ts"
import { jobs } from "./MemoryJobStore.ts"
import { grantKey, type MemoryState, type OrganizationRow, tableOf } from "./MemoryState.ts"
import { users } from "./MemoryUserStore.ts"

const grantsOf = ({ grants }: MemoryState, clientId: ClientId) =>
  grants.rows.filter((row) => row.clientId === clientId).map(({ grant }) => grant)

const countBy = <State extends string>(states: ReadonlyArray<State>): ReadonlyArray<StateCount<State>> =>
  [...new Set(states)].toSorted().map((state) => ({ state, count: states.filter((one) => one === state).length }))

const overviewIn =
  ({ grants }: MemoryState) =>
  ({ createdAt, id, name }: OrganizationRow): OrganizationOverview => ({
    id,
    name,
    createdAt,
    clients: grants.rows.filter(({ grant }) => grant.organizationId === id).length
  })

/** The failure of a read of an organization that is not there. Nothing removes one, so it is a fault of the service. */
const missing = new InternalError({ message: "The organization of the request is not there." })

export const layer = Layer.effect(
  OrganizationStore,
  Effect.map(Memory, ({ read, write }) => {
    const own = (organizationId: OrganizationId) =>
      Effect.flatMap(
        read(({ organizations }) => organizations.find(organizationId)),
        (row) =>
          row === undefined
            ? Effect.fail(missing)
            : Effect.succeed({ id: row.id, name: row.name, settings: row.settings })
      )
    const change = (id: OrganizationId, next: (row: OrganizationRow) => OrganizationRow) =>
      write((state) => {
        const row = state.organizations.find(id)
        return [row === undefined ? state : { ...state, organizations: state.organizations.put(next(row)) }, undefined]
      })
    return OrganizationStore.of({
      granted: (clientId) =>
        read((state) =>
          grantsOf(state, clientId).flatMap(({ organizationId }) => {
            const organization = state.organizations.find(organizationId)
            return organization === undefined ? [] : [{ id: organization.id, name: organization.name }]
          })
        ),
      all: read((state) => state.organizations.rows.map(overviewIn(state))),
      page: ({ after, limit }) =>
        read((state) => state.organizations.after(after ?? "", lookAhead(limit)).map(overviewIn(state))),
      overview: (organizationId) =>
        read((state) => Option.map(Option.fromNullishOr(state.organizations.find(organizationId)), overviewIn(state))),
      find: (organizationId) =>
        read(({ organizations }) =>
          Option.map(Option.fromNullishOr(organizations.find(organizationId)), ({ id, name }) => ({ id, name }))
        ),
      own,
      lock: own,
      settings: (organizationId) => Effect.map(own(organizationId), ({ settings }) => settings),
      saveSettings: (organizationId, settings, nowMs) =>
        change(organizationId, (row) => ({
          ...row,
          settings,
          retainedAtMs: settings.retention_days === 0 ? undefined : (row.retainedAtMs ?? nowMs)
        })),
      retained: (organizationId, retainedAtMs) => change(organizationId, (row) => ({ ...row, retainedAtMs })),
      retention: read((state) => {
        const times = state.organizations.rows.flatMap(({ retainedAtMs }) => retainedAtMs ?? [])
        return { organizations: times.length, oldestMs: times.length === 0 ? undefined : Math.min(...times) }
      }),
      insert: ({ id, name, settings }, createdAt) =>
        write((state) =>
          state.organizations.find(id) === undefined
            ? [{ ...state, organizations: state.organizations.put({ id, name, settings, createdAt }) }, true]
            : [state, false]
        ),
      rename: ({ id, name }) => change(id, (row) => ({ ...row, name })),
      counts: (organizationId) =>
        read((state) => ({
          jobs: countBy(tableOf(state, organizationId, jobs).rows.flatMap(({ status }) => status ?? [])),
          applications: countBy(
            tableOf(state, organizationId, applications).rows.map(({ application }) => application.state)
          ),
          users: tableOf(state, organizationId, users).rows.length,
          agencies: tableOf(state, organizationId, agencies).rows.length
        })),
      grants: (clientId) => read((state) => grantsOf(state, clientId)),
      findGrant: (clientId, organizationId) =>
        read(({ grants }) =>
          Option.map(Option.fromNullishOr(grants.find(grantKey(clientId, organizationId))), ({ grant }) => grant)
        ),
      ungrant: (clientId, organizationId) =>
        write((state) => {
          const key = grantKey(clientId, organizationId)
          const grants = state.grants.without((row) => grantKey(row.clientId, row.grant.organizationId) === key)
          return [{ ...state, grants }, undefined]
        }),
      grant: (clientId, grant) =>
        write((state) => {
          const others = grantsOf(state, clientId).filter(
            ({ organizationId }) => organizationId !== grant.organizationId
          )
          return others.length < grantsMax
            ? [{ ...state, grants: state.grants.put({ clientId, grant }) }, true]
            : [state, false]
        })
    })
  })
)
