/**
 * {@link ApplicationStore} in memory.
 */
import { Application, type StoredApplication } from "@partner-api/domain/Application"
import { isApplicationShown, onlyClientOf } from "@partner-api/domain/ApplicationAccess"
import { meetsApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { type ApplicationState, isOpen } from "@partner-api/domain/ApplicationState"
import { countsAsSubmission } from "@partner-api/domain/commands/JobAssignment"
import { holdsClaim } from "@partner-api/domain/Claim"
import { normalizeEmail, personalEmail } from "@partner-api/domain/Email"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { unconfirmedKind } from "@partner-api/domain/UnconfirmedApplication"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  type Applicant,
  ApplicationStore,
  contactsPerRead,
  unconfirmedPerLook,
  unconfirmedPerRead
} from "../ApplicationStore.ts"
import type { StoredJson } from "../StoredJson.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordKind, tableOf, withRows } from "./MemoryState.ts"
import { pageOfTexts } from "./MemoryPages.ts"
import { placementStatuses } from "./MemoryPlacementStore.ts"
import { foundRows, written } from "./MemoryWrites.ts"

export const applications = recordKind<StoredApplication>("applications", ({ application }) => application.id)

const encodeApplication = jsonTextOf(Application)

const toListed = ({ application }: StoredApplication): StoredJson => ({
  id: application.id,
  json: encodeApplication(application)
})

const isBy =
  (email: string) =>
  ({ application: { candidate } }: StoredApplication): boolean =>
    candidate !== undefined && normalizeEmail(candidate.email) === normalizeEmail(email)

/** The applications of a person, for any job. */
export const ofPerson = (
  state: MemoryState,
  organizationId: OrganizationId,
  email: string
): ReadonlyArray<StoredApplication> => tableOf(state, organizationId, applications).rows.filter(isBy(email))

const isOf =
  ({ email, jobId }: Applicant) =>
  ({ application: { candidate, job_id } }: StoredApplication): boolean =>
    job_id === jobId && candidate !== undefined && personalEmail(candidate.email) === personalEmail(email)

/** Whether an application holds its claim. */
export const isHolder = (
  state: MemoryState,
  organizationId: OrganizationId,
  { application }: StoredApplication
): boolean => holdsClaim(application, placementStatuses(state, organizationId, application.id))

/** The open applications of a person for a job. */
export const openOf = (state: MemoryState, applicant: Applicant): ReadonlyArray<StoredApplication> =>
  tableOf(state, applicant.organizationId, applications)
    .rows.filter(isOf(applicant))
    .filter(({ application }) => isOpen(application.state))

/** Since when an application that was never confirmed stands as it does. */
interface Since {
  readonly id: ApplicationId
  readonly state: ApplicationState
  readonly sinceMs: number
}

const since = recordKind<Since>("unconfirmed_since", ({ id }) => id)

/** A state in which these applications were written at this moment. */
const saved = (
  state: MemoryState,
  organizationId: OrganizationId,
  stored: ReadonlyArray<StoredApplication>,
  nowMs: number
): MemoryState => {
  const before = tableOf(state, organizationId, since)
  const moments = stored.map(({ application: { id, state: next } }): Since => {
    const known = before.find(id)
    return known?.state === next ? known : { id, state: next, sinceMs: nowMs }
  })
  return withRows(written(state, organizationId, applications, stored, nowMs), organizationId, since, moments)
}

/** A key of two parts. */
const nameOf = (first: string, second: string): string => JSON.stringify([first, second])

