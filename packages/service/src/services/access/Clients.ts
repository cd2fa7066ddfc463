/**
 * Identifies clients: checks credentials, shows a client to itself, and creates clients for the operator and the sandbox.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { Client } from "@partner-api/domain/Client"
import { type ClientRates, clientLimitsOf } from "@partner-api/domain/ClientLimits"
import { type OwnSecret, secretIdOf } from "@partner-api/domain/ClientSecret"
import { createClient, type NewClient, secretReplaced } from "@partner-api/domain/commands/Client"
import { wrongCredentials } from "@partner-api/domain/Credentials"
import type { Conflict, NotFound, Unauthorized } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import { type OwnClient, ownClientOf } from "@partner-api/domain/OwnClient"
import { NormalTimestamp, timestampFromMillis } from "@partner-api/domain/Timestamp"
import { refusedToken } from "@partner-api/domain/Token"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { digestOf, matchesDigest } from "../../crypto/Secrets.ts"
import { type ClientSecret, ClientStore } from "../../store/ClientStore.ts"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { Together } from "../../store/Together.ts"
import { Grants } from "./Grants.ts"
import { record } from "../Journal.ts"
import { orRefuse } from "../OrNotFound.ts"

/**
 * The resolution of the last use of a secret: it shows an operator whether a secret is still used, and a client that logs in often is
 * written once an hour.
 */
const useResolutionMs = 3_600_000

/** A client that has shown its credentials. */
export interface AuthenticatedClient {
  readonly client: Client
  /** The digest of the secret it showed. */
  readonly secretDigest: string
}

/** A client to be created, with the secret it gets. */
export interface ClientWithSecret extends NewClient {
  readonly secret: Redacted.Redacted
}

/** A stored secret as its client sees it. */
const ownSecretOf = ({ createdAt, digest, lastUsedAt }: ClientSecret): OwnSecret => ({
  id: secretIdOf(digest),
  created_at: NormalTimestamp.make(createdAt),
  ...(lastUsedAt === undefined ? {} : { last_used_hour: NormalTimestamp.make(lastUsedAt) })
})

export class Clients extends Context.Service<
  Clients,
  {
    /** The client whose credentials these are. Unknown client and wrong secret are one answer and one amount of work. */
    readonly authenticate: (
      clientId: string,
      secret: Redacted.Redacted
    ) => Effect.Effect<AuthenticatedClient, Unauthorized | StoreError>
    /** A client as it sees itself, with these rate limits. A client that is gone is refused as its tokens are. */
    readonly own: (clientId: ClientId, rates: ClientRates) => Effect.Effect<OwnClient, Unauthorized | StoreError>
    /** Creates a client with its grants; one that exists gets these grants and this secret. */
    readonly create: (client: ClientWithSecret) => Effect.Effect<void, NotFound | Conflict | StoreError, CurrentWrite>
  }
>()("@partner-api/service/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function* () {
      const store = yield* ClientStore
      const organizations = yield* OrganizationStore
      const grants = yield* Grants
      const together = yield* Together

      const authenticate = Effect.fnUntraced(function* (clientId: string, secret: Redacted.Redacted) {
        const digest = digestOf(secret)
        // A wrong secret takes the same lookup for an existing and a missing client, so timing does not reveal which clients exist.
        const known = Option.getOrUndefined(yield* store.secretOf(digest))
        if (!matchesDigest(digest, known?.digest) || known?.clientId !== clientId) return yield* wrongCredentials
        const nowMs = yield* Clock.currentTimeMillis
        const hour = timestampFromMillis(nowMs - (nowMs % useResolutionMs))
        if (known.lastUsedAt !== hour) yield* store.noteUse(digest, hour)
        return { client: known.client, secretDigest: digest }
      })

      const own = Effect.fn("Clients.own")(function* (clientId: ClientId, rates: ClientRates) {
        const [client, [granted, secrets]] = yield* together(
          orRefuse(refusedToken)(store.find(clientId)),
          together(organizations.grants(clientId), store.secretsOfClient(clientId))
        )
        return ownClientOf(client, {
          grants: granted,
          limits: clientLimitsOf(rates),
          secrets: secrets.map(ownSecretOf)
        })
      })

      const create = Effect.fn("Clients.create")(function* ({ secret, ...client }: ClientWithSecret) {
        const createdAt = timestampFromMillis(yield* Clock.currentTimeMillis)
        const stored = Option.getOrUndefined(yield* store.find(client.id))
        const digest = digestOf(secret)
        const made = secretIdOf(digest)
        if (stored === undefined) {
          const { entries, next } = yield* Effect.fromResult(createClient(stored, client, { createdAt, secret: made }))
          yield* store.save(next)
          yield* record(entries)
        } else {
          const ended = (yield* store.secretsOfClient(client.id)).map((one) => secretIdOf(one.digest))
          yield* record([secretReplaced(client.id, { ended, made })])
        }
        yield* store.replaceDigest(client.id, digest, createdAt)
        yield* Effect.forEach(client.grants, (grant) => grants.set(client.id, grant), { discard: true })
      })

      return Clients.of({ authenticate, own, create })
    })
  ).pipe(Layer.provide(Grants.layer))
}
