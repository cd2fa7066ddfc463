/**
 * The port to messages about applications. The messages of an application have numbers from 1 on, in the order in which they were written; who adds one has
 * locked the application.
 */
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import type { Message } from "@partner-api/domain/Message"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoredJson } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

/**
 * The most messages that one batch removes: each may have 40 KB, which SQLite overwrites with zeros, and a statement is one piece of the event loop.
 */
export const messagesPerRemoval = 12

export class MessageStore extends Context.Service<
  MessageStore,
  {
    /** A page of the messages about an application, the oldest first. A position is the number of a message. */
    readonly page: (
      organizationId: OrganizationId,
      applicationId: ApplicationId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<Pick<StoredJson, "json">>, StoreError>
    /** The number of messages of an application. */
    readonly count: (organizationId: OrganizationId, applicationId: ApplicationId) => Effect.Effect<number, StoreError>
    /** Adds the message with a number. */
    readonly insert: (
      organizationId: OrganizationId,
      number: number,
      message: Message
    ) => Effect.Effect<void, StoreError>
    /** Removes one batch of the messages about an application, and returns their number; {@link messagesPerRemoval} at most. */
    readonly removeSome: (
      organizationId: OrganizationId,
      applicationId: ApplicationId
    ) => Effect.Effect<number, StoreError>
    /** Removes every message about an application. */
    readonly removeAll: (
      organizationId: OrganizationId,
      applicationId: ApplicationId
    ) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/MessageStore") {}
