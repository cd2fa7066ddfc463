/**
 * Agencies of an organization, their recruiters and their fees. To an agency, another one is like one that does not exist.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFees, type AgencyFeesUpdate, initialFees } from "@partner-api/domain/AgencyFees"
import { type AgencyFilter, meetsAgencyFilter, searchedInAgency } from "@partner-api/domain/AgencyFilter"
import type { AgencyPatch, NewAgency } from "@partner-api/domain/AgencyWrites"
import { createAgency, patchAgency } from "@partner-api/domain/commands/Agency"
import * as FeesCommands from "@partner-api/domain/commands/AgencyFees"
import { duplicateExternalId } from "@partner-api/domain/commands/ExternalId"
import type { Conflict, NotFound, PreconditionFailed, UnprocessableEntity } from "@partner-api/domain/Errors"
import { type FeePreview, type NewFeePreview, previewFees } from "@partner-api/domain/FeePreview"
import { typesOf } from "@partner-api/domain/EventType"
import { AgencyId, type OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { foundById, type FoundRows, type PageRequest } from "@partner-api/domain/Pagination"
import { lacksRecruiter } from "@partner-api/domain/Recruiter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeId } from "../crypto/Secrets.ts"
import { AgencyStore } from "../store/AgencyStore.ts"
import { JournalStore, type NumberedEntry } from "../store/JournalStore.ts"
import type { StoredJson } from "../store/StoredJson.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Together } from "../store/Together.ts"
import { makeForgetAnswers } from "./ForgottenAnswers.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"
import { countIndexed, countSearch } from "./access/RequestUsage.ts"
import type { View } from "./access/View.ts"

/** The JSON text of an agency in answers, byte for byte. Its ETag is the digest of this text. */
const encodeAgency = jsonTextOf(Agency)

/** The JSON text of fees in answers, byte for byte. Their ETag is the digest of this text. */
const encodeFees = jsonTextOf(AgencyFees)

const agencyOrNotFound = orNotFound("agency")

/** Looks up something about an agency; none where the view is another agency's. */
const ifShown = <A, E>({ agencyId }: View, id: AgencyId, lookUp: Effect.Effect<Option.Option<A>, E>) =>
  agencyId === undefined || agencyId === id ? lookUp : Effect.succeed(Option.none<A>())

