/**
 * What the operator does with clients: onboards them, grants and takes back, rotates secrets, revokes.
 *
 * Each change is one transaction, and in force within a second on every node: logins ask the database, and what is known of a
 * token is a second old at most (`Tokens.ts`). Who may do this is decided by who may open the database.
 */
import { clientCreated, secretReplaced } from "@partner-api/domain/Audit"
import { type Client, defaultOrganizationOf, type Grant, secretsMax } from "@partner-api/domain/Client"
import { Conflict, NotFound } from "@partner-api/domain/Errors"
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
import { type ClientOverview, ClientStore } from "../../store/ClientStore.ts"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { TokenStore } from "../../store/TokenStore.ts"
import { Transaction } from "../../store/Transaction.ts"
import { Audit } from "../Audit.ts"
import { Grants } from "../Grants.ts"

/** A client with everything there is to know of it, but for secrets. */
export interface ClientDetails {
  readonly client: Client
  readonly grants: ReadonlyArray<Grant>
  /** When each live secret was made, the oldest first. */
  readonly secretsMadeAt: ReadonlyArray<string>
}

/** A client to be onboarded. */
export interface NewClient {
  readonly id: ClientId
  readonly name: string
  readonly grants: ReadonlyArray<Grant>
  readonly defaultOrganization: OrganizationId | undefined
  readonly mayCreateOrganizations: boolean
}

type Refused = NotFound | Conflict | StoreError

export class ClientAdministration extends Context.Service<
  ClientAdministration,
  {
    readonly all: Effect.Effect<ReadonlyArray<ClientOverview>, StoreError>
    readonly show: (clientId: ClientId) => Effect.Effect<ClientDetails, NotFound | StoreError>
    /** Creates a client; its secret is known to the caller alone. */
    readonly create: (client: NewClient) => Effect.Effect<Redacted.Redacted, Refused>
    /** Grants an organization, or changes the grant there is, and tells which one there was. */
    readonly grant: (
      clientId: ClientId,
      grant: Grant,
      asDefault: boolean
    ) => Effect.Effect<Option.Option<Grant>, Refused>
    /** Takes a grant back; the organization is no default any more either. */
    readonly ungrant: (clientId: ClientId, organizationId: OrganizationId) => Effect.Effect<void, Refused>
    /** Adds a secret beside the present one. */
    readonly addSecret: (clientId: ClientId) => Effect.Effect<Redacted.Redacted, Refused>
    /** Ends the older of two secrets; tokens go on to their end. */
    readonly endOlderSecret: (clientId: ClientId) => Effect.Effect<void, Refused>
    /** For a secret that leaked: a new one alone, and every token ends. */
    readonly replaceSecrets: (clientId: ClientId) => Effect.Effect<Redacted.Redacted, Refused>
    /** Ends a client with its secrets and tokens, for good. */
    readonly revoke: (clientId: ClientId) => Effect.Effect<void, Refused>
  }