export const layer = Layer.effect(
  ApplicationStore,
  Effect.map(Memory, ({ read, write }) => {
    const rows = (state: MemoryState, organizationId: OrganizationId) =>
      tableOf(state, organizationId, applications).rows
    const unconfirmed = (state: MemoryState, applicant: Applicant) =>
      rows(state, applicant.organizationId)
        .filter(isOf(applicant))
        .filter(({ application }) => application.state === "UNCONFIRMED")
    const find: ApplicationStore["Service"]["find"] = (organizationId, id) =>
      read((state) => Option.fromNullishOr(tableOf(state, organizationId, applications).find(id)))
    const holderOf = (
      state: MemoryState,
      organizationId: OrganizationId,
      agencyId: string,
      externalId: string | undefined
    ) =>
      externalId === undefined
        ? undefined
        : rows(state, organizationId).find(
            ({ application }) => application.agency_id === agencyId && application.external_id === externalId
          )
    return ApplicationStore.of({
      mayHide: Effect.succeed(true),
      page: (organizationId, viewer, filter, request) =>
        read((state) => {
          const { lookedTo, rows } = foundRows(state, organizationId, applications, request, {
            filter,
            meets: (stored, writtenAtMs) =>
              isApplicationShown(viewer, stored) && meetsApplicationFilter(filter, stored.application, writtenAtMs)
          })
          return pageOfTexts({ rows: rows.map(({ position, row }) => ({ position, row: toListed(row) })), lookedTo })
        }),
      onlyClients: (organizationId, ids) =>
        read((state) => {
          const table = tableOf(state, organizationId, applications)
          return new Map(
            ids.flatMap((id) => {
              const stored = table.find(id)
              const only = stored === undefined ? undefined : onlyClientOf(stored)
              return only === undefined ? [] : [[id, only] as const]
            })
          )
        }),
      shown: (organizationId, viewer, id) =>
        Effect.map(find(organizationId, id), (found) =>
          Option.map(
            Option.filter(found, (stored) => isApplicationShown(viewer, stored)),
            toListed
          )
        ),
      find,
      lock: find,
      lockApplicant: () => Effect.void,
      unconfirmed: (applicant) => read((state) => unconfirmed(state, applicant).slice(0, unconfirmedPerRead)),
      contacts: (organizationId, jobId, viewer, before) =>
        read((state) =>
          rows(state, organizationId)
            .filter(
              (stored) =>
                stored.application.job_id === jobId &&
                isApplicationShown(viewer, stored) &&
                (before === undefined || stored.application.id < before)
            )
            .toSorted((left, right) => (left.application.id < right.application.id ? 1 : -1))
            .slice(0, contactsPerRead)
            .map(({ application: { agency_id, candidate, id } }) => ({
              applicationId: id,
              agencyId: agency_id,
              phone: candidate?.phone,
              linkedinUrl: candidate?.linkedin_url
            }))
        ),
      countSubmissions: (organizationId, jobId, agencyId) =>
        read(
          (state) =>
            tableOf(state, organizationId, applications)
              .after("", Number.POSITIVE_INFINITY)
              .filter(
                ({ application }) =>
                  application.job_id === jobId &&
                  application.agency_id === agencyId &&
                  countsAsSubmission(application.state)
              ).length
        ),
      lockAll: (organizationId, email) => read((state) => rows(state, organizationId).filter(isBy(email))),
      byExternalId: (organizationId, agencyId, externalId) =>
        read((state) => Option.fromNullishOr(holderOf(state, organizationId, agencyId, externalId))),
      lockNamed: (organizationId, names) =>
        read((state) => {
          const wanted = new Set(names.map(({ agencyId, externalId }) => nameOf(agencyId, externalId)))
          return rows(state, organizationId).filter(
            ({ application: { agency_id, external_id } }) =>
              external_id !== undefined && wanted.has(nameOf(agency_id, external_id))
          )
        }),
      openAll: (organizationId, people) =>
        read((state) => {
          const wanted = new Set(people.map(({ email, jobId }) => nameOf(jobId, personalEmail(email))))
          return rows(state, organizationId).flatMap((stored) => {
            const { agency_id: agencyId, candidate, job_id: jobId, state: stands } = stored.application
            const email = personalEmail(candidate?.email ?? "")
            return isOpen(stands) && wanted.has(nameOf(jobId, email))
              ? [{ jobId, agencyId, email, state: stands, holdsClaim: isHolder(state, organizationId, stored) }]
              : []
          })
        }),
      unconfirmedSince: (kind, beforeMs) =>
        read((state) =>
          state.records.rows
            .flatMap(({ organizationId }) =>
              tableOf(state, organizationId, since)
                .rows.filter(({ sinceMs }) => sinceMs < beforeMs)
                .flatMap(({ id }) => tableOf(state, organizationId, applications).find(id) ?? [])
                .filter(({ application }) => unconfirmedKind(application) === kind)
                .map(({ application: { id } }) => ({ organizationId, id }))
            )
            .slice(0, unconfirmedPerLook)
        ),
      insertAll: (organizationId, added) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [saved(state, organizationId, added, nowMs), undefined])
        ),
      insert: (organizationId, stored) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => {
            const { agency_id, external_id } = stored.application
            return holderOf(state, organizationId, agency_id, external_id) === undefined
              ? [saved(state, organizationId, [stored], nowMs), true]
              : [state, false]
          })
        ),
      save: (organizationId, stored) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          write((state) => [saved(state, organizationId, [stored], nowMs), undefined])
        )
    })
  })
)
