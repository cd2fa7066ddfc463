/**
 * The operator's work on clients: onboards them, grants and takes back, rotates secrets, revokes.
 *
 * Each change is in force within a second on every node: logins read the database, and the cached facts of a
 * token are a second old at most (`Tokens.ts`). Access to the database decides who may do this.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { Client, Grant } from "@partner-api/domain/Client"
import { type ClientSecretId, type LiveSecret, secretIdOf } from "@partner-api/domain/ClientSecret"
import * as ClientCommands from "@partner-api/domain/commands/Client"
import type { NewClient } from "@partner-api/domain/commands/Client"
import { noOrganization } from "@partner-api/domain/commands/Organization"
import { disableWebhookEndpoint } from "@partner-api/domain/commands/WebhookEndpoint"
import { type Conflict, NotFound } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import { digestOf, makeId, makeSecret } from "../../crypto/Secrets.ts"
import { type ClientOverview, type ClientSecret, ClientStore } from "../../store/ClientStore.ts"
import { DeliveryStore } from "../../store/DeliveryStore.ts"
import { EventStore } from "../../store/EventStore.ts"
import { JournalStore } from "../../store/JournalStore.ts"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { TokenStore } from "../../store/TokenStore.ts"
import { type FoundWebhookEndpoint, WebhookStore } from "../../store/WebhookStore.ts"
import { WebhookUseStore } from "../../store/WebhookUseStore.ts"
import { liveSecretOf } from "../access/LiveSecret.ts"
import { Grants } from "../access/Grants.ts"
import { record } from "../Journal.ts"
import { orRefuse } from "../OrNotFound.ts"
import { changeEndpoint } from "../webhooks/EndpointChange.ts"
import { requestOperatorPing } from "../webhooks/Pings.ts"

const endByIdRemedy = "End one of them by its id: `rotate-secret --end`, or the step `end`."

/**
 * The entries about a client in which the makers of its secrets are looked for. A client makes at most ten secrets in a day, so these reach back five days of
 * a loop, and years of rotations.
 */
const makersLookedMax = 50

const idsOf = (secrets: ReadonlyArray<ClientSecret>): ReadonlyArray<ClientSecretId> =>
  secrets.map(({ digest }) => secretIdOf(digest))

/** A client with all its facts, but for secrets. */
export interface ClientDetails {
  readonly client: Client
  readonly grants: ReadonlyArray<Grant>
  /** The live secrets, the oldest first. */
  readonly secrets: ReadonlyArray<LiveSecret>
  /** The endpoints that its tokens have made, which stay when the tokens end, ordered by organization and id. */
  readonly endpoints: ReadonlyArray<FoundWebhookEndpoint>
}

/** The result of the replacement of a secret that leaked. */
export interface ReplacedSecret {
  readonly secret: Redacted.Redacted
  /** The webhook endpoints that were disabled with it, ordered by organization and id. */
  readonly disabled: ReadonlyArray<FoundWebhookEndpoint>
}

const noClient = (clientId: ClientId) => new NotFound({ message: `There is no client ${clientId}.` })

type Refused = NotFound | Conflict | StoreError

