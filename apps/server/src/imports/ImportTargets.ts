/**
 * Where each kind of record is stored: how the records are found that lines concern, what a line makes of them, and how they are saved.
 * The rules are the domain's.
 */
import { type AgencyLine, changedAgencyOf, newAgencyOf } from "@partner-api/domain/AgencyImport"
import type { Agency } from "@partner-api/domain/Agency"
import { normalizeEmail } from "@partner-api/domain/Email"
import { AgencyId, JobId, type OrganizationId, UserId } from "@partner-api/domain/Ids"
import type { Job } from "@partner-api/domain/Job"
import { changedJobOf, type JobLine, newJobOf } from "@partner-api/domain/JobImport"
import type { User } from "@partner-api/domain/User"
import { changedUserOf, newUserOf, type UserLine, userLineProblems } from "@partner-api/domain/UserImport"
import { makeId } from "@partner-api/service/crypto/Secrets"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { JobStore } from "@partner-api/service/store/JobStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Effect from "effect/Effect"
import { agencyLines, type ImportKind, jobLines, userLines } from "./ImportKind.ts"
import { type KnownRows, knownRowsOf } from "./KnownRows.ts"
import type { GoodLine, Upserted, UpsertRules } from "./Upsert.ts"

export interface ImportTarget<Line, Row> {
  readonly kind: ImportKind<Line>
  /** Whether lines bring identifiers along. Then only the stored records show whether a line is good. */
  readonly bringsIds: boolean
  /** The stored records that lines concern. The transaction under way may change them: nobody else does before it ends. */
  readonly find: (
    organizationId: OrganizationId,
    lines: ReadonlyArray<GoodLine<Line>>
  ) => Effect.Effect<KnownRows<Row>, StoreError>
  readonly rulesAt: (nowMs: number) => UpsertRules<Line, Row>
  readonly save: (
    organizationId: OrganizationId,
    rows: Pick<Upserted<Row>, "added" | "changed">
  ) => Effect.Effect<void, StoreError>
}

/** The names of lines. */
const namesOf = (lines: ReadonlyArray<GoodLine<unknown>>): ReadonlyArray<string> => lines.map(({ name }) => name)

/** Lines without identifiers contradict nothing. */
const contradictions = () => []

export const jobTarget = Effect.map(JobStore, (store): ImportTarget<JobLine, Job> => ({
  kind: jobLines,
  bringsIds: false,
  find: (organizationId, lines) => Effect.map(store.byExternalId(organizationId, namesOf(lines)), knownRowsOf),
  rulesAt: (nowMs) => ({
    contradictions,
    make: (line) => Effect.map(makeId("job_"), (id) => newJobOf(line, { id: JobId.make(id), nowMs })),
    change: (line, job) => changedJobOf(line, job, nowMs)
  }),
  save: (organizationId, { added, changed }) => store.saveAll(organizationId, [...added.values(), ...changed.values()])
}))

export const agencyTarget = Effect.map(AgencyStore, (store): ImportTarget<AgencyLine, Agency> => ({
  kind: agencyLines,
  bringsIds: false,
  find: (organizationId, lines) => Effect.map(store.byExternalId(organizationId, namesOf(lines)), knownRowsOf),
  rulesAt: () => ({
    contradictions,
    make: (line) => Effect.map(makeId("agy_"), (id) => newAgencyOf(line, AgencyId.make(id))),
    change: changedAgencyOf
  }),
  save: (organizationId, { added, changed }) => store.saveAll(organizationId, [...added, ...changed])
}))

export const userTarget = Effect.map(UserStore, (store): ImportTarget<UserLine, User> => ({
  kind: userLines,
  bringsIds: true,
  find: (organizationId, lines) => {
    const ids = lines.flatMap(({ value }) => (value.id === undefined ? [] : [value.id]))
    return Effect.map(store.lockHolders(organizationId, { ids, emails: namesOf(lines) }), (users) =>
      knownRowsOf(users.map((user) => [normalizeEmail(user.email), user]))
    )
  },
  rulesAt: (nowMs) => ({
    contradictions: (line, ofEmail, withId) =>
      userLineProblems(line, { ofEmail, ofId: line.id === undefined ? undefined : withId(line.id) }),
    make: (line) => Effect.map(makeId("usr_"), (id) => newUserOf(line, { id: UserId.make(id), nowMs })),
    change: (line, user) => changedUserOf(line, user, nowMs)
  }),
  save: (organizationId, { added, changed }) =>
    Effect.andThen(
      store.insertAll(organizationId, [...added.values()]),
      Effect.forEach(changed.values(), (user) => store.save(organizationId, user), { discard: true })
    )
}))
