/**
 * Erases a candidate on request (GDPR Art. 17): the personal data of every application of the person, the messages about it, the personal data in the rows
 * of its files, its link, and the stored answers and events that repeat them. What stays is that somebody applied, and what became of it.
 *
 * Messages, stored answers and events are cleared before, a batch a commit (`Clearing.ts`), and the erasure finds the rest.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { StoredApplication } from "@partner-api/domain/Application"
import { partyOf } from "@partner-api/domain/ApplicationAccess"
import { eraseCandidate, refusedErasure } from "@partner-api/domain/commands/Candidate"
import { erasePlacement, isPersonalPlacement } from "@partner-api/domain/commands/Placement"
import { type Conflict, Forbidden, NotFound } from "@partner-api/domain/Errors"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import type { SystemReason } from "@partner-api/domain/SystemReason"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AttachmentStore } from "../../store/AttachmentStore.ts"
import { ApplicationStore } from "../../store/ApplicationStore.ts"
import { ClaimStore } from "../../store/ClaimStore.ts"
import { ConfirmationStore } from "../../store/ConfirmationStore.ts"
import { MailStore } from "../../store/MailStore.ts"
import { messagesPerRemoval, MessageStore } from "../../store/MessageStore.ts"
import { PlacementStore } from "../../store/PlacementStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { Transaction } from "../../store/Transaction.ts"
import type { View } from "../access/View.ts"
import { visible } from "../access/VisibleApplication.ts"
import { record } from "../Journal.ts"
import { orNotFound } from "../OrNotFound.ts"
import { makeClearing } from "./Clearing.ts"

const candidateOrNotFound = orNotFound("candidate")

const othersErase = new Forbidden({
  message:
    "The candidate is the agency's to erase here: it needs a token of the agency, or of the client that submitted the application."
})

export class CandidateErasure extends Context.Service<
  CandidateErasure,
  {
    /** Erases the person with this email, and returns the applications of the person. */
    readonly erase: (
      organizationId: OrganizationId,
      email: string
    ) => Effect.Effect<ReadonlyArray<ApplicationId>, NotFound | StoreError, CurrentWrite>
    /** Erases the person of one application, as the agency that submitted it; none is there once the person was erased. */
    readonly eraseOwn: (
      view: View,
      id: ApplicationId
    ) => Effect.Effect<void, Conflict | Forbidden | NotFound | StoreError, CurrentWrite>
    /** Clears an application before {@link eraseOne}, for who has found that its person may be erased. Opens transactions of its own. */
    readonly clear: (organizationId: OrganizationId, id: ApplicationId) => Effect.Effect<void, StoreError>
    /** Clears the applications of a person before {@link erase}. */
    readonly clearAll: (organizationId: OrganizationId, email: string) => Effect.Effect<void, StoreError>
    /** Clears one application before {@link eraseOwn}, unless that refuses the erasure. */
    readonly clearOwn: (view: View, id: ApplicationId) => Effect.Effect<void, StoreError>
    /** Erases the person of one application, which the transaction under way has locked; `reason` is that of the service, where nobody requested it. */
    readonly eraseOne: (
      organizationId: OrganizationId,
      stored: StoredApplication,
      reason?: SystemReason
    ) => Effect.Effect<void, StoreError, CurrentWrite>
  }
>()("@partner-api/service/CandidateErasure") {
  static readonly layer = Layer.effect(
    CandidateErasure,
    Effect.gen(function* () {
      const applications = yield* ApplicationStore
      const attachments = yield* AttachmentStore
      const confirmations = yield* ConfirmationStore
      const mails = yield* MailStore
      const messages = yield* MessageStore
      const placements = yield* PlacementStore
      const claims = yield* ClaimStore
      const inOne = yield* Transaction
      const clearing = yield* makeClearing<ApplicationId>((organizationId, id) =>
        Effect.map(messages.removeSome(organizationId, id), (count) => count === messagesPerRemoval)
      )

      /** Erases the person of the placements of an application; one that holds the person keeps the name. */
      const erasePlacements = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        id: ApplicationId,
        nowMs: number
      ) {
        const found = yield* placements.lockOf(organizationId, id)
        yield* Effect.forEach(
          found.filter(({ placement }) => isPersonalPlacement(placement)),
          (stored) => placements.save(organizationId, erasePlacement(stored, nowMs)),
          { discard: true }
        )
      })

      const eraseOne = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        stored: StoredApplication,
        reason?: SystemReason
      ) {
        const { id } = stored.application
        const nowMs = yield* Clock.currentTimeMillis
        const { entries, next } = eraseCandidate(organizationId, stored, { nowMs, reason })
        yield* applications.save(organizationId, next)
        yield* attachments.removeAll(organizationId, id, nowMs)
        yield* confirmations.remove(organizationId, id)
        yield* mails.forget(organizationId, id)
        yield* messages.removeAll(organizationId, id)
        yield* erasePlacements(organizationId, id, nowMs)
        yield* claims.forget(organizationId, id, nowMs)
        yield* clearing.clearRest(organizationId, id)
        yield* record(entries)
      })

      const clear = Effect.fn("CandidateErasure.clear")(clearing.clear)

      const clearAll = (organizationId: OrganizationId, email: string) =>
        Effect.flatMap(inOne(applications.lockAll(organizationId, email)), (found) =>
          Effect.forEach(found, ({ application }) => clear(organizationId, application.id), { discard: true })
        )

      const erase = Effect.fn("CandidateErasure.erase")(function* (organizationId: OrganizationId, email: string) {
        const found = yield* applications.lockAll(organizationId, email)
        if (found.length === 0) {
          return yield* new NotFound({
            message: `There is no application of this person in the organization ${organizationId}.`
          })
        }
        for (const stored of found) yield* eraseOne(organizationId, stored)
        return found.map(({ application }) => application.id)
      })

      /** The found application, where its person is the view's to erase now. */
      const ownErasable = Effect.fnUntraced(function* (
        view: View,
        found: Effect.Effect<Option.Option<StoredApplication>, StoreError>
      ) {
        const stored = yield* visible(view, found)
        if (partyOf(view, stored) === "employer") return yield* othersErase
        yield* candidateOrNotFound(Effect.succeed(Option.fromUndefinedOr(stored.application.candidate)))
        const refusal = refusedErasure(stored.application)
        if (refusal !== undefined) return yield* refusal
        return stored
      })

      const eraseOwn = Effect.fn("CandidateErasure.eraseOwn")(function* (view: View, id: ApplicationId) {
        const { organizationId } = view
        yield* eraseOne(organizationId, yield* ownErasable(view, applications.lock(organizationId, id)))
      })

      const clearOwn = (view: View, id: ApplicationId) =>
        ownErasable(view, applications.find(view.organizationId, id)).pipe(
          Effect.flatMap(() => clear(view.organizationId, id)),
          // The erasure answers with the refusal.
          Effect.catchTag(["Conflict", "Forbidden", "NotFound"], () => Effect.void)
        )

      return CandidateErasure.of({ clear, clearAll, clearOwn, erase, eraseOne, eraseOwn })
    })
  )
}
