/**
 * Confirmations by the person of an application (recruiting 6): the agency requests a link, and the person of a link confirms, declines or withdraws.
 *
 * Whatever a link cannot do any more is refused with the same answer. Counts no wrong links: the handler does, by address.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import { partyOf } from "@partner-api/domain/ApplicationAccess"
import { mayTake } from "@partner-api/domain/ApplicationState"
import * as Commands from "@partner-api/domain/commands/ConfirmationLink"
import { refusedPlace } from "@partner-api/domain/commands/Confirmation"
import {
  type ConfirmationLink,
  type ConfirmationRequest,
  type Decision,
  type ShownConfirmation,
  stateForPerson
} from "@partner-api/domain/Confirmation"
import { type Conflict, Forbidden, type NotFound, type RateLimited, type Unavailable } from "@partner-api/domain/Errors"
import type { ApplicationId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { confirmationMail } from "@partner-api/domain/Mail"
import { formerSettings } from "@partner-api/domain/OrganizationSettings"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { digestOf, makeSecret, secretPattern } from "../crypto/Secrets.ts"
import { AgencyStore } from "../store/AgencyStore.ts"
import { ApplicationStore } from "../store/ApplicationStore.ts"
import { ConfirmationStore } from "../store/ConfirmationStore.ts"
import { JobStore } from "../store/JobStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import type { View } from "./access/View.ts"
import { visible } from "./access/VisibleApplication.ts"
import { makeApplicationMoves } from "./ApplicationMoves.ts"
import { Journal, record } from "./Journal.ts"
import { HasMail } from "./mail/HasMail.ts"
import { makeOutbox } from "./mail/Outbox.ts"
import { orRefuse } from "./OrNotFound.ts"

/** The requester of a link: a client, in a view. */
interface Requester extends View {
  readonly clientId: ClientId
}

const othersRequest = new Forbidden({
  message:
    "A confirmation is requested by the agency: it needs a token of the agency, or of the client that submitted the application."
})

type RequestError = NotFound | Forbidden | Conflict | RateLimited | Unavailable | StoreError

export class Confirmations extends Context.Service<
  Confirmations,
  {
    /** Makes the link of an unconfirmed application, and mails it where there is mail; the one before ends. `urlOf` gives the address of a token. */
    readonly request: (
      view: Requester,
      id: ApplicationId,
      urlOf: (token: Redacted.Redacted) => string
    ) => Effect.Effect<ConfirmationRequest, RequestError, CurrentWrite>
    /** The application as the person of its link reads it. */
    readonly show: (link: Redacted.Redacted) => Effect.Effect<ShownConfirmation, NotFound | StoreError>
    /** Decides by a link, in a write of its own whose actor is the person. The same decision within a day is answered again. */
    readonly decide: (
      link: Redacted.Redacted,
      decision: Decision,
      requestId: string
    ) => Effect.Effect<ShownConfirmation, NotFound | StoreError>
  }
