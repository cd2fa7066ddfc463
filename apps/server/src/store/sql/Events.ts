/**
 * {@link EventStore} in a table, beside the journal. The counter of a journal stores the sequence of the last event that was purged.
 */
import { Event } from "@partner-api/domain/Event"
import { EventTypeName } from "@partner-api/domain/EventType"
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead, lookedMax } from "@partner-api/domain/Pagination"
import { personalTypes } from "@partner-api/domain/ReducedEvent"
import { inPieces } from "@partner-api/service/services/Pieces"
import { eventsOf, foundBySequence } from "@partner-api/service/store/BySequence"
import { EventJson, eventsPerPurge, EventStore } from "@partner-api/service/store/EventStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause, longTexts, shortText } from "./kit/Lists.ts"
import { isForClient, ViewerParts } from "./kit/OnlyClient.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks, onConflict } from "./kit/Transactions.ts"

const Ends = Schema.Struct({ head: Schema.Int, purgedTo: Schema.Int })

const Moment = Schema.Struct({ sequence: Schema.Int, occurredAtMs: Schema.Int })

const nothing: typeof Ends.Type = { head: 0, purgedTo: 0 }

/** The most events about a person that one statement reads: an event may have 64 KiB, and a read is one piece of the event loop. */
const rewrittenPerRead = 8

/** The events about a person, and how they change. */
interface Rewrite {
  readonly organizationId: OrganizationId
  readonly personId: string
  readonly change: (event: Event) => Event
}

