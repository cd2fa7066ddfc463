/**
 * {@link ApplicationStore} in memory.
 */
import type { StoredApplication } from "@partner-api/domain/Application"
import { isOwning } from "@partner-api/domain/ApplicationState"
import { normalizeEmail } from "@partner-api/domain/Email"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Applicant, ApplicationStore } from "../ApplicationStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordsOf } from "./MemoryState.ts"

const put = (state: MemoryState, organizationId: OrganizationId, stored: StoredApplication): MemoryState => {
  const records = recordsOf(state, organizationId)
  return { ...state, records: state.records.put({ ...records, applications: records.applications.put(stored) }) }
}

const isBy =
  (email: string) =>
  ({ application: { candidate } }: StoredApplication): boolean =>
    candidate !== undefined && normalizeEmail(candidate.email) === normalizeEmail(email)

const isOf =
  ({ email, jobId }: Applicant) =>
  (stored: StoredApplication): boolean =>
    stored.application.job_id === jobId && isBy(email)(stored)

export const layer = Layer.effect(
  ApplicationStore,
  Effect.map(Memory, ({ read, write }) => {
    const rows = (state: MemoryState, organizationId: OrganizationId) =>
      recordsOf(state, organizationId).applications.rows
    const find: ApplicationStore["Service"]["find"] = (organizationId, id) =>
      read((state) => Option.fromNullishOr(recordsOf(state, organizationId).applications.find(id)))
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
      page: (organizationId, agencyId, { after, limit }) =>
        read((state) =>
          agencyId === undefined
            ? recordsOf(state, organizationId)
                .applications.after(after ?? "", lookAhead(limit))
                .map(({ application }) => application)
            : recordsOf(state, organizationId)
                .applications.after(after ?? "", Number.POSITIVE_INFINITY)
                .flatMap(({ application }) => (application.agency_id === agencyId ? [application] : []))
                .slice(0, lookAhead(limit))
        ),
      find,
      lock: find,
      lockApplicant: () => Effect.void,
      owner: (applicant) =>
        read((state) =>
          Option.fromNullishOr(
            rows(state, applicant.organizationId)
              .filter(isOf(applicant))
              .find(({ application }) => isOwning(application.state))?.application
          )
        ),
      unconfirmed: (applicant) =>
        read((state) =>
          rows(state, applicant.organizationId)
            .filter(isOf(applicant))
            .filter(({ application }) => application.state === "UNCONFIRMED")
        ),
      lockAll: (organizationId, email) => read((state) => rows(state, organizationId).filter(isBy(email))),
      byExternalId: (organizationId, agencyId, externalId) =>
        read((state) => Option.fromNullishOr(holderOf(state, organizationId, agencyId, externalId)?.application)),
      insert: (organizationId, stored) =>
        write((state) => {
          const { agency_id, external_id } = stored.application
          return holderOf(state, organizationId, agency_id, external_id) === undefined
            ? [put(state, organizationId, stored), true]
            : [state, false]
        }),
      save: (organizationId, stored) => write((state) => [put(state, organizationId, stored), undefined])
    })
  })
)
