/**
 * Where pages end alike on every engine: at the limit, or before the row whose text exceeds the bytes of a page (decisions, Lists).
 */
import { assert } from "@effect/vitest"
import { Agency } from "@partner-api/domain/Agency"
import { Application } from "@partner-api/domain/Application"
import { AuditEntry } from "@partner-api/domain/Audit"
import type { EventBody } from "@partner-api/domain/Event"
import { EventTypeName } from "@partner-api/domain/EventType"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { AgencyId, ApplicationId, JobId } from "@partner-api/domain/Ids"
import { isSeenByAll, Job } from "@partner-api/domain/Job"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import {
  type FoundRows,
  limitMax,
  mapFound,
  pageBytesMax,
  type PageRequest,
  shortTextBytesMax
} from "@partner-api/domain/Pagination"
import { recruitersOf } from "@partner-api/domain/Recruiter"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { operatorViewer } from "@partner-api/domain/Viewer"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { foundBySequence } from "@partner-api/service/store/BySequence"
import { EventStore } from "@partner-api/service/store/EventStore"
import { type JournalRecord, JournalStore, type NumberedEntry } from "@partner-api/service/store/JournalStore"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JobStore } from "@partner-api/service/store/JobStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { anAgency, at, type Law, one, onOne, transaction, two } from "./Furnished.ts"
import { walkPages } from "./Walk.ts"