export class ClientAdministration extends Context.Service<
  ClientAdministration,
  {
    readonly all: Effect.Effect<ReadonlyArray<ClientOverview>, StoreError>
    /** A page of all clients, ordered by id. */
    readonly page: (request: PageRequest) => Effect.Effect<ReadonlyArray<ClientOverview>, StoreError>
    /** A client, without its webhook endpoints: ten thousand take half a second to read. */
    readonly get: (clientId: ClientId) => Effect.Effect<Omit<ClientDetails, "endpoints">, NotFound | StoreError>
    readonly show: (clientId: ClientId) => Effect.Effect<ClientDetails, NotFound | StoreError>
    /** Creates a client; its secret is known to the caller alone. */
    readonly create: (client: Omit<NewClient, "isSandbox">) => Effect.Effect<Redacted.Redacted, Refused, CurrentWrite>
    /** Grants an organization, or changes the grant there is, and returns which one there was. */
    readonly grant: (
      clientId: ClientId,
      grant: Grant,
      asDefault: boolean
    ) => Effect.Effect<Option.Option<Grant>, Refused, CurrentWrite>
    /** Takes a grant back; the organization is no default any more either. */
    readonly ungrant: (clientId: ClientId, organizationId: OrganizationId) => Effect.Effect<void, Refused, CurrentWrite>
    /** Adds a secret beside the present one. */
    readonly addSecret: (clientId: ClientId) => Effect.Effect<Redacted.Redacted, Refused, CurrentWrite>
    /** Ends one of two secrets by its id; tokens go on to their end. */
    readonly endSecret: (clientId: ClientId, id: ClientSecretId) => Effect.Effect<void, Refused, CurrentWrite>
    /** Ends the older of two secrets; tokens go on to their end. Refused while the newer one is not used yet, unless `evenUnused`. */
    readonly endOlderSecret: (
      clientId: ClientId,
      options?: { readonly evenUnused: boolean }
    ) => Effect.Effect<void, Refused, CurrentWrite>
    /**
     * For a secret that leaked: a new one alone, and every token ends. Webhook endpoints stay when tokens end: they are disabled, unless they are to be
     * kept, until the client enables them.
     */
    readonly replaceSecrets: (
      clientId: ClientId,
      options?: { readonly keepsWebhooks: boolean }
    ) => Effect.Effect<ReplacedSecret, Refused, CurrentWrite>
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
      const webhooks = yield* WebhookStore
      const deliveries = yield* DeliveryStore
      const uses = yield* WebhookUseStore
      const events = yield* EventStore
      const journal = yield* JournalStore
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

      /** Secrets of a client with who made them. */
      const withMakers = Effect.fnUntraced(function* (clientId: ClientId, secrets: ReadonlyArray<ClientSecret>) {
        if (secrets.length === 0) return []
        const entries = yield* journal.newestAbout(undefined, clientId, ClientCommands.makingActions, makersLookedMax)
        return secrets.map((secret) => liveSecretOf(secret, ClientCommands.makerOf(entries, secretIdOf(secret.digest))))
      })

      /** The live secrets of a client, the oldest first, with who made them. */
      const liveSecrets = (clientId: ClientId) =>
        Effect.flatMap(clients.secretsOfClient(clientId), (secrets) => withMakers(clientId, secrets))

      const secretIds = (clientId: ClientId) => Effect.map(clients.secretsOfClient(clientId), idsOf)

      /** Ends those of some secrets that have these ids. */
      const endAmong = (secrets: ReadonlyArray<ClientSecret>, ended: ReadonlyArray<ClientSecretId>) =>
        Effect.forEach(
          secrets.filter(({ digest }) => ended.includes(secretIdOf(digest))),
          ({ digest }) => clients.endDigest(digest),
          { discard: true }
        )

      const get = Effect.fn("ClientAdministration.get")(function* (clientId: ClientId) {
        const client = yield* orRefuse(noClient(clientId))(clients.find(clientId))
        return {
          client,
          grants: yield* organizations.grants(clientId),
          secrets: yield* liveSecrets(clientId)
        }
      })

      const show = Effect.fn("ClientAdministration.show")(function* (clientId: ClientId) {
        return { ...(yield* get(clientId)), endpoints: yield* webhooks.ofClient(clientId) }
      })

      const create = Effect.fn("ClientAdministration.create")(function* (given: Omit<NewClient, "isSandbox">) {
        const client = { ...given, isSandbox: false }
        const stored = Option.getOrUndefined(yield* clients.find(client.id))
        const createdAt = yield* now
        const secret = yield* makeSecret
        const digest = digestOf(secret)
        const made = { createdAt, secret: secretIdOf(digest) }
        const { entries, next } = yield* Effect.fromResult(ClientCommands.createClient(stored, client, made))
        const named = [...client.grants.map(({ organizationId }) => organizationId), client.defaultOrganization]
        yield* Effect.forEach(named.filter(Predicate.isNotUndefined), checkOrganization, { discard: true })
        yield* clients.save(next)
        yield* clients.addDigest(client.id, digest, createdAt)
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
        const secret = yield* makeSecret
        const digest = digestOf(secret)
        const nowMs = yield* Clock.currentTimeMillis
        const entries = yield* Effect.fromResult(
          ClientCommands.addSecret(client, yield* liveSecrets(clientId), {
            made: secretIdOf(digest),
            nowMs,
            remedy: endByIdRemedy
          })
        )
        yield* clients.addDigest(clientId, digest, timestampFromMillis(nowMs))
        yield* record(entries)
        return secret
      })

      const endSecret = Effect.fn("ClientAdministration.endSecret")(function* (clientId: ClientId, id: ClientSecretId) {
        const client = yield* lockLive(clientId)
        const secrets = yield* clients.secretsOfClient(clientId)
        const entries = yield* Effect.fromResult(ClientCommands.endSecret(client, idsOf(secrets), id))
        yield* endAmong(secrets, [id])
        yield* record(entries)
      })

      const endOlderSecret = Effect.fn("ClientAdministration.endOlderSecret")(function* (
        clientId: ClientId,
        { evenUnused } = { evenUnused: false }
      ) {
        const client = yield* lockLive(clientId)
        const nowMs = yield* Clock.currentTimeMillis
        const secrets = yield* clients.secretsOfClient(clientId)
        const { ended, entries } = yield* Effect.fromResult(
          ClientCommands.endOlderSecret(client, yield* withMakers(clientId, secrets), {
            evenUnused,
            nowMs,
            remedy: `${endByIdRemedy} \`--finish --yes\` ends the older one all the same.`
          })
        )
        yield* endAmong(secrets, ended)
        yield* record(entries)
      })

      /** Disables an endpoint until its client has looked at it. One that the operator has disabled stays as it is. */
      const disableLeaked = Effect.fnUntraced(function* ({ endpoint: { id } }: FoundWebhookEndpoint) {
        const found = Option.getOrUndefined(yield* webhooks.lock(id))
        if (found === undefined || found.endpoint.disabled_reason === "operator") return []
        const decision = disableWebhookEndpoint(found, "credentials_replaced", yield* Clock.currentTimeMillis)
        return [
          yield* changeEndpoint({ store: webhooks, deliveries, events, uses }, found, decision, requestOperatorPing)
        ]
      })

      const replaceSecrets = Effect.fn("ClientAdministration.replaceSecrets")(function* (
        clientId: ClientId,
        { keepsWebhooks } = { keepsWebhooks: false }
      ) {
        yield* lockLive(clientId)
        const secret = yield* makeSecret
        const digest = digestOf(secret)
        const ended = yield* secretIds(clientId)
        yield* clients.replaceDigest(clientId, digest, yield* now)
        yield* tokens.endOfClient(clientId, yield* makeId("mark_"))
        yield* record([ClientCommands.secretReplaced(clientId, { ended, made: secretIdOf(digest) })])
        const left = keepsWebhooks ? [] : yield* webhooks.ofClient(clientId)
        return { secret, disabled: (yield* Effect.forEach(left, disableLeaked)).flat() }
      })

      const revoke = Effect.fn("ClientAdministration.revoke")(function* (clientId: ClientId) {
        const client = yield* lockLive(clientId)
        const revokedAt = yield* now
        const { entries } = ClientCommands.revokeClient(client, { ended: yield* secretIds(clientId), revokedAt })
        // With it no token of the client is found any more. They are removed when they expire.
        yield* clients.revoke(clientId, revokedAt)
        yield* record(entries)
      })

      return ClientAdministration.of({
        get,
        all: clients.all,
        page: clients.page,
        show,
        create,
        grant,
        ungrant,
        addSecret,
        endSecret,
        endOlderSecret,
        replaceSecrets,
        revoke
      })
    })
  )
}