export const layer = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const ends = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId }),
      Result: Ends,
      execute: ({ organizationId }) => read`
        SELECT sequence AS head, events_purged_to AS "purgedTo" FROM journal_counters
        WHERE organization_id = ${organizationId}`
    })

    /** Whether a viewer sees an event: its audience was written with it. */
    const shownTo = ({ agencyId, clientId }: typeof ViewerParts.Encoded) =>
      agencyId === undefined
        ? isForClient(read, clientId)
        : read`(agency_id = ${agencyId} OR is_for_agencies = 1 OR EXISTS (SELECT 1 FROM event_readers r
            WHERE r.organization_id = events.organization_id AND r.sequence = events.sequence AND r.agency_id = ${agencyId}))`

    // One statement: what is purged between two would be missed.
    const page = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        after: Schema.Int,
        until: Schema.Int,
        types: Schema.Array(EventTypeName),
        viewer: ViewerParts,
        count: Schema.Int
      }),
      Result: Schema.Struct({
        ...Ends.fields,
        sequence: Schema.NullOr(Schema.Int),
        json: Schema.NullOr(Schema.String)
      }),
      execute: ({ after, count, organizationId, types, until, viewer }) => read`
        SELECT c.sequence AS head, c.events_purged_to AS "purgedTo", e.sequence, e.json
        FROM journal_counters c LEFT JOIN (
          SELECT sequence, ${read.literal(shortText("json"))} FROM events
          WHERE organization_id = ${organizationId} AND sequence > ${after} AND sequence <= ${until}
            AND ${types.length === 0 ? read`1 = 0` : read`type IN ${read.in(types)}`}
            AND ${shownTo(viewer)}
          ORDER BY sequence ${limitClause(read, count)}
        ) e ON 1 = 1
        WHERE c.organization_id = ${organizationId} ORDER BY e.sequence`
    })

    const whole = longTexts<{ readonly sequence: number; readonly json: string }>(read, {
      name: "events",
      key: "sequence",
      keyOf: ({ sequence }) => sequence,
      column: "json"
    })

    const firstFrom = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, sequence: Schema.Int }),
      Result: Moment,
      execute: ({ organizationId, sequence }) => read`
        SELECT sequence, occurred_at_ms AS "occurredAtMs" FROM events
        WHERE organization_id = ${organizationId} AND sequence >= ${sequence} ORDER BY sequence LIMIT 1`
    })

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        sequence: Schema.Int,
        viewer: ViewerParts
      }),
      Result: Schema.Struct({
        sequence: Schema.Int,
        type: EventTypeName,
        agencyId: Schema.NullOr(AgencyId),
        isForAgencies: Schema.BooleanFromBit,
        onlyClientId: Schema.NullOr(ClientId),
        personId: Schema.NullOr(Schema.String),
        occurredAtMs: Schema.Int,
        json: Schema.String
      }),
      execute: ({ organizationId, sequence, viewer }) => read`
        SELECT sequence, type, agency_id AS "agencyId", is_for_agencies AS "isForAgencies", only_client_id AS "onlyClientId", person_id AS "personId",
          occurred_at_ms AS "occurredAtMs", json
        FROM events WHERE organization_id = ${organizationId} AND sequence = ${sequence} AND ${shownTo(viewer)}`
    })

    const pageAbout = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        personId: Schema.String,
        after: Schema.Int,
        viewer: ViewerParts,
        count: Schema.Int
      }),
      Result: Schema.Struct({ sequence: Schema.Int, json: Schema.String }),
      execute: ({ after, count, organizationId, personId, viewer }) => read`
        SELECT sequence, ${read.literal(shortText("json"))} FROM ${indexedTable(read, "events", "events_person")}
        WHERE organization_id = ${organizationId} AND person_id = ${personId} AND sequence > ${after} AND ${shownTo(viewer)}
        ORDER BY sequence ${limitClause(read, count)}`
    })

    const ofPerson = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, personId: Schema.String, after: Schema.Int }),
      Result: Schema.Struct({ sequence: Schema.Int, json: EventJson }),
      execute: ({ after, organizationId, personId }) => sql`
        SELECT sequence, json FROM ${indexedTable(sql, "events", "events_person")}
        WHERE organization_id = ${organizationId} AND person_id = ${personId} AND sequence > ${after}
          AND type IN ${sql.in(personalTypes)}
        ORDER BY sequence ${limitClause(sql, rewrittenPerRead)} ${locks.forUpdate}`
    })

    const encode = jsonTextOf(Event)

    /** Rewrites a few events about a person behind a sequence, and returns the last sequence where there may be more. */
    const rewriteSome = Effect.fnUntraced(function* ({ change, organizationId, personId }: Rewrite, after: number) {
      const rows = yield* ofPerson({ organizationId, personId, after })
      const changes = rows.flatMap(({ json, sequence }) => {
        const changed = change(json)
        return changed === json ? [] : [{ sequence, text: encode(changed) }]
      })
      yield* inPieces(
        changes,
        ({ sequence, text }) => sql`UPDATE events SET json = ${text}
            WHERE organization_id = ${organizationId} AND sequence = ${sequence}`
      )
      return rows.length < rewrittenPerRead ? undefined : rows.at(-1)?.sequence
    })

    const rewriteFrom = (after: number, of: Rewrite): Effect.Effect<void, SqlError | Schema.SchemaError> =>
      Effect.flatMap(rewriteSome(of, after), (last) =>
        last === undefined ? Effect.void : Effect.andThen(Effect.yieldNow, rewriteFrom(last, of))
      )

    const firstOld = SqlSchema.findOneOption({
      Request: Schema.Struct({ beforeMs: Schema.Int }),
      Result: Schema.Struct({ organizationId: OrganizationId }),
      execute: ({ beforeMs }) => sql`
        SELECT organization_id AS "organizationId" FROM journal_counters c WHERE (
          SELECT occurred_at_ms FROM events e WHERE e.organization_id = c.organization_id ORDER BY e.sequence LIMIT 1
        ) < ${beforeMs} AND ${locks.alone("purge events")} ORDER BY organization_id LIMIT 1`
    })

    /** The first events of an organization up to the first that is kept: clocks differ, and none is removed before an older one. */
    const oldest = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId }),
      Result: Moment,
      execute: ({ organizationId }) => sql`
        SELECT sequence, occurred_at_ms AS "occurredAtMs" FROM events
        WHERE organization_id = ${organizationId} ORDER BY sequence ${limitClause(sql, eventsPerPurge)}`
    })

    const purge = Effect.fnUntraced(function* (beforeMs: number) {
      const found = yield* firstOld({ beforeMs })
      if (Option.isNone(found)) return 0
      const { organizationId } = found.value
      const rows = yield* oldest({ organizationId })
      const kept = rows.findIndex(({ occurredAtMs }) => occurredAtMs >= beforeMs)
      const removed = kept < 0 ? rows : rows.slice(0, kept)
      const last = removed.at(-1)
      if (last === undefined) return 0
      yield* sql`DELETE FROM event_readers WHERE organization_id = ${organizationId} AND sequence <= ${last.sequence}`
      yield* sql`DELETE FROM events WHERE organization_id = ${organizationId} AND sequence <= ${last.sequence}`
      // Last, since it holds the counter that every write of the organization waits for.
      yield* sql`UPDATE journal_counters SET events_purged_to = ${last.sequence} WHERE organization_id = ${organizationId}`
      return removed.length
    })

    return EventStore.of({
      ends: (organizationId) =>
        orStoreError(
          Effect.map(
            ends({ organizationId }),
            Option.getOrElse(() => nothing)
          )
        ),
      page: (organizationId, { after, limit, types, viewer }) => {
        const until = after + lookedMax
        return orStoreError(
          Effect.flatMap(page({ organizationId, after, until, types, viewer, count: lookAhead(limit) }), (rows) => {
            const { head, purgedTo } = rows[0] ?? nothing
            const events = rows.flatMap(({ json, sequence }) =>
              sequence === null || json === null ? [] : [{ sequence, json }]
            )
            return Effect.map(
              whole(organizationId, foundBySequence(events, until < head ? until : undefined)),
              (found) => ({ head, purgedTo, ...eventsOf(found) })
            )
          })
        )
      },
      firstFrom: (organizationId, sequence) => orStoreError(firstFrom({ organizationId, sequence })),
      find: (organizationId, sequence, viewer) =>
        orStoreError(
          Effect.map(
            find({ organizationId, sequence, viewer }),
            Option.map(({ agencyId, onlyClientId, personId, ...event }) => ({
              ...event,
              onlyClientId: onlyClientId ?? undefined,
              agencyId: agencyId ?? undefined,
              personId: personId ?? undefined
            }))
          )
        ),
      pageAbout: (organizationId, personId, { after, limit, viewer }) =>
        orStoreError(
          Effect.flatMap(pageAbout({ organizationId, personId, after, viewer, count: lookAhead(limit) }), (rows) =>
            whole(organizationId, foundBySequence(rows))
          )
        ),
      rewriteSome: (organizationId, personId, change, after) =>
        orStoreError(rewriteSome({ organizationId, personId, change }, after)),
      rewrite: (organizationId, personId, change) => orStoreError(rewriteFrom(0, { organizationId, personId, change })),
      purge: (beforeMs) => Effect.retry(orStoreError(sql.withTransaction(purge(beforeMs))), onConflict)
    })
  })
)
