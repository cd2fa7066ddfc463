/**
 * Messages about applications (recruiting 10). An application that a view does not show has none for it.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { partyOf } from "@partner-api/domain/ApplicationAccess"
import { addMessage } from "@partner-api/domain/commands/Message"
import type { Conflict, Forbidden, NotFound, UnprocessableEntity } from "@partner-api/domain/Errors"
import type { AgencyId, ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { type Message, MessageId, type NewMessage } from "@partner-api/domain/Message"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import { ApplicationStore } from "../store/ApplicationStore.ts"
import { MessageStore } from "../store/MessageStore.ts"
import type { StoredJson } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import type { View } from "./access/View.ts"
import { visible } from "./access/VisibleApplication.ts"
import { makeActivePersons } from "./ActivePersons.ts"
import { record } from "./Journal.ts"

export class Messages extends Context.Service<
  Messages,
  {
    /** A page of the messages about an application, the oldest first, as stored JSON. */
    readonly page: (
      view: View,
      applicationId: ApplicationId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<Pick<StoredJson, "json">>, NotFound | StoreError>
    /** Adds a message to an application. */
    readonly create: (
      view: View,
      applicationId: ApplicationId,
      input: NewMessage
    ) => Effect.Effect<Message, Conflict | Forbidden | NotFound | UnprocessableEntity | StoreError, CurrentWrite>
  }
>()("@partner-api/service/Messages") {
  static readonly layer = Layer.effect(
    Messages,
    Effect.gen(function* () {
      const applications = yield* ApplicationStore
      const persons = yield* makeActivePersons
      const store = yield* MessageStore
      const together = yield* Together

      /** Whether the person whom a message names is there and ACTIVE. */
      const isSenderActive = (
        organizationId: OrganizationId,
        agencyId: AgencyId,
        { recruiter_id, user_id }: NewMessage
      ) => {
        if (user_id !== undefined) return persons.isUser(organizationId, user_id)
        return recruiter_id === undefined
          ? Effect.succeed(true)
          : persons.isRecruiter(organizationId, agencyId, recruiter_id)
      }

      return Messages.of({
        page: Effect.fnUntraced(function* (view, applicationId, request) {
          const { organizationId } = view
          const [, found] = yield* together(
            visible(view, applications.find(organizationId, applicationId)),
            store.page(organizationId, applicationId, request)
          )
          return found
        }),
        create: Effect.fnUntraced(function* (view, applicationId, input) {
          const { organizationId } = view
          const stored = yield* visible(view, applications.lock(organizationId, applicationId))
          const count = yield* store.count(organizationId, applicationId)
          const { entries, next } = yield* Effect.fromResult(
            addMessage(input, {
              organizationId,
              stored,
              party: partyOf(view, stored),
              count,
              isSenderActive: yield* isSenderActive(organizationId, stored.application.agency_id, input),
              made: { id: MessageId.make(yield* makeId("msg_")), nowMs: yield* Clock.currentTimeMillis }
            })
          )
          yield* store.insert(organizationId, count + 1, next)
          yield* record(entries)
          return next
        })
      })
    })
  )
}
