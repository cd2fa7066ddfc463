/**
 * What the operator does with clients: onboards them, grants and takes back, rotates secrets, revokes.
 *
 * Each change is in force within a second on every node: logins ask the database, and what is known of a
 * token is a second old at most (`Tokens.ts`). Who may do this is decided by who may open the database.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { Client, Grant } from "@partner-api/domain/Client"
import * as ClientCommands from "@partner-api/domain/commands/Client"
import type { NewClient } from "@partner-api/domain/commands/Client"
import { noOrganization } from "@partner-api/domain/commands/Organization"
import { type Conflict, NotFound } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import { digestOf, makeSecret } from "../../crypto/Secrets.ts"
import { type ClientOverview, type ClientSecret, ClientStore } from "../../store/ClientStore.ts"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { TokenStore } from "../../store/TokenStore.ts"
import { Grants } from "../access/Grants.ts"
import { record } from "../Journal.ts"
import { orRefuse } from "../OrNotFound.ts"

/** A live secret, without anything that it could be guessed by. */
export interface SecretDetails {
  /** What it is called: the beginning of its digest. */
  readonly id: string
  readonly createdAt: string
  /** The hour in which it was used last. */
  readonly lastUsedAt: string | undefined
}

/** The number of characters of a digest that tell the two secrets of a client apart. */
const secretIdLength = 8

const toDetails = ({ createdAt, digest, lastUsedAt }: ClientSecret): SecretDetails => ({
  id: `sec_${digest.slice(0, secretIdLength)}`,
  createdAt,
  lastUsedAt
})

/** A client with everything there is to know of it, but for secrets. */
export interface ClientDetails {
  readonly client: Client
  readonly grants: ReadonlyArray<Grant>
  /** The live secrets, the oldest first. */
  readonly secrets: ReadonlyArray<SecretDetails>
}

const noClient = (clientId: ClientId) => new NotFound({ message: `There is no client ${clientId}.` })

type Refused = NotFound | Conflict | StoreError

export class ClientAdministration extends Context.Service<
  ClientAdministration,
  {
    readonly all: Effect.Effect<ReadonlyArray<ClientOverview>, StoreError>
    readonly show: (clientId: ClientId) => Effect.Effect<ClientDetails, NotFound | StoreError>
    /** Creates a client; its secret is known to the caller alone. */
    readonly create: (client: Omit<NewClient, "isSandbox">) => Effect.Effect<Redacted.Redacted, Refused, CurrentWrite>
    /** Grants an organization, or changes the grant there is, and tells which one there was. */
    readonly grant: (
      clientId: ClientId,
      grant: Grant,
      asDefault: boolean
    ) => Effect.Effect<Option.Option<Grant>, Refused, CurrentWrite>
    /** Takes a grant back; the organization is no default any more either. */
    readonly ungrant: (clientId: ClientId, organizationId: OrganizationId) => Effect.Effect<void, Refused, CurrentWrite>
    /** Adds a secret beside the present one. */
    readonly addSecret: (clientId: ClientId) => Effect.Effect<Redacted.Redacted, Refused, CurrentWrite>
    /** Ends the older of two secrets; tokens go on to their end. */
    readonly endOlderSecret: (clientId: ClientId) => Effect.Effect<void, Refused, CurrentWrite>
    /** For a secret that leaked: a new one alone, and every token ends. */
    readonly replaceSecrets: (clientId: ClientId) => Effect.Effect<Redacted.Redacted, Refused, CurrentWrite>
    /** Ends a client with its secrets and tokens, for good. */
    readonly revoke: (clientId: ClientId) => Effect.Effect<void, Refused, CurrentWrite>
  }