/** A row of a list: its id, and the bytes of its stored text. */
interface Sized {
  readonly id: string
  readonly bytes: number
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** The pages of a list by the rule, written once more. */
const pagesOf = (rows: ReadonlyArray<Sized>, limit: number): ReadonlyArray<ReadonlyArray<string>> => {
  const pages: Array<Array<Sized>> = [[]]
  for (const row of rows) {
    const page = pages.at(-1) ?? []
    const bytes = page.reduce((sum, other) => sum + other.bytes, row.bytes)
    if (page.length > 0 && (page.length === limit || bytes > pageBytesMax)) pages.push([row])
    else page.push(row)
  }
  return pages.map((page) => page.map(({ id }) => id))
}

/** A walk by each limit has the pages of the rule. */
const assertPages = Effect.fnUntraced(function* <Row extends { readonly id: string }, E, R>(
  rows: ReadonlyArray<Sized>,
  read: (request: PageRequest) => Effect.Effect<FoundRows<Row>, E, R>,
  name: string
) {
  for (const limit of [limitMax, 7]) {
    assert.deepStrictEqual(yield* walkPages(limit, read), pagesOf(rows, limit), `${name} by ${limit}`)
  }
})

const number = (index: number): string => String(index).padStart(3, "0")

/** Lengths in characters: usual rows among long ones, both sides of a short text, and a row that is a page of its own. */
const lengths = [400, 20_000, 400, shortTextBytesMax, 20_000, 19_000, 9_000, 400, 18_000, 20_000]
/** The row that is a page of its own, in letters of one byte: more of it takes longer and finds nothing more. */
const largest = 40
const lengthOf = (index: number): number => (index === largest ? pageBytesMax : (lengths[index % lengths.length] ?? 0))
const character = (index: number): string => ["a", "é", "漢", "𠀀"][index % 4] ?? ""
const textOf = (index: number): string => character(index).repeat(lengthOf(index))

const jobs = Array.from({ length: 50 }, (_, index): Job => ({
  id: JobId.make(`job_${number(index)}`),
  title: "Engineer",
  description: textOf(index),
  status: index % 5 === 0 ? "DRAFT" : index % 2 === 0 ? "OPEN" : "CLOSED"
}))

/** Jobs whose long text is one word: a search looks at few. */
const searchedJobs = jobs
  .slice(0, 40)
  .map((job, index): Job => ({ ...job, description: "a".repeat(lengthOf(index) * 3) }))

const applications = Array.from({ length: 50 }, (_, index): Application => ({
  id: ApplicationId.make(`app_${number(index)}`),
  job_id: JobId.make("job_000"),
  agency_id: AgencyId.make("agy_a"),
  candidate: { first_name: "Ada", last_name: "King", email: `p.${index}@example.com` },
  note: textOf(index),
  state: index % 2 === 0 ? "REVIEWING" : "UNCONFIRMED",
  state_entered_at: at,
  version: 1,
  created_at: at,
  updated_at: at
}))

const sizedBy =
  <Row extends { readonly id: string }>(encode: (row: Row) => string) =>
  (row: Row): Sized => ({ id: row.id, bytes: bytesOf(encode(row)) })
const sizedJob = sizedBy(jsonTextOf(Job))
const sizedApplication = sizedBy(jsonTextOf(Application))

const updated_since = timestampFromMillis(0)

const jobFilters: ReadonlyArray<JobFilter> = [{ status: ["OPEN"] }, { status: ["OPEN", "CLOSED"] }, { updated_since }]
const searches: ReadonlyArray<JobFilter> = [{ q: "engineer" }, { q: "engineer", status: ["OPEN"] }]
const applicationFilters: ReadonlyArray<ApplicationFilter> = [
  {},
  { state: ["REVIEWING"] },
  { state: ["REVIEWING", "UNCONFIRMED"] },
  { job_id: JobId.make("job_000") },
  { updated_since }
]

const agencies = Array.from({ length: 50 }, (_, index): Agency => {
  const id = AgencyId.make(`agy_${number(index)}`)
  return {
    id,
    name: `Agency "${character(index)}"`,
    ...(index % 2 === 0 ? { external_id: `"recruiters":[ ${number(index)} ${character(index)}` } : {}),
    status: index % 3 === 0 ? "INACTIVE" : "ACTIVE",
    optimizedFee: true,
    recruiters: recruitersOf(id, [{ first_name: textOf(index), last_name: "King", email: "ada@example.com" }])
  }
})

/** Entries as large as the fees of an agency may be, before and after. */
const entries = Array.from({ length: 50 }, (_, index): AuditEntry => ({
  id: `aud_${number(index)}`.padStart(17, "0"),
  occurred_at: at,
  action: "agency_fees.set",
  resource_id: `agy_${index % 2}`,
  changed: ["customFees"],
  before: { note: textOf(index) },
  after: { note: textOf(index) }
}))
const encodeEntry = jsonTextOf(AuditEntry)

const types = EventTypeName.literals
const eventOf = (index: number): EventBody => ({
  type: "job.created",
  data: {
    job: {
      id: JobId.make(`job_${number(index)}`),
      title: "Engineer",
      description: "a".repeat(lengthOf(index) * 3),
      status: "OPEN"
    },
    changed: ["title"]
  }
})

const append = (records: ReadonlyArray<JournalRecord>) =>
  Effect.flatMap(JournalStore, (journal) => transaction(journal.append(records)))

/** The pages of the stored jobs that meet filters, for employers and for agencies. */
const assertFiltered = Effect.fnUntraced(function* (stored: ReadonlyArray<Job>, filters: ReadonlyArray<JobFilter>) {
  const pages = yield* JobPages
  for (const filter of filters) {
    for (const viewer of [undefined, anAgency]) {
      const found = stored.filter(
        (job) =>
          (viewer === undefined || isSeenByAll(job)) &&
          (filter.status === undefined || (job.status !== undefined && filter.status.includes(job.status)))
      )
      yield* assertPages(
        found.map(sizedJob),
        (request) => pages.filtered(one, filter, viewer, request),
        `${JSON.stringify(filter)} ${viewer}`
      )
    }
  }
})

export const pageLaws: ReadonlyArray<Law> = [
  onOne(
    "pages of jobs end at the limit or at the bytes of a page, and a walk has each job once (decisions, Lists)",
    Effect.gen(function* () {
      const [store, pages] = [yield* JobStore, yield* JobPages]
      yield* store.saveAll(one, jobs)
      yield* store.saveAll(two, jobs.slice(0, 3))
      yield* assertPages(jobs.map(sizedJob), (request) => pages.all(one, request), "all")
      const shown = jobs.filter(isSeenByAll)
      yield* assertPages(shown.map(sizedJob), (request) => pages.seenBy(one, anAgency, request), "shown")
      yield* assertFiltered(jobs, jobFilters)
    })
  ),
  onOne(
    "pages of a search end at the limit or at the bytes of a page, and a walk has each job once (decisions, Lists)",
    Effect.gen(function* () {
      yield* (yield* JobStore).saveAll(one, searchedJobs)
      yield* assertFiltered(searchedJobs, searches)
    })
  ),
  onOne(
    "a row of a page has its whole text, however long it is (decisions, Lists)",
    Effect.gen(function* () {
      const pages = yield* JobPages
      yield* (yield* JobStore).saveAll(one, jobs)
      const encode = jsonTextOf(Job)
      for (const after of ["job_000", "job_039", "job_045"]) {
        const { rows } = yield* pages.all(one, { after, limit: limitMax })
        const start = jobs.findIndex(({ id }) => id === after) + 1
        assert.isAbove(rows.length, 0)
        const texts = jobs.slice(start, start + rows.length).map(encode)
        assert.isTrue(
          rows.every(({ row }, index) => row.json === texts[index]),
          after
        )
      }
    })
  ),
  onOne(
    "pages of applications end at the limit or at the bytes of a page, and a walk has each application once (decisions, Lists)",
    Effect.gen(function* () {
      const store = yield* ApplicationStore
      yield* store.insertAll(
        one,
        applications.map((application) => ({ application, rejectedFrom: undefined }))
      )
      for (const filter of applicationFilters) {
        const found = applications.filter(({ state }) => filter.state === undefined || filter.state.includes(state))
        yield* assertPages(
          found.map(sizedApplication),
          (request) => store.page(one, operatorViewer, filter, request),
          JSON.stringify(filter)
        )
      }
    })
  ),
  onOne(
    "pages of events end at the limit or at the bytes of a page, and a walk has each event once (decisions, Lists and Events)",
    Effect.gen(function* () {
      const events = yield* EventStore
      yield* append(entries.map((entry, index) => ({ organizationId: one, entry, event: eventOf(index) })))
      const read = (request: PageRequest) =>
        Effect.map(
          events.page(one, { after: Number(request.after ?? 0), limit: request.limit, types, viewer: operatorViewer }),
          (page) =>
            foundBySequence(
              page.events.map((event) => ({ ...event, id: String(event.sequence) })),
              page.lookedTo
            )
        )
      const all = yield* Effect.forEach(entries, (_, index) => events.find(one, index + 1, operatorViewer))
      const sized = all.map((found, index) => ({
        id: String(index + 1),
        bytes: bytesOf(Option.match(found, { onNone: () => "", onSome: ({ json }) => json }))
      }))
      yield* assertPages(sized, read, "events")
    })
  ),
  onOne(
    "pages of the journal end at the limit or at the bytes of a page, in both directions and about one resource (decisions, Lists)",
    Effect.gen(function* () {
      const journal = yield* JournalStore
      yield* append(entries.map((entry) => ({ organizationId: one, entry })))
      const sized = entries.map((entry, index) => ({ id: String(index + 1), bytes: bytesOf(encodeEntry(entry)) }))
      const named = Effect.map((found: FoundRows<NumberedEntry>) =>
        mapFound(found, ({ sequence }) => ({ id: String(sequence) }))
      )
      yield* assertPages(
        sized,
        ({ after, limit }) => named(journal.page(one, { after: Number(after ?? 0), limit })),
        "forward"
      )
      yield* assertPages(
        sized.toReversed(),
        ({ after, limit }) =>
          named(journal.pageBefore(one, { before: after === undefined ? undefined : Number(after), limit })),
        "backward"
      )
      yield* assertPages(
        sized.filter((_, index) => index % 2 === 0),
        ({ after, limit }) =>
          named(journal.pageAbout(one, "agy_0", ["agency_fees.set"], { after: Number(after ?? 0), limit })),
        "about one"
      )
    })
  ),
  onOne(
    "pages of agencies end at the limit or at the bytes of a page, and a walk has each agency as it is answered (decisions, Lists)",
    Effect.gen(function* () {
      const store = yield* AgencyStore
      yield* store.saveAll(one, agencies)
      const sized = agencies.map(({ id, recruiters }) => ({ id, bytes: bytesOf(JSON.stringify(recruiters)) }))
      for (const filter of [{}, { q: "agency" }]) {
        yield* assertPages(sized, (request) => store.page(one, filter, request), JSON.stringify(filter))
      }
      const { rows } = yield* store.page(one, {}, { after: "agy_019", limit: 2 })
      const shown = jsonTextOf(Agency)
      const expected = agencies.slice(20, 20 + rows.length).map(shown)
      assert.isTrue(rows.every(({ row }, index) => row.json === expected[index]))
    })
  )
]