export class Agencies extends Context.Service<
  Agencies,
  {
    /** A page of the agencies that match a filter and that the view may see, as stored JSON. */
    readonly page: (
      view: View,
      filter: AgencyFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    /** The stored JSON of an agency. */
    readonly get: (view: View, id: AgencyId) => Effect.Effect<StoredJson, NotFound | StoreError>
    /**
     * Adds an agency, with the fees of a new one unless others are given. Fails where its recruiters contradict each other, or where another
     * agency has its `external_id`.
     */
    readonly create: (
      organizationId: OrganizationId,
      input: NewAgency,
      fees?: AgencyFees
    ) => Effect.Effect<Agency, UnprocessableEntity | Conflict | StoreError, CurrentWrite>
    /** Changes the members of an agency that the patch has; a recruiter who is gone is erased. `ifMatch` is the ETag that the caller knows. */
    readonly update: (
      organizationId: OrganizationId,
      id: AgencyId,
      patch: AgencyPatch,
      ifMatch: string | undefined
    ) => Effect.Effect<
      Agency,
      NotFound | PreconditionFailed | UnprocessableEntity | Conflict | StoreError,
      CurrentWrite
    >
    readonly getFees: (view: View, id: AgencyId) => Effect.Effect<AgencyFees, NotFound | StoreError>
    /** Sets the fees that the update has. `ifMatch` is the ETag that the caller knows. */
    readonly setFees: (
      view: View,
      id: AgencyId,
      update: AgencyFeesUpdate,
      ifMatch: string | undefined
    ) => Effect.Effect<AgencyFees, NotFound | PreconditionFailed | StoreError, CurrentWrite>
    /** Previews the cost of a hire under each fee that could apply. */
    readonly previewFees: (
      view: View,
      id: AgencyId,
      given: NewFeePreview
    ) => Effect.Effect<FeePreview, NotFound | UnprocessableEntity | StoreError>
    /** The entries of the journal about the fees of an agency after a number, the oldest first. */
    readonly feesHistory: (
      view: View,
      id: AgencyId,
      request: { readonly after: number; readonly limit: number }
    ) => Effect.Effect<FoundRows<NumberedEntry>, NotFound | StoreError>
  }
>()("@partner-api/service/Agencies") {
  static readonly layer = Layer.effect(
    Agencies,
    Effect.gen(function* () {
      const store = yield* AgencyStore
      const journal = yield* JournalStore
      const together = yield* Together
      const forgetAnswers = yield* makeForgetAnswers

      /** The agency with an `external_id`. */
      const byExternalId = (organizationId: OrganizationId, externalId: string) =>
        Effect.map(store.byExternalId(organizationId, [externalId]), (found) => found.get(externalId))

      const create = Effect.fn("Agencies.create")(function* (
        organizationId: OrganizationId,
        input: NewAgency,
        fees = initialFees
      ) {
        const made = { id: AgencyId.make(yield* makeId("agy_")), recruiters: yield* makeId("rec_") }
        const { entries, next } = yield* Effect.fromResult(createAgency(organizationId, input, made, fees))
        // `external_id` is a unique key of the store, so of two writes at once one fails.
        if (!(yield* store.insert(organizationId, next, fees))) {
          return yield* duplicateExternalId("agency", (yield* byExternalId(organizationId, next.external_id ?? ""))?.id)
        }
        yield* countIndexed(searchedInAgency(next))
        yield* record(entries)
        return next
      })

      const update = Effect.fn("Agencies.update")(function* (
        organizationId: OrganizationId,
        id: AgencyId,
        patch: AgencyPatch,
        ifMatch: string | undefined
      ) {
        const stored = yield* agencyOrNotFound(store.lock(organizationId, id))
        // To read, to merge and to write an agency with a thousand recruiters are pieces of their own.
        yield* Effect.yieldNow
        yield* requireMatch(ifMatch, () => encodeAgency(stored))
        const made = { recruiters: yield* makeId("rec_") }
        const { entries, next } = yield* Effect.fromResult(patchAgency(organizationId, stored, patch, made))
        yield* Effect.yieldNow
        if (next.external_id !== undefined && next.external_id !== stored.external_id) {
          const holder = yield* byExternalId(organizationId, next.external_id)
          if (holder !== undefined) return yield* duplicateExternalId("agency", holder.id)
        }
        if (entries.length > 0) {
          yield* store.saveAll(organizationId, [next])
          yield* countIndexed(searchedInAgency(next))
        }
        if (lacksRecruiter(stored.recruiters, next.recruiters)) yield* forgetAnswers(organizationId, id)
        yield* record(entries)
        return next
      })

      const setFees = Effect.fn("Agencies.setFees")(function* (
        view: View,
        agencyId: AgencyId,
        update: AgencyFeesUpdate,
        ifMatch: string | undefined
      ) {
        const { organizationId } = view
        const stored = yield* agencyOrNotFound(ifShown(view, agencyId, store.lockFees(organizationId, agencyId)))
        yield* requireMatch(ifMatch, () => encodeFees(stored))
        const { entries, next } = FeesCommands.setFees({ organizationId, agencyId }, stored, update)
        yield* store.saveFees(organizationId, agencyId, next)
        yield* record(entries)
        return next
      })

      const getFees = (view: View, id: AgencyId) =>
        agencyOrNotFound(ifShown(view, id, store.fees(view.organizationId, id)))

      return Agencies.of({
        page: ({ organizationId, agencyId }, filter, request) =>
          agencyId === undefined
            ? Effect.andThen(countSearch(filter.q), store.page(organizationId, filter, request))
            : Effect.map(store.find(organizationId, agencyId), (own) =>
                foundById(
                  Option.toArray(own)
                    .filter(
                      (agency) =>
                        (request.after === undefined || agency.id > request.after) && meetsAgencyFilter(filter, agency)
                    )
                    .map((agency) => ({ id: agency.id, json: encodeAgency(agency) }))
                )
              ),
        create,
        update,
        get: (view, id) => agencyOrNotFound(ifShown(view, id, store.shown(view.organizationId, id))),
        getFees,
        setFees,
        previewFees: (view, id, given) =>
          Effect.flatMap(getFees(view, id), (stored) => Effect.fromResult(previewFees(stored, given))),
        feesHistory: (view, id, request) =>
          Effect.map(
            together(getFees(view, id), journal.pageAbout(view.organizationId, id, typesOf("agency_fees"), request)),
            ([, found]) => found
          )
      })
    })
  )
}
