/**
 * The target of imported applications: the records that their lines refer to, how their people stand with other applications, and how they are saved with
 * the entries of their histories and the placements of their hires. The rules are the domain's.
 */
import type { StoredApplication } from "@partner-api/domain/Application"
import { type ApplicationLine, applicationName } from "@partner-api/domain/ApplicationImport"
import { isOfAnother } from "@partner-api/domain/commands/ApplicationPatch"
import { importApplication } from "@partner-api/domain/commands/ApplicationImport"
import { importPlacement } from "@partner-api/domain/commands/Placement"
import { ApplicationId, type OrganizationId } from "@partner-api/domain/Ids"
import type { Decision, JournalEntry } from "@partner-api/domain/Journal"
import { PlacementId, type StoredPlacement } from "@partner-api/domain/Placement"
import { makeId } from "@partner-api/service/crypto/Secrets"
import { makeChangedPerson } from "@partner-api/service/services/ChangedPerson"
import { record } from "@partner-api/service/services/Journal"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { type JobIdentity, JobStore } from "@partner-api/service/store/JobStore"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { applicationLines } from "./ImportKind.ts"
import type { Finder, ImportTarget } from "./ImportTargets.ts"
import { knownRowsOf } from "./KnownRows.ts"
import { makeOpenApplications } from "./OpenApplications.ts"
import type { GoodLine } from "./Upsert.ts"

/** An application, and what lines of the batch have written into its history. */
interface ImportedApplication {
  readonly id: string
  readonly stored: StoredApplication
  readonly entries: ReadonlyArray<JournalEntry>
  /** Whether a line has made it another person's. */
  readonly isOfAnother: boolean
}

type Lines = ReadonlyArray<GoodLine<ApplicationLine>>

/** The jobs that lines name, by either name. */
const jobsOf = (jobs: ReadonlyArray<JobIdentity>) => {
  const byId = new Map<string, JobIdentity>(jobs.map((job) => [job.id, job]))
  const byExternalId = new Map(jobs.map((job) => [job.external_id, job]))
  return ({ job_external_id, job_id }: ApplicationLine): JobIdentity | undefined =>
    job_id === undefined ? byExternalId.get(job_external_id) : byId.get(job_id)
}

const defined = (values: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  values.filter((value) => value !== undefined)

export const applicationTarget = Effect.gen(function* () {
  const store = yield* ApplicationStore
  const agencyStore = yield* AgencyStore
  const jobStore = yield* JobStore
  const endFormerPerson = yield* makeChangedPerson
  const placements = yield* PlacementStore

  /** Makes the placements of new applications that were imported as hired. */
  const place = Effect.fnUntraced(function* (organizationId: OrganizationId, added: ReadonlyArray<StoredApplication>) {
    const nowMs = yield* Clock.currentTimeMillis
    const made: ReadonlyArray<Decision<StoredPlacement>> = yield* Effect.forEach(
      added.flatMap(({ application }) =>
        application.hire === undefined ? [] : [{ application, hire: application.hire, nowMs }]
      ),
      (hired) =>
        Effect.map(makeId("plc_"), (id) => importPlacement(organizationId, { id: PlacementId.make(id), ...hired }))
    )
    yield* placements.insertAll(
      organizationId,
      made.map(({ next }) => next)
    )
    return made.flatMap(({ entries }) => entries)
  })

  const references = Effect.fnUntraced(function* (organizationId: OrganizationId, lines: Lines) {
    const agencies = yield* agencyStore.byExternalId(
      organizationId,
      lines.map(({ value }) => value.agency_external_id)
    )
    const jobs = yield* jobStore.identities(organizationId, {
      ids: defined(lines.map(({ value }) => value.job_id)),
      externalIds: defined(lines.map(({ value }) => value.job_external_id))
    })
    return { agencies, jobOf: jobsOf(jobs) }
  })

  const finder = (organizationId: OrganizationId): Finder<ApplicationLine, ImportedApplication> => {
    const open = makeOpenApplications()
    return Effect.fnUntraced(function* (lines, nowMs) {
      const { agencies, jobOf } = yield* references(organizationId, lines)
      const names = lines.flatMap(({ value: { agency_external_id, external_id } }) => {
        const agency = agencies.get(agency_external_id)
        return agency === undefined ? [] : [{ agencyId: agency.id, externalId: external_id }]
      })
      const stored = yield* store.lockNamed(organizationId, names)
      open.learn(
        yield* store.openAll(organizationId, [
          ...lines.flatMap(({ value }) => {
            const job = jobOf(value)
            return job === undefined ? [] : [{ jobId: job.id, email: value.email }]
          }),
          // A line may make one of these another person's.
          ...stored.flatMap(({ application: { candidate, job_id } }) =>
            candidate === undefined ? [] : [{ jobId: job_id, email: candidate.email }]
          )
        ])
      )
      const agencyNames = new Map([...agencies].map(([name, { id }]) => [id, name]))
      return {
        known: knownRowsOf(
          stored.map((one): readonly [string, ImportedApplication] => {
            const { agency_id, external_id = "", id } = one.application
            return [
              applicationName(agencyNames.get(agency_id) ?? "", external_id),
              { id, stored: one, entries: [], isOfAnother: false }
            ]
          })
        ),
        decide: (line, row) =>
          Effect.map(row === undefined ? makeId("app_") : Effect.succeed(row.id), (id) => {
            const job = jobOf(line)
            const decided = importApplication(line, row?.stored, {
              organizationId,
              agencyId: agencies.get(line.agency_external_id)?.id,
              job,
              open: job === undefined ? [] : open.of(job.id, line.email),
              made: { id: ApplicationId.make(id), nowMs }
            })
            return Result.map(decided, ({ entries, next }) => {
              if (next === row?.stored) return row
              open.move(row?.stored.application, next.application, nowMs)
              return {
                id,
                stored: next,
                entries: [...(row?.entries ?? []), ...entries],
                isOfAnother:
                  row !== undefined && (row.isOfAnother || isOfAnother(row.stored.application, next.application))
              }
            })
          })
      }
    })
  }

  const target: ImportTarget<ApplicationLine, ImportedApplication> = {
    kind: applicationLines,
    needsRecords: true,
    bringsIds: false,
    finder,
    save: Effect.fnUntraced(function* (organizationId, { added, changed }) {
      const rows = [...added.values(), ...changed.values()]
      const applications = [...added.values()].map(({ stored }) => stored)
      yield* store.insertAll(organizationId, applications)
      yield* Effect.forEach(changed.values(), ({ stored }) => store.save(organizationId, stored), { discard: true })
      yield* Effect.forEach(
        [...changed.values()].filter((row) => row.isOfAnother),
        ({ stored: { application } }) => endFormerPerson(organizationId, application.id),
        { discard: true }
      )
      const placed = yield* place(organizationId, applications)
      yield* record([...rows.flatMap(({ entries }) => entries), ...placed])
    })
  }
  return target
})