>()("@partner-api/service/ClientAdministration") {
  static readonly layer = Layer.effect(
    ClientAdministration,
    Effect.gen(function* () {
      const clients = yield* ClientStore
      const organizations = yield* OrganizationStore
      const tokens = yield* TokenStore
      const grants = yield* Grants
      const audit = yield* Audit
      const now = Effect.map(Clock.currentTimeMillis, timestampFromMillis)

      const existing = (clientId: ClientId) =>
        Effect.flatMap(
          clients.find(clientId),
          Option.match({
            onNone: () => Effect.fail(new NotFound({ message: `There is no client ${clientId}.` })),
            onSome: (client) => Effect.succeed(client)
          })
        )

      const live = (clientId: ClientId) =>
        Effect.flatMap(existing(clientId), (client) =>
          client.revokedAt === undefined
            ? Effect.succeed(client)
            : Effect.fail(new Conflict({ message: `The client ${clientId} was revoked at ${client.revokedAt}.` }))
        )

      const checkOrganization = (organizationId: OrganizationId) =>
        Effect.flatMap(
          organizations.find(organizationId),
          Option.match({
            onNone: () => Effect.fail(new NotFound({ message: `There is no organization ${organizationId}.` })),
            onSome: () => Effect.void
          })
        )

      const setDefault = Effect.fnUntraced(function* (client: Client, organizationId: OrganizationId | undefined) {
        if (client.defaultOrganizationId === organizationId) return
        yield* clients.setDefaultOrganization(client.id, organizationId)
        yield* audit.record(undefined, {
          action: "client.updated",
          resource_id: client.id,
          changed: ["default_organization"]
        })
      })

      const show = Effect.fnUntraced(function* (clientId: ClientId) {
        const client = yield* existing(clientId)
        const granted = yield* organizations.grants(clientId)
        return { client, grants: granted, secretsMadeAt: yield* clients.secretsMadeAt(clientId) }
      })

      const create = Effect.fnUntraced(function* (client: NewClient) {
        if (Option.isSome(yield* clients.find(client.id))) {
          return yield* new Conflict({ message: `There is a client ${client.id} already.` })
        }
        const named = [...client.grants.map(({ organizationId }) => organizationId), client.defaultOrganization]
        yield* Effect.forEach(named.filter(Predicate.isNotUndefined), checkOrganization, { discard: true })
        const secret = yield* makeSecret
        const createdAt = yield* now
        yield* clients.save({
          id: client.id,
          name: client.name,
          mayCreateOrganizations: client.mayCreateOrganizations,
          defaultOrganizationId: client.defaultOrganization ?? defaultOrganizationOf(client.grants),
          isSandbox: false,
          createdAt,
          revokedAt: undefined
        })
        yield* clients.addDigest(client.id, digestOf(secret), createdAt)
        yield* audit.record(undefined, clientCreated(client.id))
        yield* Effect.forEach(client.grants, (given) => grants.set(client.id, given), { discard: true })
        return secret
      })

      const grant = Effect.fnUntraced(function* (clientId: ClientId, given: Grant, asDefault: boolean) {
        const client = yield* live(clientId)
        yield* checkOrganization(given.organizationId)
        const before = yield* grants.set(clientId, given)
        if (asDefault) yield* setDefault(client, given.organizationId)
        return before
      })

      const ungrant = Effect.fnUntraced(function* (clientId: ClientId, organizationId: OrganizationId) {
        const client = yield* existing(clientId)
        yield* grants.remove(clientId, organizationId)
        if (client.defaultOrganizationId === organizationId) yield* setDefault(client, undefined)
      })

      const addSecret = Effect.fnUntraced(function* (clientId: ClientId) {
        yield* live(clientId)
        const made = yield* clients.secretsMadeAt(clientId)
        if (made.length >= secretsMax) {
          return yield* new Conflict({
            message: `The client ${clientId} has ${made.length} live secrets already; end the older one with --finish.`
          })
        }
        const secret = yield* makeSecret
        yield* clients.addDigest(clientId, digestOf(secret), yield* now)
        yield* audit.record(undefined, { action: "secret.added", resource_id: clientId, changed: ["secret"] })
        return secret
      })

      const endOlderSecret = Effect.fnUntraced(function* (clientId: ClientId) {
        yield* live(clientId)
        const made = yield* clients.secretsMadeAt(clientId)
        if (made.length < secretsMax) {
          return yield* new Conflict({
            message: `The client ${clientId} has one live secret: there is no older one to end.`
          })
        }
        yield* clients.endOlderDigests(clientId)
        yield* audit.record(undefined, { action: "secret.ended", resource_id: clientId, changed: ["secret"] })
      })

      const replaceSecrets = Effect.fnUntraced(function* (clientId: ClientId) {
        yield* live(clientId)
        const secret = yield* makeSecret
        yield* clients.replaceDigest(clientId, digestOf(secret), yield* now)
        yield* tokens.endOfClient(clientId)
        yield* audit.record(undefined, secretReplaced(clientId))
        return secret
      })

      const revoke = Effect.fnUntraced(function* (clientId: ClientId) {
        yield* live(clientId)
        yield* clients.revoke(clientId, yield* now)
        yield* tokens.endOfClient(clientId)
        yield* audit.record(undefined, { action: "client.revoked", resource_id: clientId, changed: ["secret"] })
      })

      const once = yield* Transaction
      return ClientAdministration.of({
        all: clients.all,
        show,
        create: (client) => once(create(client)),
        grant: (clientId, given, asDefault) => once(grant(clientId, given, asDefault)),
        ungrant: (clientId, organizationId) => once(ungrant(clientId, organizationId)),
        addSecret: (clientId) => once(addSecret(clientId)),
        endOlderSecret: (clientId) => once(endOlderSecret(clientId)),
        replaceSecrets: (clientId) => once(replaceSecrets(clientId)),
        revoke: (clientId) => once(revoke(clientId))
      })
    })
  )
}
