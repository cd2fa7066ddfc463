/**
 * The laws of who sees a job (recruiting, Who sees a job): a list, a read by id and the events of a job hold what the rule of the domain says, whatever was
 * written before.
 */
import { assert } from "@effect/vitest"
import type { StoredApplication } from "@partner-api/domain/Application"
import { meetsJobFilter, type JobFilter } from "@partner-api/domain/JobFilter"
import { AgencyId, ApplicationId, JobId } from "@partner-api/domain/Ids"
import { isPublished, isSeenByAgency, Job, JobStatus } from "@partner-api/domain/Job"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { JobAssignment } from "@partner-api/domain/JobAssignment"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { EventStore } from "@partner-api/service/store/EventStore"
import { JobAssignmentStore } from "@partner-api/service/store/JobAssignmentStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { at, foundIds, type Law, one, onOne, transaction, two } from "./Furnished.ts"
import { walk } from "./Walk.ts"

const agencies = ["agy_a", "agy_b", "agy_c"].map((id) => AgencyId.make(id))
const jobIds = Array.from({ length: 12 }, (_, index) => JobId.make(`job_${String(index).padStart(2, "0")}`))
const longAgo = "1970-01-01T00:00:00.000Z"

const filters: ReadonlyArray<JobFilter> = [
  { status: ["OPEN"] },
  { status: ["DRAFT", "CLOSED"] },
  { external_id: "REQ-03" },
  { q: "engineer" },
  { q: "zebra" },
  { q: "engineer", status: ["OPEN", "ON_HOLD"] },
  { q: "engineer", updated_since: longAgo },
  { updated_since: longAgo },
  { updated_since: longAgo, status: ["OPEN"] },
  { updated_since: longAgo, external_id: "REQ-03" },
  { department: "Sales" },
  { department: "Sales", status: ["OPEN", "ON_HOLD"], updated_since: longAgo }
]

