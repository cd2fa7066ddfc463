/**
 * The sequence of an event, which PostgreSQL puts into its text: the same text as the domain's.
 */
import { sequenceDigits } from "@partner-api/domain/EventId"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { UserId } from "@partner-api/domain/Ids"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { one, transaction } from "@partner-api/service/laws/Furnished"
import { EventStore } from "@partner-api/service/store/EventStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { migratedDatabase } from "../Postgres.ts"

const at = timestampFromMillis(1)
const id = UserId.make("usr_a")
const entry = (end: string) => ({
  organizationId: one,
  entry: { id: `aud_${end}`, occurred_at: at, action: "user.created" as const, resource_id: id, changed: [] }
})
const user = { id, first_name: `"sequence":9007199254740991`, last_name: "0007VVVVVVVVV" }
const event = (end: string) => ({
  ...entry(end),
  event: { type: "user.created" as const, data: { user, changed: [] } }
})

const textOf = (sequence: number, end: string): string =>
  JSON.stringify({
    id: `evt_${sequenceDigits(sequence)}${end}`,
    type: "user.created",
    timestamp: "1970-01-01T00:00:00.001Z",
    organization_id: one,
    sequence,
    data: { user, changed: [] }
  })

/** The sequences before which entries are appended, in ascending order: near those where the text has a digit more. */
const sequences = [0, 29, 1_021, 32 ** 6 - 3, 2 ** 31 - 3, 2 ** 32, 32 ** 10 - 3, 2 ** 52]

describe("the text of an event", () => {
  it.live.each([
    ["is sent with COMMIT", false] as const,
    ["is sent alone, in a request that is traced", true] as const
  ])("has its sequence where the entry %s", ([, isTraced]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const journal = yield* JournalStore
      const events = yield* EventStore
      for (const before of sequences) {
        yield* sql`INSERT INTO journal_counters ${sql.insert({ organization_id: one, sequence: before })}
          ON CONFLICT (organization_id) DO UPDATE SET sequence = excluded.sequence`
        yield* transaction(journal.append([event("A000000000000")]))
        // Several at once, and not all of them events.
        yield* transaction(journal.append([entry("B000000000000"), event("C000000000000"), event("D000000000000")]))
        const request = { after: before, limit: 4 }
        const page = yield* events.page(one, { ...request, types: ["user.created"], viewer: operatorViewer })
        assert.deepStrictEqual(page.events, [
          { sequence: before + 1, json: textOf(before + 1, "A000000000000") },
          { sequence: before + 3, json: textOf(before + 3, "C000000000000") },
          { sequence: before + 4, json: textOf(before + 4, "D000000000000") }
        ])
        const entries = yield* journal.page(one, request)
        assert.deepStrictEqual(
          entries.rows.map(({ row }) => [row.sequence - before, row.entry.id.slice(0, 5)]),
          [
            [1, "aud_A"],
            [2, "aud_B"],
            [3, "aud_C"],
            [4, "aud_D"]
          ]
        )
      }
    }).pipe(
      Effect.provide(Layer.unwrap(Effect.promise(async () => Database.layer(readTarget(await migratedDatabase()))))),
      Effect.withTracerEnabled(isTraced)
    )
  )
})
