/**
 * Expired rows are removed by one node at a time (docs/decisions, 34).
 */
import { eventIdOf } from "@partner-api/domain/EventId"
import { JobId } from "@partner-api/domain/Ids"
import { OperatorId } from "@partner-api/domain/operator/OperatorId"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { client, one } from "@partner-api/service/laws/Furnished"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import { EventStore } from "@partner-api/service/store/EventStore"
import { IdempotencyStore } from "@partner-api/service/store/IdempotencyStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import { OperatorStore } from "@partner-api/service/store/OperatorStore"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import { Transaction } from "@partner-api/service/store/Transaction"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { migratedDatabase } from "../Postgres.ts"

const { id: clientId, createdAt: at } = client

describe("two nodes that remove what has expired", () => {
  it.live("take turns: while one is at it, the other finds nothing to do (docs/decisions, 34)", () =>
    Effect.gen(function* () {
      const target = readTarget(yield* Effect.promise(() => migratedDatabase()))
      const first = yield* Layer.build(Database.layer(target))
      const second = yield* Layer.build(Database.layer(target))
      const purge = Effect.gen(function* () {
        const tokens = yield* (yield* TokenStore).purge(5)
        const answers = yield* (yield* IdempotencyStore).purge(5)
        const deliveries = yield* (yield* DeliveryStore).purge(5)
        const sessions = yield* (yield* OperatorStore).purge(5)
        return [tokens, answers, deliveries, sessions, yield* (yield* EventStore).purge(5)]
      })
      const fill = Effect.gen(function* () {
        const clients = yield* ClientStore
        yield* clients.save(client)
        yield* clients.addDigest(clientId, "secret", at)
        const answers = yield* IdempotencyStore
        const entry = { id: "aud_1", occurred_at: timestampFromMillis(1), action: "job.created" as const }
        const job = { id: JobId.make("job_a"), title: "Engineer", description: "Builds" }
        yield* (yield* JournalStore).append([
          {
            organizationId: one,
            entry: { ...entry, resource_id: job.id, changed: [] },
            event: { type: entry.action, data: { job, changed: [] } }
          }
        ])
        const endpointId = WebhookEndpointId.make("whe_a")
        const deliveries = yield* DeliveryStore
        yield* deliveries.begin(endpointId, { organizationId: one, position: 0, nowMs: 0 })
        yield* deliveries.request(endpointId, {
          eventId: eventIdOf(1, "A"),
          sequence: 1,
          type: "job.created",
          status: "succeeded",
          attempts: [],
          failures: 0,
          nextAttemptAtMs: undefined,
          createdAtMs: 1
        })
        const operators = yield* OperatorStore
        const operatorId = OperatorId.make("opr_a")
        yield* operators.insert({ id: operatorId, name: "Ada", role: "admin", createdAt: at, revokedAt: undefined })
        const times = { startedAtMs: 1, usedAtMs: 1 }
        yield* operators.addSession({ operatorId, digest: "a", ...times, endsAtMs: 5 })
        yield* operators.addSession({ operatorId, digest: "b", ...times, endsAtMs: 6 })
        const token = { clientId, primary: true, organizationId: undefined, secretDigest: "secret", expiresAtMs: 4 }
        for (const digest of ["a", "b"]) {
          yield* (yield* TokenStore).insert({ ...token, digest }, 0)
          yield* Effect.flatten(
            answers.reserve(
              { organizationId: undefined, callerId: clientId, method: "POST", path: "path", key: digest },
              { fingerprint: "f", nowMs: 1, expiresAtMs: 4 }
            )
          )
        }
      })
      const seen = yield* Effect.provideContext(
        Effect.andThen(
          fill,
          Effect.flatMap(Transaction, (transaction) =>
            transaction(
              Effect.gen(function* () {
                return [yield* purge, yield* Effect.provideContext(purge, second)]
              })
            )
          )
        ),
        first
      )
      assert.deepStrictEqual(seen, [
        [2, 2, 1, 1, 1],
        [0, 0, 0, 0, 0]
      ])
    }).pipe(Effect.scoped)
  )
})
