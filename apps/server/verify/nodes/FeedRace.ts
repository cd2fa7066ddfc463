/**
 * A reader of the feed beside writers on PostgreSQL misses nothing and sees each event once, in order (decisions, Journal). The control is a
 * column that counts: its reader misses what commits late, so this can fail. `FeedWriters.test.ts` runs it here and in `long`.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import type { EventBody } from "@partner-api/domain/Event"
import { JobId } from "@partner-api/domain/Ids"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { at, furnish, one, transaction } from "@partner-api/service/laws/Furnished"
import { EventStore } from "@partner-api/service/store/EventStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import type { Stores } from "@partner-api/service/store/Stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { SqlClient } from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"

const writers = 8
const controlEvents = 10_000
const batchMax = 25
const holdSecondsMax = 0.005
const pageLimit = 100

type Connected = Context.Context<Stores | SqlClient>

/** Holds a transaction open for a moment before it commits. */
const hold = (seconds: number) => Effect.flatMap(SqlClient, (sql) => sql`SELECT pg_sleep(${seconds})`)

const bodyOf = (id: string): EventBody => ({
  type: "job.created",
  data: { job: { id: JobId.make(id), title: "Engineer", description: "Builds" }, changed: ["title"] }
})

const append = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(JournalStore, (journal) =>
    journal.append(
      ids.map((id) => ({
        organizationId: one,
        entry: { id: id.padStart(17, "0"), occurred_at: at, action: "job.created", resource_id: id, changed: [] },
        event: bodyOf(id)
      }))
    )
  )

/** One writer: batches of random sizes, each held for a random moment after `write`, until it has written its share. */
const writeShare = <E>(
  connected: Connected,
  writer: number,
  share: number,
  write: (ids: ReadonlyArray<string>) => Effect.Effect<unknown, E, Stores | SqlClient>
) =>
  Effect.gen(function* () {
    for (let written = 0; written < share;) {
      const size = Math.min(share - written, yield* Random.nextIntBetween(1, batchMax))
      const ids = Array.from({ length: size }, (_, index) => `job_${writer}_${written + index}`)
      const seconds = (yield* Random.next) * holdSecondsMax
      yield* transaction(Effect.andThen(write(ids), hold(seconds)))
      written += size
    }
  }).pipe(Effect.provideContext(connected))

/** Reads until `isOver` and nothing is left: what is read after the last write is what a reader would have got. */
const readAll = <E>(
  next: (after: number) => Effect.Effect<ReadonlyArray<number>, E, Stores | SqlClient>,
  isOver: () => boolean
) =>
  Effect.gen(function* () {
    const seen: Array<number> = []
    while (true) {
      const over = isOver()
      const found = yield* next(seen.at(-1) ?? 0)
      seen.push(...found)
      if (over && found.length === 0) return seen
    }
  })

/** Runs the writers and a reader beside them, and returns what the reader has seen. */
const race = <E, F>(
  connections: ReadonlyArray<Connected>,
  reader: Connected,
  count: number,
  write: (ids: ReadonlyArray<string>) => Effect.Effect<unknown, E, Stores | SqlClient>,
  next: (after: number) => Effect.Effect<ReadonlyArray<number>, F, Stores | SqlClient>
) =>
  Effect.gen(function* () {
    let isOver = false
    const writing = Effect.forEach(
      connections,
      (connected, writer) => writeShare(connected, writer, count / writers, write),
      { concurrency: writers, discard: true }
    ).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          isOver = true
        })
      )
    )
    const reading = Effect.provideContext(
      readAll(next, () => isOver),
      reader
    )
    const [, seen] = yield* Effect.all([writing, reading], { concurrency: 2 })
    return seen
  })

/** The writers make a number of events beside a reader. */
export const writersMissNothing = (events: number): void => {
  describe(`${writers} writers and a reader of what they write`, async () => {
    const postgres = await startPostgres()
    afterAll(postgres.stop)

    /** Connections for the writers and one for the reader, to a new database. */
    const connect = Effect.fnUntraced(function* () {
      const target = readTarget(yield* Effect.promise(() => postgres.create()))
      const open = Layer.build(Database.layer(target))
      const reader = yield* open
      yield* Effect.provideContext(furnish, reader)
      return { reader, connections: yield* Effect.forEach(Array.from({ length: writers }), () => open) }
    })

    it.live(`miss none of ${events} events, and see each once, in order (decisions, Journal)`, () =>
      Effect.gen(function* () {
        const { connections, reader } = yield* connect()
        const seen = yield* race(connections, reader, events, append, (after) =>
          Effect.flatMap(EventStore, (events) =>
            Effect.map(
              events.page(one, { after, limit: pageLimit, types: ["job.created"], viewer: operatorViewer }),
              (page) => page.events.slice(0, pageLimit).map(({ sequence }) => sequence)
            )
          )
        )
        assert.strictEqual(seen.length, events)
        assert.isTrue(seen.every((sequence, index) => sequence === index + 1))
      }).pipe(Effect.scoped)
    )

    it.live("miss some where a column counts: the control", () =>
      Effect.gen(function* () {
        const { connections, reader } = yield* connect()
        const sql = Context.get(reader, SqlClient)
        yield* sql`CREATE TABLE counted (seq BIGSERIAL PRIMARY KEY, id TEXT NOT NULL)`
        const count = controlEvents
        const seen = yield* race(
          connections,
          reader,
          count,
          (ids) =>
            Effect.flatMap(
              SqlClient,
              (on) => on`INSERT INTO counted (id) SELECT 'job' FROM generate_series(1, ${ids.length})`
            ),
          (after) =>
            Effect.flatMap(SqlClient, (on) =>
              Effect.map(
                on<{ seq: number }>`SELECT seq FROM counted WHERE seq > ${after} ORDER BY seq LIMIT ${pageLimit}`,
                (rows) => rows.map(({ seq }) => Number(seq))
              )
            )
        )
        const missed = count - seen.length
        console.log(JSON.stringify({ check: "feed writers, control", count, missed }))
        assert.isAbove(missed, 0)
      }).pipe(Effect.scoped)
    )
  })
}
