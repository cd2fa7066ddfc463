/**
 * The secrets of a client that it makes and ends without its operator (recruiting 11). Each change is in force at once on every node, because logins ask the database.
 *
 * The client is locked before its secrets are read: two requests at once neither make a third secret nor end both.
 */
import type { CurrentCredentials, CurrentWrite } from "@partner-api/contract/Middleware"
import { type ClientSecretId, type NewOwnSecret, secretIdOf, secretsPerDayMax } from "@partner-api/domain/ClientSecret"
import * as ClientCommands from "@partner-api/domain/commands/Client"
import { wrongCredentials } from "@partner-api/domain/Credentials"
import {
  type Conflict,
  Forbidden,
  type NotFound,
  type RateLimited,
  type Unauthorized
} from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import { timestampFromMillis, timestampToMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { digestOf, makeSecret } from "../../crypto/Secrets.ts"
import { ClientStore } from "../../store/ClientStore.ts"
import { JournalStore } from "../../store/JournalStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { Together } from "../../store/Together.ts"
import { record } from "../Journal.ts"
import { orRefuse } from "../OrNotFound.ts"
import { liveSecretOf } from "./LiveSecret.ts"
import { SelfService } from "../SelfService.ts"

const notAllowed = new Forbidden({
  message: "The operator of this service makes and ends all secrets; ask them for a new one."
})

type Caller = CurrentCredentials["Service"]

export class ClientSecrets extends Context.Service<
  ClientSecrets,
  {
    /** Makes a secret beside the one that the client has shown. */
    readonly create: (
      caller: Caller
    ) => Effect.Effect<NewOwnSecret, Conflict | Forbidden | RateLimited | Unauthorized | StoreError, CurrentWrite>
    /** Ends the secret with an id, which is not the one that the client has shown. */
    readonly remove: (
      caller: Caller,
      id: ClientSecretId
    ) => Effect.Effect<void, Conflict | Forbidden | NotFound | Unauthorized | StoreError, CurrentWrite>
  }
>()("@partner-api/service/ClientSecrets") {
  static readonly layer = Layer.effect(
    ClientSecrets,
    Effect.gen(function* () {
      const store = yield* ClientStore
      const journal = yield* JournalStore
      const together = yield* Together
      const isAllowed = yield* SelfService

      /** The locked client with its secrets. The secret that it has shown may have ended since. */
      const lock = Effect.fnUntraced(function* ({ clientId, secretDigest }: Caller) {
        if (!isAllowed) return yield* notAllowed
        const [client, secrets] = yield* together(
          orRefuse(wrongCredentials)(store.lock(clientId)),
          store.secretsOfClient(clientId)
        )
        if (!secrets.some(({ digest }) => digest === secretDigest)) return yield* wrongCredentials
        return { client, secrets }
      })

      /** When the newest secrets of a client were made, the operator's too, the newest first. */
      const newestMadeAt = (clientId: ClientId) =>
        Effect.map(journal.newestAbout(undefined, clientId, ["secret.added"], secretsPerDayMax), (entries) =>
          entries.map(({ occurred_at }) => timestampToMillis(occurred_at))
        )

      const create = Effect.fn("ClientSecrets.create")(function* (caller: Caller) {
        const [{ client, secrets }, madeAt] = yield* together(lock(caller), newestMadeAt(caller.clientId))
        const secret = yield* makeSecret
        const digest = digestOf(secret)
        const id = secretIdOf(digest)
        const nowMs = yield* Clock.currentTimeMillis
        // Who made each is the operator's to read.
        const live = secrets.map((one) => liveSecretOf(one, undefined))
        const entries = yield* Effect.fromResult(
          ClientCommands.addSecret(client, live, {
            made: id,
            nowMs,
            remedy: "End one of them first."
          })
        )
        yield* Effect.fromResult(ClientCommands.checkSecretsPerDay(madeAt, nowMs))
        const createdAt = timestampFromMillis(nowMs)
        yield* store.addDigest(client.id, digest, createdAt)
        yield* record(entries)
        yield* Effect.logInfo(`client ${client.id} has made the secret ${id} by itself`)
        return { id, client_secret: Redacted.value(secret), created_at: createdAt }
      })

      const remove = Effect.fn("ClientSecrets.remove")(function* (caller: Caller, id: ClientSecretId) {
        const { client, secrets } = yield* lock(caller)
        const entries = yield* Effect.fromResult(
          ClientCommands.endOwnSecret(
            client,
            secrets.map(({ digest }) => secretIdOf(digest)),
            { ended: id, used: secretIdOf(caller.secretDigest) }
          )
        )
        yield* Effect.forEach(
          secrets.filter(({ digest }) => secretIdOf(digest) === id),
          ({ digest }) => store.endDigest(digest),
          { discard: true }
        )
        yield* record(entries)
        yield* Effect.logInfo(`client ${client.id} has ended the secret ${id} by itself`)
      })

      return ClientSecrets.of({ create, remove })
    })
  )
}
