/**
 * The port to events, by their place in the journal of an organization. They are appended with its entries (`JournalStore.ts`).
 */
import { type Event as EventShape, Event } from "@partner-api/domain/Event"
import type { EventAudience } from "@partner-api/domain/EventAudience"
import type { EventType } from "@partner-api/domain/EventType"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows } from "@partner-api/domain/Pagination"
import type { Viewer } from "@partner-api/domain/Viewer"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { StoreError } from "./StoreError.ts"

/** The text of an event as it is stored and answered. */
export const EventJson = Schema.fromJsonString(Event)

/** An event as it is stored. */
export interface StoredEvent extends Omit<EventAudience, "readersOfJob"> {
  readonly sequence: number
  readonly type: EventType
  /** The record with personal data that it is about. */
  readonly personId: string | undefined
  readonly occurredAtMs: number
  readonly json: string
}

/** The place of an event, and when it happened. */
export type EventMoment = Pick<StoredEvent, "sequence" | "occurredAtMs">

/** The request of a page of events. */
export interface EventPageRequest {
  /** The sequence after which it begins. */
  readonly after: number
  readonly limit: number
  readonly types: ReadonlyArray<EventType>
  readonly viewer: Viewer
}

/** The ends of the events of an organization: the last sequence of its journal, and the last one whose event is not kept any more. */
export interface EventEnds {
  /** The last sequence of the journal. */
  readonly head: number
  /** The last sequence whose event is not kept any more; 0 where all are. */
  readonly purgedTo: number
}

/** A page of events, and the ends at the same moment. */
export interface EventPage extends EventEnds {
  /** One more than the limit where there are more, and fewer where their texts exceed the bytes of a page. */
  readonly events: ReadonlyArray<{ readonly sequence: number; readonly json: string }>
  /** The last sequence that was looked at, where there are more after it. */
  readonly lookedTo: number | undefined
}

/** The number of events that are removed at once; a larger batch would delay requests. */
export const eventsPerPurge = 1_000

export class EventStore extends Context.Service<
  EventStore,
  {
    /** The ends of the events of an organization. */
    readonly ends: (organizationId: OrganizationId) => Effect.Effect<EventEnds, StoreError>
    /** The next events of some types that a reader sees, in order. At most `lookedMax` sequences are looked at. */
    readonly page: (organizationId: OrganizationId, request: EventPageRequest) => Effect.Effect<EventPage, StoreError>
    /** The first event that is kept from a sequence on, and when it happened. */
    readonly firstFrom: (
      organizationId: OrganizationId,
      sequence: number
    ) => Effect.Effect<Option.Option<EventMoment>, StoreError>
    /** The event with a sequence, where a viewer sees it. */
    readonly find: (
      organizationId: OrganizationId,
      sequence: number,
      viewer: Viewer
    ) => Effect.Effect<Option.Option<StoredEvent>, StoreError>
    /** A page of the events about a record with personal data that a viewer sees, the oldest first: those after a sequence. */
    readonly pageAbout: (
      organizationId: OrganizationId,
      personId: string,
      request: { readonly after: number; readonly limit: number; readonly viewer: Viewer }
    ) => Effect.Effect<FoundRows<{ readonly sequence: number; readonly json: string }>, StoreError>
    /**
     * Rewrites one batch of the events that hold a record with personal data (`personalTypes`), those behind the sequence `after`. Returns the sequence after which the next batch
     * begins; none where no event is left.
     */
    readonly rewriteSome: (
      organizationId: OrganizationId,
      personId: string,
      change: (event: EventShape) => EventShape,
      after: number
    ) => Effect.Effect<number | undefined, StoreError>
    /** Rewrites the events that hold a record with personal data (`personalTypes`), in the transaction under way. */
    readonly rewrite: (
      organizationId: OrganizationId,
      personId: string,
      change: (event: EventShape) => EventShape
    ) => Effect.Effect<void, StoreError>
    /** Removes one batch of events from before a moment, the oldest first, and returns how many it removed. */
    readonly purge: (beforeMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/EventStore") {}
