/**
 * Whether the people whom requests name are there and ACTIVE: users of an organization, and recruiters of an agency.
 */
import type { AgencyId, OrganizationId, UserId } from "@partner-api/domain/Ids"
import type { RecruiterId } from "@partner-api/domain/Recruiter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { AgencyStore } from "../store/AgencyStore.ts"
import { UserStore } from "../store/UserStore.ts"

/** Makes both checks. */
export const makeActivePersons = Effect.gen(function* () {
  const agencies = yield* AgencyStore
  const users = yield* UserStore
  return {
    isUser: (organizationId: OrganizationId, userId: UserId) =>
      Effect.map(users.activeAmong(organizationId, [userId]), (active) => active.has(userId)),
    isRecruiter: (organizationId: OrganizationId, agencyId: AgencyId, recruiterId: RecruiterId) =>
      Effect.map(agencies.find(organizationId, agencyId), (agency) =>
        Option.exists(agency, ({ recruiters }) =>
          recruiters.some(({ id, status }) => id === recruiterId && status === "ACTIVE")
        )
      )
  }
})
