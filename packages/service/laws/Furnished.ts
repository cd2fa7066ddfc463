/**
 * What laws of stores begin with: two organizations and a client, and how a law is written.
 */
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { Client } from "@partner-api/domain/Client"
import type { FoundRows } from "@partner-api/domain/Pagination"
import { newSettings } from "@partner-api/domain/OrganizationSettings"
import { permissions } from "@partner-api/domain/Permission"
import { Timestamp } from "@partner-api/domain/Timestamp"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import type { Stores } from "@partner-api/service/store/Stores"
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"

/** Runs effects on one connection. */
export type Connection = <A, E>(effect: Effect.Effect<A, E, Stores>) => Effect.Effect<A, E>

/** A law, by what it says. */
export type Law = readonly [
  name: string,
  holds: (first: Connection, second: Connection) => Effect.Effect<void, unknown>
]

export const one = OrganizationId.make("org_one")
export const two = OrganizationId.make("org_two")
/** An agency that has nothing to do with any job. */
export const anAgency = AgencyId.make("agy_any")
export const clientId = ClientId.make("cli_a")
export const at = Timestamp.make("2026-01-01T00:00:00.000Z")

/** A client that laws and tests of stores start from. */
export const client: Client = {
  id: clientId,
  name: "A",
  mayCreateOrganizations: false,
  defaultOrganizationId: undefined,
  isSandbox: false,
  createdAt: at,
  revokedAt: undefined
}
/** Runs one transaction. */
export const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (run) => run(effect))

/** Two organizations, one client with a secret and a grant for the first. */
export const furnish = transaction(
  Effect.gen(function* () {
    const organizations = yield* OrganizationStore
    const clients = yield* ClientStore
    yield* organizations.insert({ id: one, name: "One", settings: newSettings }, at)
    yield* organizations.insert({ id: two, name: "Two", settings: newSettings }, at)
    yield* clients.save(client)
    yield* clients.addDigest(clientId, "secret", at)
    yield* organizations.grant(clientId, { organizationId: one, permissions })
  })
)

/** A law about furnished stores on one connection. */
export const onOne = (name: string, holds: Effect.Effect<void, unknown, Stores>): Law => [
  name,
  (first) => first(Effect.andThen(furnish, holds))
]

/** Two effects at once, one on each connection, on furnished stores. */
export const race = <A, E>(first: Connection, second: Connection, effect: Effect.Effect<A, E, Stores>) =>
  Effect.andThen(first(furnish), Effect.all([first(effect), second(effect)], { concurrency: 2 }))

/** The ids of the rows of a page. */
export const foundIds = <Row extends { readonly id: string }>({ rows }: FoundRows<Row>): ReadonlyArray<string> =>
  rows.map(({ row }) => row.id)