>()("@partner-api/service/Confirmations") {
  static readonly layer = Layer.effect(
    Confirmations,
    Effect.gen(function* () {
      const store = yield* ConfirmationStore
      const applications = yield* ApplicationStore
      const agencies = yield* AgencyStore
      const jobs = yield* JobStore
      const organizations = yield* OrganizationStore
      const journal = yield* Journal
      const moves = yield* makeApplicationMoves
      const together = yield* Together
      const hasMail = yield* HasMail
      const outbox = yield* makeOutbox

      /** An application that the view may see and act on for the agency. */
      const ofAgency = Effect.fnUntraced(function* (
        view: View,
        found: Effect.Effect<Option.Option<StoredApplication>, StoreError>
      ) {
        const stored = yield* visible(view, found)
        return mayTake(partyOf(view, stored), "confirm") ? stored : yield* othersRequest
      })

      /** The link of a token. It is looked up where it has the form of one. */
      const linkOf = (link: Redacted.Redacted) =>
        secretPattern.test(Redacted.value(link))
          ? orRefuse(Commands.noConfirmation)(store.ofLink(digestOf(link)))
          : Effect.fail(Commands.noConfirmation)

      const applicationOf = ({ applicationId, organizationId }: ConfirmationLink) =>
        orRefuse(Commands.noConfirmation)(applications.find(organizationId, applicationId))

      /** The names that the person reads: of the organization, the job and the agency. */
      const namesOf = (organizationId: OrganizationId, { agency_id, job_id }: Application) =>
        together(
          organizations.find(organizationId),
          together(jobs.findShown(organizationId, undefined, job_id), agencies.name(organizationId, agency_id))
        )

      /** An application as its person reads it. */
      const shownAs = Effect.fnUntraced(function* (
        link: ConfirmationLink,
        application: Application,
        [organization, [job, agencyName]]: Effect.Success<ReturnType<typeof namesOf>>
      ) {
        const { candidate } = application
        const state = stateForPerson(application.state)
        if (Option.isNone(organization) || Option.isNone(job) || Option.isNone(agencyName)) {
          return yield* Commands.noConfirmation
        }
        if (candidate === undefined || state === undefined) return yield* Commands.noConfirmation
        return {
          organization_name: organization.value.name,
          job_title: job.value.title,
          agency_name: agencyName.value,
          first_name: candidate.first_name,
          expires_at: timestampFromMillis(link.expiresAtMs),
          state
        }
      })

      const shownOf = (link: ConfirmationLink, application: Application) =>
        Effect.flatMap(namesOf(link.organizationId, application), (names) => shownAs(link, application, names))

      /** Mails a link to the person of an application. */
      const mailLink = Effect.fnUntraced(function* (
        clientId: ClientId,
        link: ConfirmationLink,
        { application }: StoredApplication,
        url: string
      ) {
        const { applicationId: subjectId, organizationId } = link
        const shown = yield* shownOf(link, application)
        const mail = confirmationMail(application.candidate?.email ?? "", url, shown)
        yield* outbox.post({ organizationId, subjectId, clientId, kind: "CONFIRMATION" }, mail)
      })

      const request = Effect.fn("Confirmations.request")(function* (
        view: Requester,
        id: ApplicationId,
        urlOf: (token: Redacted.Redacted) => string
      ) {
        const { organizationId } = view
        const found = yield* ofAgency(view, applications.find(organizationId, id))
        const { agency_id, job_id } = found.application
        const [job, [stored, [former, [{ confirmation }, agencyStatus]]]] = yield* together(
          jobs.lockShown(organizationId, undefined, job_id),
          together(
            ofAgency(view, applications.lock(organizationId, id)),
            together(
              store.lock(organizationId, id),
              together(organizations.settings(organizationId), moves.statusOf(organizationId, agency_id))
            )
          )
        )
        const token = yield* makeSecret
        const decision = Commands.requestConfirmation(stored, {
          organizationId,
          former: Option.getOrUndefined(former),
          confirmation,
          hasMail,
          made: { digest: digestOf(token), nowMs: yield* Clock.currentTimeMillis }
        })
        const { entries, next } = yield* Effect.fromResult(decision)
        const refused = refusedPlace({ agencyStatus, jobStatus: Option.getOrUndefined(job)?.status })
        if (refused !== undefined) return yield* refused
        const url = urlOf(token)
        if (hasMail) yield* mailLink(view.clientId, next, stored, url)
        yield* store.save(next)
        yield* record(entries)
        return {
          expires_at: timestampFromMillis(next.expiresAtMs),
          ...(next.deliveredBy === "AGENCY" ? { url } : {})
        }
      })

      const show = Effect.fn("Confirmations.show")(function* (token: Redacted.Redacted) {
        const link = yield* linkOf(token)
        const { application } = yield* applicationOf(link)
        if (!Commands.isLinkUsable(link, application, yield* Clock.currentTimeMillis)) {
          return yield* Commands.noConfirmation
        }
        return yield* shownOf(link, application)
      })

      /** Takes the action of a decision, and keeps it with the link. */
      const take = Effect.fnUntraced(function* (found: ConfirmationLink, decision: Decision) {
        const { applicationId, digest, organizationId } = found
        const action = Commands.actionOf[decision]
        const { application: before } = yield* applicationOf(found)
        const nowMs = yield* Clock.currentTimeMillis
        const usable = Effect.fnUntraced(function* (
          locked: Option.Option<StoredApplication>,
          own: Option.Option<ConfirmationLink>
        ) {
          const stored = yield* orRefuse(Commands.noConfirmation)(Effect.succeed(locked))
          const link = yield* orRefuse(Commands.noConfirmation)(Effect.succeed(own))
          const works = link.digest === digest && Commands.isLinkUsable(link, stored.application, nowMs)
          return works ? { stored, link } : yield* Commands.noConfirmation
        })
        const { application } = yield* moves.move(organizationId, {
          found: before,
          action,
          party: "agency",
          isByPerson: true,
          look: together(store.lock(organizationId, applicationId), organizations.settings(organizationId)),
          judge: (locked, [own, { fees_apply, ownership_days }]) =>
            Effect.map(usable(locked, own), ({ link, stored }) => ({
              stored,
              // The link itself is the consent, and the person is who confirms.
              settings: { ...formerSettings, fees_apply, ownership_days },
              command: action === "confirm" ? { action, consent: Commands.consentOf(link, nowMs) } : { action }
            })),
          ownerOf: ({ applicationId }) => ({ id: applicationId, isShown: false })
        })
        const [link, names] = yield* together(
          orRefuse(Commands.noConfirmation)(store.lock(organizationId, applicationId)),
          namesOf(organizationId, application)
        )
        const next = Commands.decided(link, decision, nowMs)
        yield* store.save(next)
        return yield* shownAs(next, application, names)
      })

      /** The answer to a decision that the link has taken within a day already. */
      const repeated = Effect.fnUntraced(function* (token: Redacted.Redacted, decision: Decision) {
        const link = yield* linkOf(token)
        if (!Commands.isRepeatedDecision(link, decision, yield* Clock.currentTimeMillis)) {
          return yield* Commands.noConfirmation
        }
        const { application } = yield* applicationOf(link)
        return yield* shownOf(link, application)
      })

      const decide = Effect.fn("Confirmations.decide")(function* (
        token: Redacted.Redacted,
        decision: Decision,
        requestId: string
      ) {
        const link = yield* linkOf(token)
        return yield* journal
          .write({ kind: "candidate", requestId }, take(link, decision))
          .pipe(
            Effect.catchTag(
              ["NotFound", "InvalidTransition", "DuplicateApplication", "Conflict", "UnprocessableEntity"],
              () => repeated(token, decision)
            )
          )
      })

      return Confirmations.of({ request, show, decide })
    })
  )
}
