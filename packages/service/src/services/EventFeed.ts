/**
 * The change feed (decisions, Journal): events of an organization in order, from a cursor on, for those who may read their records now. A
 * reader may wait for the next event.
 */
import { type Cursor, decodeCursor, encodeCursor } from "@partner-api/domain/Cursor"
import {
  CursorExpired,
  type Forbidden,
  InvalidCursor,
  NotFound,
  type RateLimited,
  type Unauthorized,
  UnprocessableEntity
} from "@partner-api/domain/Errors"
import type { Event } from "@partner-api/domain/Event"
import { mayReadEvent } from "@partner-api/domain/EventAudience"
import { type EventId, sequenceOfEvent } from "@partner-api/domain/EventId"
import { EventFilter, selectTypes } from "@partner-api/domain/EventQuery"
import { readerOfToken } from "@partner-api/domain/EventReader"
import { startMs } from "@partner-api/domain/EventStart"
import { filterCodec } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { limitDefault, toPage } from "@partner-api/domain/Pagination"
import type { TokenInfo } from "@partner-api/domain/Token"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EventJson, type EventPage, EventStore } from "../store/EventStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { outsideTurn } from "./access/RequestUsage.ts"
import { Tokens } from "./access/Tokens.ts"
import { CursorSigning } from "./CursorSigning.ts"
import { Drain } from "./Drain.ts"
import { dayMs, EventRetention } from "./EventRetention.ts"
import { placeBefore } from "./EventMoments.ts"
import { makeEventWatch } from "./EventWatch.ts"
import { makeWaitingPlaces } from "./WaitingPlaces.ts"

/** The reader, by the token of the request. */
export interface Reader extends Pick<TokenInfo, "tokenId" | "clientId"> {
  readonly organizationId: OrganizationId
}

/** The query of a request to the feed. */
export interface FeedQuery extends EventFilter {
  readonly cursor?: string
  readonly limit?: number
  readonly start?: string
  readonly wait?: number
}

/** A page of the feed: texts of events, and cursors. */
export interface FeedPage {
  readonly texts: ReadonlyArray<string>
  /** The position from which the reader goes on. */
  readonly cursor: string
  /** Whether there is more already. */
  readonly hasMore: boolean
}

type ReadError =
  | InvalidCursor
  | CursorExpired
  | Forbidden
  | Unauthorized
  | RateLimited
  | UnprocessableEntity
  | StoreError

const expired = new CursorExpired({
  message:
    "The events after this cursor are not kept any more. Request the feed with start=latest, walk the lists once more, then follow from the new cursor."
})

const notOurs = new InvalidCursor({
  message:
    "The cursor was changed, or belongs to another list. Request the feed with start=latest, walk the lists once more, then follow from the new cursor."
})

const startBesideCursor = new UnprocessableEntity({
  message: "A cursor says where to begin.",
  details: [{ in: "query", path: "/start", code: "not_allowed", message: "must be left out beside a cursor" }]
})

const codec = filterCodec(EventFilter)

/** The state of a walk. */
interface Walk {
  readonly after: number
  readonly limit: number
  readonly filter: EventFilter
  /** Whether it goes on from a cursor: then events that are not kept any more would be missed. */
  readonly isResumed: boolean
}

export class EventFeed extends Context.Service<
  EventFeed,
  {
    /** A page of the feed that an endpoint shows; `list` is its name. Waits for an event where there is none yet and the query has `wait`. */
    readonly read: (reader: Reader, list: string, query: FeedQuery) => Effect.Effect<FeedPage, ReadError>
    /** An event that the reader sees. */
    readonly get: (reader: Reader, id: EventId) => Effect.Effect<Event, NotFound | Unauthorized | StoreError>
  }
