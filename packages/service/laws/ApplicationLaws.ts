/**
 * The laws of stores of applications: pages, external ids, and that one application alone owns a person for a job.
 */
import { assert } from "@effect/vitest"
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import { AgencyId, ApplicationId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { ApplicationStore, unconfirmedPerRead } from "@partner-api/service/store/ApplicationStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { foundIds, at, furnish, type Law, one, onOne, transaction, two } from "./Furnished.ts"
import { storedPlacement } from "./PlacementLaws.ts"

const [agency, rival] = [AgencyId.make("agy_a"), AgencyId.make("agy_b")]
const jobId = JobId.make("job_a")

const application = (id: string, more: Partial<Application> = {}): StoredApplication => ({
  application: {
    id: ApplicationId.make(id),
    job_id: jobId,
    agency_id: agency,
    candidate: { first_name: "Ada", last_name: "King", email: "ada@example.com" },
    state: "UNCONFIRMED",
    state_entered_at: at,
    version: 1,
    created_at: at,
    updated_at: at,
    ...more
  },
  rejectedFrom: undefined
})
const inState = (id: string, state: Application["state"]): StoredApplication => application(id, { state })
const applicant = { organizationId: one, jobId, email: "ADA@example.com" }
const ids = (rows: ReadonlyArray<Application>) => rows.map(({ id }) => id)
const firstPage = { after: undefined, limit: 10 }

export const applicationLaws: ReadonlyArray<Law> = [
  onOne(
    "an application is what was stored, with the state it was rejected from, in its organization alone",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const rejected: StoredApplication = { ...inState("app_a", "REJECTED"), rejectedFrom: "OFFER" }
      assert.isTrue(yield* store.insert(one, rejected))
      const id = ApplicationId.make("app_a")
      assert.deepStrictEqual(yield* store.find(one, id), Option.some(rejected))
      assert.deepStrictEqual(yield* transaction(store.lock(one, id)), Option.some(rejected))
      assert.deepStrictEqual(yield* store.find(two, id), Option.none())
      const next = inState("app_a", "OFFER")
      const before = Option.getOrUndefined(yield* store.find(one, id))?.application
      assert.deepStrictEqual(yield* transaction(store.lock(one, id, before)), Option.some(rejected))
      yield* transaction(store.save(one, next))
      assert.deepStrictEqual(yield* store.find(one, id), Option.some(next))
      // What was read before the lock is not what a lock returns, where it has changed.
      assert.deepStrictEqual(yield* transaction(store.lock(one, id, before)), Option.some(next))
    })
  ),
  onOne(
    "applications are listed by id, those of one agency without the others, in pages with one row more",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      for (const id of ["app_c", "app_a", "app_d", "app_b"]) yield* store.insert(one, application(id))
      yield* store.insert(one, application("app_bb", { agency_id: rival }))
      yield* store.insert(two, application("app_z"))
      assert.deepStrictEqual(foundIds(yield* store.page(one, operatorViewer, {}, firstPage)), [
        "app_a",
        "app_b",
        "app_bb",
        "app_c",
        "app_d"
      ])
      assert.deepStrictEqual(
        foundIds(yield* store.page(one, operatorViewer, { agency_id: agency }, { after: "app_a", limit: 1 })),
        ["app_b", "app_c"]
      )
      assert.deepStrictEqual(foundIds(yield* store.page(one, operatorViewer, { agency_id: rival }, firstPage)), [
        "app_bb"
      ])
    })
  ),
  onOne(
    "an external id is taken once by each agency",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const named = (id: string, agency_id: AgencyId) => application(id, { agency_id, external_id: "C-1" })
      assert.isTrue(yield* store.insert(one, named("app_a", agency)))
      assert.isFalse(yield* transaction(store.insert(one, named("app_b", agency))))
      assert.isTrue(yield* store.insert(one, named("app_c", rival)))
      assert.isTrue(yield* store.insert(two, named("app_d", agency)))
      const holder = yield* store.byExternalId(one, rival, "C-1")
      assert.deepStrictEqual(
        Option.map(holder, ({ application }) => String(application.id)),
        Option.some("app_c")
      )
    })
  ),
  onOne(
    "the unconfirmed applications of a person are found whatever the case and the tag of the email",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const ofEmail = (email: string) => ({ candidate: { first_name: "Ada", last_name: "King", email } })
      yield* store.insert(one, application("app_a"))
      yield* store.insert(one, application("app_b", ofEmail("Ada+Jobs@example.com")))
      yield* store.insert(one, inState("app_c", "REJECTED"))
      yield* store.insert(one, application("app_d", { job_id: JobId.make("job_b") }))
      yield* store.insert(one, application("app_e", ofEmail("+ada@example.com")))
      yield* store.insert(one, application("app_f", { agency_id: rival, ...ofEmail("ada+a+b@example.com") }))
      yield* store.insert(
        one,
        application("app_g", { agency_id: rival, state: "HIRED", ...ofEmail("bob@example.com") })
      )
      const waiting = yield* transaction(store.unconfirmed({ ...applicant, email: "ADA+x@example.com" }))
      assert.deepStrictEqual(ids(waiting.map((stored) => stored.application)), ["app_a", "app_b", "app_f"])
      for (let number = 1; number <= unconfirmedPerRead; number++) {
        yield* store.insert(one, application(`app_h${number}`, { agency_id: rival }))
      }
      assert.lengthOf(yield* transaction(store.unconfirmed(applicant)), unconfirmedPerRead)
    })
  ),
  onOne(
    "applications are added many at once, and found by the names that agencies have for them, each once",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const added = Array.from({ length: 1_200 }, (_, index) =>
        application(`app_${index}`, { external_id: `C-${index}`, agency_id: index % 2 === 0 ? agency : rival })
      )
      yield* transaction(store.insertAll(one, added))
      yield* transaction(store.insertAll(one, []))
      const named = (organizationId: OrganizationId, ...names: ReadonlyArray<readonly [AgencyId, string]>) =>
        transaction(
          store.lockNamed(
            organizationId,
            names.map(([agencyId, externalId]) => ({ agencyId, externalId }))
          )
        )
      assert.sameDeepMembers(
        [...(yield* named(one, [agency, "C-2"], [agency, "C-2"], [rival, "C-4"], [rival, "C-1199"], [agency, "C-x"]))],
        [added[2], added[1_199]]
      )
      assert.deepStrictEqual(yield* named(one), [])
      assert.deepStrictEqual(yield* named(two, [agency, "C-2"]), [])
    })
  ),
  onOne(
    "the open applications of people for a job, with those that hold a claim, whatever the case of the email",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      const other = { ...applicant, jobId: JobId.make("job_b") }
      yield* transaction(
        store.insertAll(one, [
          application("app_a"),
          application("app_b", { agency_id: rival }),
          inState("app_r", "REJECTED"),
          inState("app_w", "WITHDRAWN"),
          inState("app_x", "DECLINED"),
          application("app_c", { job_id: other.jobId, state: "HIRED" }),
          application("app_s", { job_id: other.jobId, state: "HIRED", agency_id: rival }),
          application("app_d", { job_id: JobId.make("job_c") })
        ])
      )
      const placements = yield* PlacementStore
      const [waiting, over] = [ApplicationId.make("app_c"), ApplicationId.make("app_s")]
      yield* transaction(
        placements.insertAll(one, [
          storedPlacement("plc_c", { application_id: waiting }),
          storedPlacement("plc_s", { application_id: over, status: "COMPLETED" })
        ])
      )
      const { candidate: _, ...erased } = inState("app_e", "OFFER").application
      yield* store.insert(one, { application: erased, rejectedFrom: undefined })
      const found = yield* transaction(
        store.openAll(one, [applicant, { ...applicant, email: "Ada+a@example.com" }, other])
      )
      assert.sameDeepMembers(
        [...found],
        [
          { jobId, agencyId: agency, email: "ada@example.com", state: "UNCONFIRMED", holdsClaim: false },
          { jobId, agencyId: rival, email: "ada@example.com", state: "UNCONFIRMED", holdsClaim: false },
          { jobId: other.jobId, agencyId: agency, email: "ada@example.com", state: "HIRED", holdsClaim: true },
          { jobId: other.jobId, agencyId: rival, email: "ada@example.com", state: "HIRED", holdsClaim: false }
        ]
      )
      assert.deepStrictEqual(yield* transaction(store.openAll(one, [])), [])
      assert.deepStrictEqual(yield* transaction(store.openAll(two, [applicant])), [])
    })
  ),
  [
    "a person stays one application's when two import it at once: the second finds the first",
    (first, second) =>
      Effect.gen(function* () {
        const importing = (id: string) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* ApplicationStore
              const found = yield* store.openAll(one, [applicant])
              if (found.length === 0) yield* store.insertAll(one, [inState(id, "OFFER")])
              return found.length
            })
          )
        yield* first(furnish)
        const found = yield* Effect.all([first(importing("app_a")), second(importing("app_b"))], { concurrency: 2 })
        assert.deepStrictEqual(found.toSorted(), [0, 1])
      })
  ],
  [
    "two transactions that lock one application and change it do so one after the other",
    (first, second) =>
      Effect.gen(function* () {
        const id = ApplicationId.make("app_a")
        const append = (mark: string) =>
          transaction(
            Effect.gen(function* () {
              const store = yield* ApplicationStore
              const { application: stored } = Option.getOrThrow(yield* store.lock(one, id))
              yield* store.save(one, application(id, { note: `${stored.note ?? ""}${mark}` }))
            })
          )
        yield* first(furnish)
        yield* first(Effect.flatMap(ApplicationStore, (store) => store.insert(one, application(id))))
        const marks = ["a", "b", "c", "d"]
        yield* Effect.forEach(marks, (mark, index) => (index % 2 === 0 ? first : second)(append(mark)), {
          concurrency: marks.length
        })
        const stored = yield* first(Effect.flatMap(ApplicationStore, (store) => store.find(one, id)))
        assert.sameMembers([...(Option.getOrThrow(stored).application.note ?? "")], marks)
      })
  ],
  onOne(
    "the entries about one resource are found by its id and their actions, after a number, in their journal alone",
    Effect.gen(function* () {
      const journal = yield* JournalStore
      const about = (id: string, resource_id: string) => ({
        organizationId: one,
        entry: { id, occurred_at: at, action: "application.kept", resource_id, changed: [] } as const
      })
      yield* transaction(
        journal.append([
          about("aud_1", "app_a"),
          about("aud_2", "app_b"),
          about("aud_3", "app_a"),
          about("aud_4", "app_a")
        ])
      )
      const other = { ...about("aud_x", "app_a").entry, action: "application.updated" } as const
      yield* transaction(journal.append([{ organizationId: one, entry: other }]))
      const found = yield* journal.pageAbout(one, "app_a", ["application.kept"], { after: 1, limit: 9 })
      assert.deepStrictEqual(
        found.rows.map(({ row }) => [row.sequence, row.entry.id]),
        [
          [3, "aud_3"],
          [4, "aud_4"]
        ]
      )
      const ofOthers = yield* journal.pageAbout(two, "app_a", ["application.kept"], { after: 0, limit: 10 })
      assert.deepStrictEqual(ofOthers.rows, [])
      const named = (limit: number, organizationId = one) =>
        Effect.map(
          journal.newestAbout(organizationId, "app_a", ["application.kept", "application.updated"], limit),
          (entries) => entries.map(({ id }) => id)
        )
      assert.deepStrictEqual([yield* named(3), yield* named(9, two)], [["aud_x", "aud_4", "aud_3"], []])
      const ofNone = { ...about("aud_none", "cli_a"), organizationId: undefined }
      yield* transaction(journal.append([ofNone]))
      const withoutOrganization = yield* journal.newestAbout(undefined, "cli_a", ["application.kept"], 1)
      assert.deepStrictEqual(
        withoutOrganization.map(({ id }) => id),
        ["aud_none"]
      )
    })
  )
]
