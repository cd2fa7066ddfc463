/**
 * What every engine does alike with events (decisions, Journal). `StoreLaws.ts` has them among all laws.
 */
import { assert } from "@effect/vitest"
import type { AuditEntry } from "@partner-api/domain/Audit"
import { eventBytesMax, type EventBody } from "@partner-api/domain/Event"
import { erasedEvent } from "@partner-api/domain/ReducedEvent"
import { EventTypeName } from "@partner-api/domain/EventType"
import { AgencyId, ApplicationId, JobId, type OrganizationId, UserId } from "@partner-api/domain/Ids"
import { lookedMax } from "@partner-api/domain/Pagination"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { EventJson, EventStore, eventsPerPurge } from "@partner-api/service/store/EventStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { at, type Law, one, onOne, race, transaction, two } from "./Furnished.ts"

const types = EventTypeName.literals
const agencyA = AgencyId.make("agy_a")
const agencyB = AgencyId.make("agy_b")

const entryOf = (id: string, nowMs = 0): AuditEntry => ({
  id: id.padStart(17, "0"),
  occurred_at: timestampFromMillis(nowMs),
  action: "job.created",
  resource_id: id,
  changed: []
})

const ofJob = (id: string, status: "DRAFT" | "OPEN" = "OPEN", description = "Builds"): EventBody => ({
  type: "job.created",
  data: { job: { id: JobId.make(id), title: "Engineer", description, status }, changed: ["title"] }
})

const ofUser = (id: string): EventBody => ({
  type: "user.created",
  data: {
    user: {
      id: UserId.make(id),
      created_at: at,
      updated_at: at,
      first_name: "Ada",
      last_name: "King",
      email: "a@b.example"
    },
    changed: ["email"]
  }
})

const ofApplication = (id: string, agencyId: AgencyId): EventBody => ({
  type: "application.submitted",
  data: {
    application: {
      id: ApplicationId.make(id),
      job_id: JobId.make("job_a"),
      agency_id: agencyId,
      candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
      state: "UNCONFIRMED",
      state_entered_at: at,
      version: 1,
      created_at: at,
      updated_at: at
    },
    changed: ["candidate"]
  }
})

/** Appends entries: with an event, or without one. */
const append = (organizationId: OrganizationId, bodies: ReadonlyArray<EventBody | undefined>, nowMs?: number) =>
  Effect.flatMap(JournalStore, (journal) =>
    transaction(
      journal.append(
        bodies.map((event, index) => ({
          organizationId,
          entry: entryOf(`aud_${index}`, nowMs),
          ...(event === undefined ? {} : { event })
        }))
      )
    )
  )

const page = (
  organizationId: OrganizationId,
  {
    agencyId,
    ...options
  }: {
    readonly after?: number
    readonly limit?: number
    readonly agencyId?: AgencyId
    readonly types?: typeof types
  } = {}
) =>
  Effect.flatMap(EventStore, (events) =>
    events.page(organizationId, { after: 0, limit: 100, types, viewer: { ...operatorViewer, agencyId }, ...options })
  )

const numbersOf = ({ events }: { readonly events: ReadonlyArray<{ readonly sequence: number }> }) =>
  events.map(({ sequence }) => sequence)