>()("@partner-api/service/EventFeed") {
  static readonly layer = Layer.effect(
    EventFeed,
    Effect.gen(function* () {
      const store = yield* EventStore
      const tokens = yield* Tokens
      const signer = yield* CursorSigning
      const watch = yield* makeEventWatch
      const drain = yield* Drain
      const retention = yield* EventRetention

      /** The walk of a cursor. Types beside it take the place of those that it carries. */
      const resume = Effect.fnUntraced(function* (
        { organizationId }: Reader,
        list: string,
        { cursor = "", limit, start, types }: FeedQuery
      ) {
        if (start !== undefined) return yield* startBesideCursor
        const nowMs = yield* Clock.currentTimeMillis
        const use = { list, organizationId, filters: {}, nowMs, lifetimeMs: Number.POSITIVE_INFINITY }
        const carried: Cursor = yield* Effect.mapError(
          Effect.fromResult(decodeCursor(cursor, use, signer)),
          () => notOurs
        )
        if (carried.issuedAtMs + retention.days * dayMs < nowMs) return yield* expired
        const filter = types === undefined ? Option.getOrElse(codec.read(carried.filters), () => ({})) : { types }
        return { after: Number(carried.after), limit: limit ?? carried.limit, filter, isResumed: true }
      })

      const begin = Effect.fnUntraced(function* (
        { organizationId }: Reader,
        { limit = limitDefault, start, types }: FeedQuery
      ) {
        const after = start === undefined ? 0 : yield* placeBefore(store, organizationId, startMs(start))
        return { after, limit, filter: types === undefined ? {} : { types }, isResumed: false }
      })

      /** Looks once, with what the token may read now. */
      const look = Effect.fnUntraced(function* (
        { organizationId, tokenId }: Pick<Reader, "organizationId" | "tokenId">,
        { after, filter, isResumed, limit }: Walk
      ) {
        const token = yield* tokens.find(tokenId)
        const { permissions } = readerOfToken(token)
        const types = yield* Effect.fromResult(selectTypes(filter, permissions))
        const page = yield* store.page(organizationId, { after, limit, types, viewer: token })
        // A database that was restored may have fewer entries than the reader has seen.
        return isResumed && (after < page.purgedTo || after > page.head) ? yield* expired : page
      })

      const isWorthTelling = ({ events, lookedTo }: EventPage): boolean => events.length > 0 || lookedTo !== undefined

      /** Reads the events, and waits for the next one where there are none; gives none then. Subscribes first, so that no event comes between. */
      const lookOrWait = (reader: Reader, walk: Walk, untilMs: number) =>
        Effect.acquireUseRelease(
          Effect.sync(() => watch.listen(reader)),
          Effect.fnUntraced(function* ({ woken }) {
            const page = yield* look(reader, walk)
            const leftMs = untilMs - (yield* Clock.currentTimeMillis)
            if (isWorthTelling(page) || leftMs <= 0 || drain.hasBegun()) return page
            yield* outsideTurn(
              Effect.raceAllFirst([woken(page.head), drain.begun, Effect.sleep(Duration.millis(leftMs))])
            )
          }),
          ({ end }) => Effect.sync(end)
        )

      /** Reads until there are events, the time is over, or the service is being stopped. */
      const lookUntil = Effect.fnUntraced(function* (reader: Reader, walk: Walk, untilMs: number) {
        while (true) {
          const page = yield* lookOrWait(reader, walk, untilMs)
          if (page !== undefined) return page
        }
      })

      const withPlace = makeWaitingPlaces()

      const read = Effect.fnUntraced(function* (reader: Reader, list: string, query: FeedQuery) {
        const walk = yield* query.cursor === undefined ? begin(reader, query) : resume(reader, list, query)
        const nowMs = yield* Clock.currentTimeMillis
        const { wait = 0 } = query
        const { events, head, lookedTo } = yield* wait === 0
          ? look(reader, walk)
          : withPlace(reader, lookUntil(reader, walk, nowMs + wait * 1_000))
        const lastLooked = lookedTo === undefined ? undefined : String(lookedTo)
        const { nextAfter, rows } = toPage(events, walk.limit, ({ sequence }) => String(sequence), lastLooked)
        const cursor = encodeCursor(
          {
            list,
            organizationId: reader.organizationId,
            after: nextAfter ?? String(head),
            limit: walk.limit,
            filters: codec.write(walk.filter),
            issuedAtMs: yield* Clock.currentTimeMillis
          },
          signer
        )
        return { texts: rows.map(({ json }) => json), cursor, hasMore: nextAfter !== undefined }
      })

      const unknown = new NotFound({ message: "There is no such event, or it is not kept any more." })
      const decode = Schema.decodeEffect(EventJson)

      const get = Effect.fnUntraced(function* ({ organizationId, tokenId }: Reader, id: EventId) {
        const sequence = sequenceOfEvent(id)
        const token = yield* tokens.find(tokenId)
        const reader = readerOfToken(token)
        const found = sequence === undefined ? Option.none() : yield* store.find(organizationId, sequence, token)
        if (Option.isNone(found)) return yield* unknown
        const isSeen = mayReadEvent(reader, found.value)
        const event = yield* Effect.mapError(decode(found.value.json), () => unknown)
        return isSeen && event.id === id ? event : yield* unknown
      })

      return EventFeed.of({ read, get })
    })
  )
}
