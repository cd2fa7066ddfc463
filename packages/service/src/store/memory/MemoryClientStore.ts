/**
 * {@link ClientStore} in memory.
 */
import type { Client } from "@partner-api/domain/Client"
import type { ClientId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type ClientOverview, ClientStore } from "../ClientStore.ts"
import { Memory } from "./Memory.ts"
import type { MemoryState } from "./MemoryState.ts"
import { compareCodePoints } from "./Table.ts"

/** The live secrets of a client, the oldest first. */
const secretsOf = ({ secrets }: MemoryState, clientId: ClientId) =>
  secrets.rows
    .filter((secret) => secret.clientId === clientId)
    .toSorted((left, right) => compareCodePoints(left.createdAt, right.createdAt))

const overviewIn =
  (state: MemoryState) =>
  (client: Client): ClientOverview => ({
    ...client,
    grants: state.grants.rows.filter(({ clientId }) => clientId === client.id).length,
    secrets: secretsOf(state, client.id).length
  })

const withoutSecrets = (state: MemoryState, clientId: ClientId): MemoryState => ({
  ...state,
  secrets: state.secrets.without((secret) => secret.clientId === clientId)
})

const withSecret = (state: MemoryState, clientId: ClientId, digest: string, createdAt: string): MemoryState => ({
  ...state,
  secrets: state.secrets.put({ digest, clientId, createdAt, lastUsedAt: undefined })
})

/** A state in which a client is changed; the same one when there is no such client. */
const changed = (state: MemoryState, clientId: ClientId, change: (client: Client) => Client): MemoryState => {
  const client = state.clients.find(clientId)
  return client === undefined ? state : { ...state, clients: state.clients.put(change(client)) }
}

export const layer = Layer.effect(
  ClientStore,
  Effect.map(Memory, ({ read, write }) =>
    ClientStore.of({
      find: (clientId) => read(({ clients }) => Option.fromNullishOr(clients.find(clientId))),
      // Transactions come one after the other.
      lock: (clientId) => read(({ clients }) => Option.fromNullishOr(clients.find(clientId))),
      secretOf: (digest) =>
        read(({ clients, secrets }) =>
          Option.flatMap(Option.fromNullishOr(secrets.find(digest)), (secret) =>
            Option.map(Option.fromNullishOr(clients.find(secret.clientId)), (client) => ({ ...secret, client }))
          )
        ),
      save: (client) =>
        write((state) => {
          const stored = state.clients.find(client.id)
          const { mayCreateOrganizations, name } = client
          const next = stored === undefined ? client : { ...stored, name, mayCreateOrganizations }
          return [{ ...state, clients: state.clients.put(next) }, undefined]
        }),
      secretsOfClient: (clientId) => read((state) => secretsOf(state, clientId)),
      noteUse: (digest, usedAt) =>
        write((state) => {
          const secret = state.secrets.find(digest)
          return [
            secret === undefined ? state : { ...state, secrets: state.secrets.put({ ...secret, lastUsedAt: usedAt }) },
            undefined
          ]
        }),
      addDigest: (clientId, digest, createdAt) =>
        write((state) => [withSecret(state, clientId, digest, createdAt), undefined]),
      replaceDigest: (clientId, digest, createdAt) =>
        write((state) => [withSecret(withoutSecrets(state, clientId), clientId, digest, createdAt), undefined]),
      endDigest: (ended) =>
        write((state) => [{ ...state, secrets: state.secrets.without(({ digest }) => digest === ended) }, undefined]),
      setDefaultOrganization: (clientId, organizationId) =>
        write((state) => [
          changed(state, clientId, (client) => ({ ...client, defaultOrganizationId: organizationId })),
          undefined
        ]),
      revoke: (clientId, revokedAt) =>
        write((state) => [
          changed(withoutSecrets(state, clientId), clientId, (client) => ({ ...client, revokedAt })),
          undefined
        ]),
      page: ({ after, limit }) =>
        read((state) => state.clients.after(after ?? "", lookAhead(limit)).map(overviewIn(state))),
      all: read((state) => state.clients.rows.map(overviewIn(state))),
      isEmpty: read(({ clients }) => clients.rows.length === 0),
      sandboxClients: read(({ clients }) => clients.rows.filter(({ isSandbox }) => isSandbox))
    })
  )
)
