/**
 * Who a client is: checks credentials, and creates clients for the operator and the sandbox.
 */
import { clientCreated, secretReplaced } from "@partner-api/domain/Audit"
import { type Client, defaultOrganizationOf, type Grant } from "@partner-api/domain/Client"
import { type Conflict, type NotFound, Unauthorized } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { digestOf, matchesDigest } from "../crypto/Secrets.ts"
import { ClientStore } from "../store/ClientStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Transaction } from "../store/Transaction.ts"
import { Audit } from "./Audit.ts"
import { Grants } from "./Grants.ts"

/** Unknown client and wrong secret are one answer: which of them it is would only help those who guess. */
export const wrongCredentials = new Unauthorized({ message: "The client id or the client secret is wrong." })

/** A client that has shown its credentials. */
export interface AuthenticatedClient {
  readonly client: Client
  /** The digest of the secret it showed. */
  readonly secretDigest: string
}

/** A client to be created, with the secret it gets. */
export interface ClientWithSecret {
  readonly id: ClientId
  readonly name: string
  readonly secret: Redacted.Redacted
  readonly grants: ReadonlyArray<Grant>
  readonly mayCreateOrganizations: boolean
  readonly isSandbox: boolean
}

export class Clients extends Context.Service<
  Clients,
  {
    /** The client whose credentials these are. Unknown client and wrong secret are one answer and one amount of work. */
    readonly authenticate: (
      clientId: string,
      secret: Redacted.Redacted
    ) => Effect.Effect<AuthenticatedClient, Unauthorized | StoreError>
    /** Creates a client with its grants; one that exists gets these grants and this secret. */
    readonly create: (client: ClientWithSecret) => Effect.Effect<void, NotFound | Conflict | StoreError>
  }
>()("@partner-api/service/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function* () {
      const store = yield* ClientStore
      const audit = yield* Audit
      const grants = yield* Grants
      const transaction = yield* Transaction

      const authenticate = Effect.fnUntraced(function* (clientId: string, secret: Redacted.Redacted) {
        const digest = digestOf(secret)
        // A wrong secret takes the same lookup for an existing and a missing client, so timing does not reveal which clients exist.
        const known = Option.getOrUndefined(yield* store.secretOf(digest))
        if (!matchesDigest(digest, known?.digest) || known?.clientId !== clientId) return yield* wrongCredentials
        const client = yield* store.find(clientId)
        if (Option.isNone(client)) return yield* wrongCredentials
        return { client: client.value, secretDigest: digest }
      })

      const create = Effect.fnUntraced(function* (client: ClientWithSecret) {
        const createdAt = timestampFromMillis(yield* Clock.currentTimeMillis)
        yield* transaction(
          Effect.gen(function* () {
            const isNew = Option.isNone(yield* store.find(client.id))
            if (isNew) {
              yield* store.save({
                id: client.id,
                name: client.name,
                mayCreateOrganizations: client.mayCreateOrganizations,
                defaultOrganizationId: defaultOrganizationOf(client.grants),
                isSandbox: client.isSandbox,
                createdAt,
                revokedAt: undefined
              })
            }
            yield* store.replaceDigest(client.id, digestOf(client.secret), createdAt)
            yield* audit.record(undefined, isNew ? clientCreated(client.id) : secretReplaced(client.id))
            yield* Effect.forEach(client.grants, (grant) => grants.set(client.id, grant), { discard: true })
          })
        )
      })

      return Clients.of({ authenticate, create })
    })
  ).pipe(Layer.provide(Grants.layer), Layer.provide(Audit.layer))
}