>()("@partner-api/service/ClientAdministration") {
  static readonly layer = Layer.effect(
    ClientAdministration,
    Effect.gen(function* () {
      const clients = yield* ClientStore
      const organizations = yield* OrganizationStore
      const tokens = yield* TokenStore
      const grants = yield* Grants
      const now = Effect.map(Clock.currentTimeMillis, timestampFromMillis)

      const lock = (clientId: ClientId) => orRefuse(noClient(clientId))(clients.lock(clientId))

      const lockLive = (clientId: ClientId) =>
        Effect.flatMap(lock(clientId), (client) => Effect.fromResult(ClientCommands.checkLive(client)))

      const checkOrganization = (organizationId: OrganizationId) =>
        orRefuse(noOrganization(organizationId))(organizations.find(organizationId))

      const setDefault = Effect.fnUntraced(function* (client: Client, organizationId: OrganizationId | undefined) {
        const { entries, next } = ClientCommands.setDefaultOrganization(client, organizationId)
        if (entries.length > 0) yield* clients.setDefaultOrganization(client.id, next.defaultOrganizationId)
        yield* record(entries)
      })

      const show = Effect.fn("ClientAdministration.show")(function* (clientId: ClientId) {
        const client = yield* orRefuse(noClient(clientId))(clients.find(clientId))
        const granted = yield* organizations.grants(clientId)
        return { client, grants: granted, secrets: (yield* clients.secretsOfClient(clientId)).map(toDetails) }
      })

      const create = Effect.fn("ClientAdministration.create")(function* (given: Omit<NewClient, "isSandbox">) {
        const client = { ...given, isSandbox: false }
        const stored = Option.getOrUndefined(yield* clients.find(client.id))
        const createdAt = yield* now
        const { entries, next } = yield* Effect.fromResult(ClientCommands.createClient(stored, client, createdAt))
        const named = [...client.grants.map(({ organizationId }) => organizationId), client.defaultOrganization]
        yield* Effect.forEach(named.filter(Predicate.isNotUndefined), checkOrganization, { discard: true })
        const secret = yield* makeSecret
        yield* clients.save(next)
        yield* clients.addDigest(client.id, digestOf(secret), createdAt)
        yield* record(entries)
        yield* Effect.forEach(client.grants, (grant) => grants.set(client.id, grant), { discard: true })
        return secret
      })

      const grant = Effect.fn("ClientAdministration.grant")(function* (
        clientId: ClientId,
        given: Grant,
        asDefault: boolean
      ) {
        const client = yield* lockLive(clientId)
        yield* checkOrganization(given.organizationId)
        const before = yield* grants.set(clientId, given)
        if (asDefault) yield* setDefault(client, given.organizationId)
        return before
      })

      const ungrant = Effect.fn("ClientAdministration.ungrant")(function* (
        clientId: ClientId,
        organizationId: OrganizationId
      ) {
        const client = yield* lock(clientId)
        yield* grants.remove(clientId, organizationId)
        if (client.defaultOrganizationId === organizationId) yield* setDefault(client, undefined)
      })

      const addSecret = Effect.fn("ClientAdministration.addSecret")(function* (clientId: ClientId) {
        const client = yield* lockLive(clientId)
        const { length } = yield* clients.secretsOfClient(clientId)
        const entries = yield* Effect.fromResult(ClientCommands.addSecret(client, length))
        const secret = yield* makeSecret
        yield* clients.addDigest(clientId, digestOf(secret), yield* now)
        yield* record(entries)
        return secret
      })

      const endOlderSecret = Effect.fn("ClientAdministration.endOlderSecret")(function* (clientId: ClientId) {
        const client = yield* lockLive(clientId)
        const { length } = yield* clients.secretsOfClient(clientId)
        const entries = yield* Effect.fromResult(ClientCommands.endOlderSecret(client, length))
        yield* clients.endOlderDigests(clientId)
        yield* record(entries)
      })

      const replaceSecrets = Effect.fn("ClientAdministration.replaceSecrets")(function* (clientId: ClientId) {
        yield* lockLive(clientId)
        const secret = yield* makeSecret
        yield* clients.replaceDigest(clientId, digestOf(secret), yield* now)
        yield* tokens.endOfClient(clientId)
        yield* record([ClientCommands.secretReplaced(clientId)])
        return secret
      })

      const revoke = Effect.fn("ClientAdministration.revoke")(function* (clientId: ClientId) {
        const client = yield* lockLive(clientId)
        const revokedAt = yield* now
        const { entries } = ClientCommands.revokeClient(client, revokedAt)
        yield* clients.revoke(clientId, revokedAt)
        yield* tokens.endOfClient(clientId)
        yield* record(entries)
      })

      return ClientAdministration.of({
        all: clients.all,
        show,
        create,
        grant,
        ungrant,
        addSecret,
        endOlderSecret,
        replaceSecrets,
        revoke
      })
    })
  )
}