export const eventLaws: ReadonlyArray<Law> = [
  onOne(
    "events have the sequence of their entries, apart from those of other organizations, and end where the journal ends",
    Effect.gen(function* () {
      const events = yield* EventStore
      assert.deepStrictEqual(yield* events.ends(one), { head: 0, purgedTo: 0 })
      assert.deepStrictEqual(yield* page(one), { events: [], head: 0, purgedTo: 0, lookedTo: undefined })
      yield* append(one, [undefined, ofJob("job_1"), undefined, ofUser("usr_1"), undefined])
      yield* append(two, [ofJob("job_2")])
      const all = yield* page(one)
      assert.deepStrictEqual([numbersOf(all), all.head, all.purgedTo, all.lookedTo], [[2, 4], 5, 0, undefined])
      assert.deepStrictEqual(numbersOf(yield* page(one, { after: 2 })), [4])
      assert.deepStrictEqual(numbersOf(yield* page(one, { after: 5 })), [])
      assert.deepStrictEqual(numbersOf(yield* page(two)), [1])
      assert.deepStrictEqual(yield* events.ends(one), { head: 5, purgedTo: 0 })
      // One more than the limit shows that there are more.
      assert.deepStrictEqual(numbersOf(yield* page(one, { limit: 1 })), [2, 4])
    })
  ),
  onOne(
    "events are of the types that are asked for, and an agency sees its own and jobs but drafts",
    Effect.gen(function* () {
      yield* append(one, [
        ofJob("job_1", "DRAFT"),
        ofJob("job_2"),
        ofApplication("app_1", agencyA),
        ofApplication("app_2", agencyB),
        ofUser("usr_1")
      ])
      assert.deepStrictEqual(numbersOf(yield* page(one, { types: ["user.created", "job.created"] })), [1, 2, 5])
      assert.deepStrictEqual(numbersOf(yield* page(one, { types: [] })), [])
      assert.deepStrictEqual(numbersOf(yield* page(one, { agencyId: agencyA })), [2, 3])
      assert.deepStrictEqual(numbersOf(yield* page(one, { agencyId: agencyB, types: ["application.submitted"] })), [4])
    })
  ),
  onOne(
    "an event is found by its sequence, with who sees it",
    Effect.gen(function* () {
      const events = yield* EventStore
      yield* append(one, [ofApplication("app_1", agencyA), undefined])
      const found = Option.getOrThrow(yield* events.find(one, 1, operatorViewer))
      const { json, ...rest } = found
      assert.deepStrictEqual(rest, {
        sequence: 1,
        type: "application.submitted",
        agencyId: agencyA,
        isForAgencies: false,
        onlyClientId: undefined,
        personId: "app_1",
        occurredAtMs: 0
      })
      const event = Schema.decodeSync(EventJson)(json)
      assert.deepStrictEqual([event.sequence, event.organization_id, event.timestamp], [1, one, timestampFromMillis(0)])
      assert.match(event.id, /^evt_0000000000001[0-9A-Za-z_]{13}$/)
      for (const [organizationId, sequence] of [
        [one, 2],
        [one, 3],
        [two, 1]
      ] as const) {
        assert.isTrue(Option.isNone(yield* events.find(organizationId, sequence, operatorViewer)))
      }
    })
  ),
  onOne(
    "the first event from a sequence on is found, among those that are kept",
    Effect.gen(function* () {
      const events = yield* EventStore
      const firstFrom = (sequence: number) => Effect.map(events.firstFrom(one, sequence), Option.getOrUndefined)
      assert.isUndefined(yield* firstFrom(1))
      yield* append(one, [undefined, ofJob("job_1"), undefined], 1_000)
      yield* append(one, [ofJob("job_2"), undefined], 3_000)
      yield* append(two, [ofJob("job_3")], 2_000)
      const [early, late] = [
        { sequence: 2, occurredAtMs: 1_000 },
        { sequence: 4, occurredAtMs: 3_000 }
      ]
      assert.deepStrictEqual(
        [yield* firstFrom(1), yield* firstFrom(2), yield* firstFrom(3), yield* firstFrom(4), yield* firstFrom(5)],
        [early, early, late, late, undefined]
      )
      yield* events.purge(2_000)
      assert.deepStrictEqual(yield* firstFrom(1), late)
    })
  ),
  onOne(
    "a transaction that fails gives its sequences back: the next events have them",
    Effect.gen(function* () {
      const journal = yield* JournalStore
      const failed = yield* Effect.result(
        transaction(
          Effect.andThen(
            journal.append([{ organizationId: one, entry: entryOf("aud_x"), event: ofJob("job_lost") }]),
            Effect.fail("no")
          )
        )
      )
      assert.isTrue(Result.isFailure(failed))
      assert.deepStrictEqual(numbersOf(yield* page(one)), [])
      yield* append(one, [ofJob("job_1")])
      assert.deepStrictEqual(numbersOf(yield* page(one)), [1])
    })
  ),
  onOne(
    "the events of a person that a viewer sees are listed in pages, and no others (recruiting 9)",
    Effect.gen(function* () {
      const events = yield* EventStore
      yield* append(one, [
        ofApplication("app_1", agencyA),
        ofApplication("app_2", agencyA),
        ofUser("app_1"),
        ofApplication("app_1", agencyB)
      ])
      yield* append(two, [ofApplication("app_1", agencyA)])
      const found = (after: number, limit: number, agencyId?: AgencyId) =>
        Effect.map(
          events.pageAbout(one, "app_1", { after, limit, viewer: { ...operatorViewer, agencyId } }),
          ({ rows }) => rows.map(({ position, row }) => [position, row.json.includes("app_1")])
        )
      assert.deepStrictEqual(yield* found(0, 100), [
        ["1", true],
        ["3", true],
        ["4", true]
      ])
      // The row of look-ahead is there too.
      assert.deepStrictEqual(yield* found(1, 1), [
        ["3", true],
        ["4", true]
      ])
      assert.deepStrictEqual(yield* found(0, 100, agencyA), [["1", true]])
    })
  ),
  onOne(
    "events of a person are rewritten in their place, and no others",
    Effect.gen(function* () {
      const events = yield* EventStore
      yield* append(one, [ofUser("usr_1"), ofUser("usr_2"), ofUser("usr_1"), ofJob("usr_1")])
      yield* append(two, [ofUser("usr_1")])
      yield* transaction(events.rewrite(one, "usr_1", erasedEvent))
      const textsOf = (found: { readonly events: ReadonlyArray<{ readonly json: string }> }) =>
        found.events.map(({ json }) => json.includes("Ada"))
      assert.deepStrictEqual(textsOf(yield* page(one)), [false, true, false, false])
      assert.deepStrictEqual(textsOf(yield* page(two)), [true])
      assert.deepStrictEqual(numbersOf(yield* page(one)), [1, 2, 3, 4])
      assert.include((yield* page(one)).events[2]?.json ?? "", '"erased":true')
      // More than one statement reads.
      yield* append(
        two,
        Array.from({ length: 25 }, () => ofUser("usr_3"))
      )
      yield* transaction(events.rewrite(two, "usr_3", erasedEvent))
      assert.deepStrictEqual(textsOf(yield* page(two)), [true, ...Array.from({ length: 25 }, () => false)])
      // Batch by batch, each behind the one before.
      yield* append(
        two,
        Array.from({ length: 25 }, () => ofUser("usr_4"))
      )
      let after: number | undefined = 0
      while (after !== undefined) after = yield* transaction(events.rewriteSome(two, "usr_4", erasedEvent, after))
      assert.deepStrictEqual(textsOf(yield* page(two)), [true, ...Array.from({ length: 50 }, () => false)])
    })
  ),
  onOne(
    "old events are removed, the oldest first and none before an older one, and the organization stores how far",
    Effect.gen(function* () {
      const events = yield* EventStore
      const purgeAll = (beforeMs: number) =>
        Effect.repeat(events.purge(beforeMs), { until: (removed) => removed === 0 })
      yield* append(one, [ofJob("job_1"), undefined, ofJob("job_2")], 1_000)
      yield* append(one, [ofJob("job_3")], 3_000)
      // The clock of another node is behind.
      yield* append(one, [ofJob("job_4")], 1_500)
      yield* append(two, [ofJob("job_5")], 1_000)
      assert.strictEqual(yield* events.purge(1_000), 0)
      yield* purgeAll(2_000)
      assert.deepStrictEqual(numbersOf(yield* page(one)), [4, 5])
      assert.deepStrictEqual(yield* events.ends(one), { head: 5, purgedTo: 3 })
      assert.deepStrictEqual(yield* events.ends(two), { head: 1, purgedTo: 1 })
      assert.strictEqual((yield* page(one)).purgedTo, 3)
      yield* purgeAll(4_000)
      assert.deepStrictEqual([numbersOf(yield* page(one)), yield* events.ends(one)], [[], { head: 5, purgedTo: 5 }])
      assert.isAbove(eventsPerPurge, 1)
    })
  ),
  onOne(
    "a page looks at a bounded part of the journal, and returns how far",
    Effect.gen(function* () {
      const batch = Array.from({ length: 500 }, () => undefined)
      yield* append(one, [ofUser("usr_1")])
      for (let appended = 1; appended < lookedMax + 1; appended += batch.length) yield* append(one, batch)
      yield* append(one, [ofUser("usr_2")])
      const first = yield* page(one, { after: 1, types: ["user.created"] })
      assert.deepStrictEqual([numbersOf(first), first.lookedTo], [[], lookedMax + 1])
      const second = yield* page(one, { after: lookedMax + 1, types: ["user.created"] })
      assert.deepStrictEqual([numbersOf(second), second.lookedTo], [[second.head], undefined])
    })
  ),
  onOne(
    "an event that is too large is stored without its long texts",
    Effect.gen(function* () {
      const text = "é".repeat(eventBytesMax / 2)
      yield* append(one, [ofJob("job_1", "OPEN", text), ofJob("job_2", "OPEN", text.slice(0, 20_000))])
      const [large, whole] = (yield* page(one)).events
      assert.isBelow(Buffer.byteLength(large?.json ?? ""), eventBytesMax)
      assert.include(large?.json ?? "", '"omitted":["description"]')
      assert.notInclude(whole?.json ?? "", "omitted")
    })
  ),
  [
    "two that append at once take sequences without gaps, and neither is missed",
    (first, second) =>
      Effect.gen(function* () {
        yield* race(first, second, append(one, [ofJob("job_1"), ofJob("job_2")]))
        const found = yield* first(page(one))
        assert.deepStrictEqual([numbersOf(found), found.head], [[1, 2, 3, 4], 4])
      })
  ]
]