/** Whole numbers below `count`, the same ones in each run (a linear congruential generator). */
const makeBelow = (seed: number) => {
  let state = seed
  return (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

const assignmentOf = (job_id: JobId, agency_id: AgencyId, more: Partial<JobAssignment> = {}): JobAssignment => ({
  job_id,
  agency_id,
  status: "ACTIVE",
  created_at: at,
  updated_at: at,
  ...more
})

const applicationOf = (number: number, job_id: JobId, agency_id: AgencyId): StoredApplication => ({
  application: {
    id: ApplicationId.make(`app_${String(number).padStart(4, "0")}`),
    job_id,
    agency_id,
    candidate: { first_name: "Ada", last_name: "King", email: `ada${number}@example.com` },
    state: "UNCONFIRMED",
    state_entered_at: at,
    version: 1,
    created_at: at,
    updated_at: at
  },
  rejectedFrom: undefined
})

/** What was written. */
interface Written {
  readonly jobs: Map<JobId, Job>
  readonly assignments: Map<string, JobAssignment>
  readonly applied: Set<string>
}

const pairOf = (jobId: JobId, agencyId: AgencyId): string => `${jobId} ${agencyId}`

/** The jobs that an agency sees, by the rule of the domain. */
const seenJobs = ({ applied, assignments, jobs }: Written, agencyId: AgencyId): ReadonlyArray<Job> =>
  [...jobs.values()].filter((job) =>
    isSeenByAgency(job, {
      isAssigned: assignments.get(pairOf(job.id, agencyId))?.status === "ACTIVE",
      hasApplied: applied.has(pairOf(job.id, agencyId))
    })
  )

const idsOf = (jobs: ReadonlyArray<Job>): ReadonlyArray<string> => jobs.map(({ id }) => id).toSorted()

const encodeJob = jsonTextOf(Job)

/** Compares what each agency reads with the rule. */
const assertSeen = Effect.fnUntraced(function* (written: Written, step: string) {
  const pages = yield* JobPages
  const store = yield* JobStore
  const assignments = yield* JobAssignmentStore
  for (const agencyId of agencies) {
    const seen = seenJobs(written, agencyId)
    const name = `${agencyId} after ${step}`
    assert.deepStrictEqual(yield* walk(5, (request) => pages.seenBy(one, agencyId, request)), idsOf(seen), name)
    for (const filter of filters) {
      const found = yield* walk(3, (request) => pages.filtered(one, filter, agencyId, request))
      const expected = idsOf(seen.filter((job) => meetsJobFilter(filter, job, Number.POSITIVE_INFINITY)))
      assert.deepStrictEqual([...found].toSorted(), expected, `${name}: ${JSON.stringify(filter)}`)
    }
    for (const id of jobIds) {
      const found = yield* store.findShown(one, agencyId, id)
      assert.strictEqual(
        Option.isSome(found),
        seen.some((job) => job.id === id),
        `${name}: ${id}`
      )
      assert.deepStrictEqual(yield* transaction(store.lockShown(one, agencyId, id)), found)
      const text = Option.map(yield* pages.one(one, agencyId, id), ({ json }) => json)
      assert.deepStrictEqual(text, Option.map(found, encodeJob))
    }
    const shown = yield* assignments.pageShown(one, agencyId, { after: undefined, limit: 100 })
    const expected = [...written.assignments.values()].filter(({ agency_id, job_id, status }) => {
      const job = written.jobs.get(job_id)
      return agency_id === agencyId && status === "ACTIVE" && job !== undefined && isPublished(job)
    })
    assert.sameMembers(
      shown.rows.map(({ position }) => position),
      expected.map(({ job_id }) => job_id),
      name
    )
  }
})

/** Writes at random, and compares after each write. */
const writeAtRandom = (seed: number, steps: number) =>
  Effect.gen(function* () {
    const below = makeBelow(seed)
    const pick = <A>(from: ReadonlyArray<A>): A | undefined => from[below(from.length)]
    const store = yield* JobStore
    const assignments = yield* JobAssignmentStore
    const applications = yield* ApplicationStore
    const written: Written = { jobs: new Map(), assignments: new Map(), applied: new Set() }
    const saveJob = (id: JobId) => {
      const status = pick(JobStatus.literals) ?? "OPEN"
      const access = pick(["ALL", "ASSIGNED", undefined] as const)
      const job: Job = {
        id,
        title: `Engineer ${below(100)}`,
        description: below(4) === 0 ? "Knows the zebra." : "Builds.",
        status,
        external_id: id.replace("job_", "REQ-"),
        ...(below(2) === 0 ? {} : { department: "Sales" }),
        ...(access === undefined ? {} : { agency_access: access })
      }
      written.jobs.set(id, job)
      return transaction(store.saveAll(one, [job]))
    }
    for (const id of jobIds) yield* saveJob(id)
    // The same jobs and ties elsewhere, which no agency of the first organization sees.
    yield* transaction(store.saveAll(two, [...written.jobs.values()]))
    for (let step = 0; step < steps; step++) {
      const [jobId, agencyId] = [pick(jobIds), pick(agencies)]
      if (jobId === undefined || agencyId === undefined) return
      const pair = pairOf(jobId, agencyId)
      const kind = pick(["job", "job", "assign", "assign", "unassign", "apply", "touch"] as const)
      if (kind === "job") yield* saveJob(jobId)
      if (kind === "touch") yield* transaction(store.touch(one, jobId))
      if (kind === "assign") {
        const assignment = assignmentOf(
          jobId,
          agencyId,
          below(3) === 0 ? { status: "PENDING", visible_from: timestampFromMillis(1_000) } : {}
        )
        const isNarrowed = written.assignments.get(pair)?.status === "ACTIVE" && assignment.status === "PENDING"
        // An assignment goes back to PENDING by its removal alone.
        if (!isNarrowed) {
          written.assignments.set(pair, assignment)
          yield* transaction(assignments.save(one, assignment))
        }
      }
      if (kind === "unassign") {
        written.assignments.delete(pair)
        yield* transaction(assignments.remove({ organizationId: one, jobId, agencyId }))
      }
      if (kind === "apply" && below(3) === 0) {
        written.applied.add(pair)
        const application = applicationOf(step, jobId, agencyId)
        yield* transaction(
          below(2) === 0
            ? Effect.asVoid(applications.insert(one, application))
            : applications.insertAll(one, [application])
        )
      }
      yield* assertSeen(written, `step ${step}, ${kind} ${pair}`)
    }
  })

const [agency, rival] = [AgencyId.make("agy_a"), AgencyId.make("agy_b")]
const jobId = JobId.make("job_a")
const job: Job = { id: jobId, title: "Engineer", description: "Builds", status: "OPEN", agency_access: "ASSIGNED" }
const key = { organizationId: one, jobId, agencyId: agency }

/** Appends an event of the job, which the agencies read that see it then. */
const appendEvent = (id: string, readersOfJob: JobId | undefined = jobId) =>
  Effect.flatMap(JournalStore, (journal) =>
    journal.append([
      {
        organizationId: one,
        entry: {
          id: `aud_${id.padEnd(26, "0")}`,
          occurred_at: at,
          action: "job.updated",
          resource_id: jobId,
          changed: []
        },
        event: { type: "job.updated", data: { job, changed: [] } },
        audience: { onlyClientId: undefined, agencyId: undefined, isForAgencies: false, readersOfJob }
      }
    ])
  )

const sequencesOf = (agencyId: AgencyId | undefined) =>
  Effect.flatMap(EventStore, (events) =>
    Effect.map(
      events.page(one, { after: 0, limit: 10, types: ["job.updated"], viewer: { ...operatorViewer, agencyId } }),
      (page) => page.events.map(({ sequence }) => sequence)
    )
  )

export const jobAccessLaws: ReadonlyArray<Law> = [
  onOne("an agency sees the jobs that the rule says, after every write (recruiting 3)", writeAtRandom(7, 40)),
  onOne("and after other writes (recruiting 3)", writeAtRandom(1_234, 20)),
  onOne(
    "assignments are listed by agency and by job, in pages with one row more (recruiting 3)",
    Effect.gen(function* () {
      const store = yield* JobAssignmentStore
      yield* transaction(
        Effect.flatMap(JobStore, (jobs) => jobs.saveAll(one, [job, { ...job, id: JobId.make("job_b") }]))
      )
      for (const id of ["agy_c", "agy_a", "agy_b"]) {
        yield* transaction(store.save(one, assignmentOf(jobId, AgencyId.make(id), { submission_limit: 3 })))
      }
      const other = assignmentOf(JobId.make("job_b"), agency, {
        status: "PENDING",
        visible_from: timestampFromMillis(5)
      })
      yield* transaction(store.save(one, other))
      const positions = ({ rows }: { readonly rows: ReadonlyArray<{ readonly position: string }> }) =>
        rows.map(({ position }) => position)
      const first = { after: undefined, limit: 1 }
      assert.deepStrictEqual(positions(yield* store.pageOfJob(one, jobId, first)), ["agy_a", "agy_b"])
      assert.deepStrictEqual(positions(yield* store.pageOfJob(one, jobId, { after: "agy_b", limit: 5 })), ["agy_c"])
      assert.deepStrictEqual(positions(yield* store.pageOfJob(two, jobId, first)), [])
      assert.deepStrictEqual(positions(yield* store.pageOfAgency(one, agency, first)), ["job_a", "job_b"])
      assert.deepStrictEqual(positions(yield* store.pageShown(one, agency, first)), ["job_a"])
      assert.deepStrictEqual(yield* store.find({ ...key, jobId: other.job_id }), Option.some(other))
      assert.lengthOf(yield* transaction(store.ofJob(one, jobId)), 3)
      yield* transaction(store.remove(key))
      assert.deepStrictEqual(yield* transaction(store.lock(key)), Option.none())
    })
  ),
  onOne(
    "pending assignments are due from their moment on, the longest first (recruiting 3)",
    Effect.gen(function* () {
      const store = yield* JobAssignmentStore
      yield* transaction(Effect.flatMap(JobStore, (jobs) => jobs.saveAll(one, [job])))
      const pending = (agencyId: AgencyId, ms: number) =>
        assignmentOf(jobId, agencyId, { status: "PENDING", visible_from: timestampFromMillis(ms) })
      yield* transaction(store.save(one, pending(agency, 2_000)))
      yield* transaction(store.save(one, pending(rival, 1_000)))
      const dueAt = (nowMs: number) =>
        Effect.map(transaction(store.due(nowMs)), (due) => due.map(({ agencyId }) => agencyId))
      assert.deepStrictEqual(yield* store.firstDueMs, Option.some(1_000))
      assert.deepStrictEqual(yield* dueAt(999), [])
      assert.deepStrictEqual(yield* dueAt(2_000), [rival, agency])
      yield* transaction(store.save(one, assignmentOf(jobId, rival)))
      assert.deepStrictEqual(yield* dueAt(2_000), [agency])
    })
  ),
  onOne(
    "an event of a job is read by the agencies that see the job when it is written (recruiting 3)",
    Effect.gen(function* () {
      const store = yield* JobAssignmentStore
      const events = yield* EventStore
      yield* transaction(Effect.flatMap(JobStore, (jobs) => jobs.saveAll(one, [job])))
      yield* transaction(appendEvent("1"))
      yield* transaction(Effect.andThen(store.save(one, assignmentOf(jobId, agency)), appendEvent("2")))
      yield* transaction(appendEvent("3"))
      yield* transaction(Effect.andThen(store.remove(key), appendEvent("4")))
      assert.deepStrictEqual(yield* sequencesOf(agency), [2, 3])
      assert.deepStrictEqual(yield* sequencesOf(rival), [])
      assert.deepStrictEqual(yield* sequencesOf(undefined), [1, 2, 3, 4])
      for (const [agencyId, sequence, isFound] of [
        [agency, 2, true],
        [agency, 4, false],
        [rival, 2, false],
        [undefined, 4, true]
      ] as const) {
        assert.strictEqual(Option.isSome(yield* events.find(one, sequence, { ...operatorViewer, agencyId })), isFound)
      }
    })
  ),
  onOne(
    "a touched job keeps its text, and comes last in the order of last writes (recruiting 3)",
    Effect.gen(function* () {
      const [store, pages] = [yield* JobStore, yield* JobPages]
      const others = ["job_b", "job_c"].map((id): Job => ({ ...job, id: JobId.make(id) }))
      yield* transaction(store.saveAll(one, [job, ...others]))
      const before = yield* store.find(one, jobId)
      for (const { id } of others) yield* transaction(store.touch(one, id))
      yield* transaction(store.touch(one, jobId))
      yield* transaction(store.touch(one, jobId))
      assert.deepStrictEqual(yield* store.find(one, jobId), before)
      const since = yield* pages.filtered(one, { updated_since: longAgo }, undefined, { after: undefined, limit: 10 })
      assert.strictEqual(foundIds(since).at(-1), jobId)
    })
  )
]
