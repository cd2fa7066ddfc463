/**
 * Decisions, Resources and Lists: what the filters of lists find, what they refuse, and what a cursor keeps of them. What a search
 * (`q`) finds is in `Search.ts`.
 */
import * as Effect from "effect/Effect"
import { equal, expect, expectMembers, expectStatus, membersOf, same, seen } from "../Expect.ts"
import { expectRefusal, refuses } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { idsOf, walk } from "../Walk.ts"
import { act, path as applicationsPath, submitted } from "./Applications.ts"
import { add as addJob, patched } from "./JobWrites.ts"
import { queryMax } from "./Search.ts"
import { add as addUser } from "./Users.ts"

/** A filter that comes several times stands there several times. */
type Filters = ReadonlyArray<readonly [name: string, value: string]>

const at = (path: string, ...filters: Filters): string =>
  `${path}?${new URLSearchParams(filters.map(([name, value]): [string, string] => [name, value]))}`

/** Clocks of several nodes may differ by less than this (decisions, Filters). */
const aMinuteMs = 60_000

const updatedAt = (item: unknown): string => String(membersOf(item)["updated_at"])

/** A moment a number of milliseconds after another. */
const shifted = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString()

/** These filters find these items and no others. */
const finds = Effect.fnUntraced(function* (session: Session, target: string, ...ids: ReadonlyArray<string>) {
  const found = textsOf(yield* walk(session, target), "id")
  yield* expect(same(found, ids), ids.join(", ") || "nothing", `GET ${target}: ${found.join(", ") || "nothing"}`)
})

/** A record that was just added beside another, and the filters of its list. */
interface Sought {
  readonly path: string
  readonly record: unknown
  /** Values that no other record has. */
  readonly own: Filters
  /** Values that others may have too, and one that this record has not. */
  readonly shared: ReadonlyArray<readonly [name: string, right: string, wrong: string]>
  /** The shared filters that may come several times. */
  readonly repeatable: ReadonlyArray<string>
}

/** Each filter alone finds the record and none that does not meet it; together, all of them must be met. */
const isFound = Effect.fnUntraced(function* (session: Session, { own, path, record, repeatable, shared }: Sought) {
  const id = String(membersOf(record)["id"])
  const [first] = own
  const narrow = first === undefined ? [] : [first]
  for (const filter of own) yield* finds(session, at(path, filter), id)
  for (const [name, right, wrong] of shared) {
    const page = yield* session.call("GET", at(path, [name, right]))
    yield* expectStatus(page, 200)
    for (const item of itemsOf(page)) yield* expectMembers(page, { [name]: equal(right) }, item, "an item")
    yield* finds(session, at(path, ...narrow, [name, right]), id)
    yield* finds(session, at(path, ...narrow, [name, wrong]))
    if (repeatable.includes(name)) yield* finds(session, at(path, ...narrow, [name, wrong], [name, right]), id)
  }
  yield* finds(session, at(path, ...narrow, ["updated_since", updatedAt(record)]), id)
  yield* finds(session, at(path, ...narrow, ["updated_since", shifted(updatedAt(record), 1)]))
  return `GET ${path} by ${[...own, ...shared].map(([name]) => name).join(", ")}, updated_since`
})

const jobsSince = (session: Session, moment: string) => walk(session, at("/v1/jobs", ["updated_since", moment]))

/** For each list an unknown filter, and values that a filter cannot have. A list is there with its extension. */
const wrong = [
  {
    path: "/v1/jobs",
    extension: "filters",
    queries: [
      "state=OPEN",
      "status=open",
      "status=OPEN&status=NEW",
      "status=",
      "external_id=",
      "q=",
      `q=${"x".repeat(queryMax + 1)}`,
      "updated_since=",
      "updated_since=yesterday",
      "updated_since=2026-02-30T00:00:00Z",
      "updated_since=2026-01-01T00:00:00"
    ]
  },
  { path: "/v1/users", extension: "users.read", queries: ["state=OPEN", "status=AWAY", "email=nobody"] },
  {
    path: applicationsPath,
    extension: "applications.read",
    queries: ["status=OPEN", "state=NEW", "email=nobody", "job_id=a%20b", "updated_since=today"]
  }
]

export const filters = [
  writing("dec-resources.filter-jobs", "jobs are filtered by status and external_id", function* (session) {
    yield* session.needs("filters")
    const external_id = session.unique()
    const { members } = yield* addJob(session, { external_id })
    yield* addJob(session, { external_id: session.unique() })
    return yield* isFound(session, {
      path: "/v1/jobs",
      record: members,
      own: [["external_id", external_id]],
      shared: [["status", "DRAFT", "CLOSED"]],
      repeatable: ["status"]
    })
  }),

  writing("rec-4.job-filters", "jobs are filtered by department, country_code and workplace_type", function* (session) {
    yield* session.needs("filters")
    yield* session.needs("jobs.facts")
    const department = session.unique()
    const { members } = yield* addJob(session, { department, country_code: "LI", workplace_type: "HYBRID" })
    yield* addJob(session, { department: session.unique(), country_code: "LI", workplace_type: "HYBRID" })
    return yield* isFound(session, {
      path: "/v1/jobs",
      record: members,
      own: [["department", department]],
      shared: [
        ["country_code", "LI", "MC"],
        ["workplace_type", "HYBRID", "REMOTE"]
      ],
      repeatable: []
    })
  }),

  writing("dec-resources.filter-users", "users are filtered by email and status", function* (session) {
    yield* session.needs("filters")
    yield* session.needs("users.read")
    const { members, user } = yield* addUser(session)
    yield* addUser(session)
    return yield* isFound(session, {
      path: "/v1/users",
      record: members,
      own: [["email", user.email]],
      shared: [["status", "ACTIVE", "DISABLED"]],
      repeatable: []
    })
  }),

  writing(
    "dec-resources.filter-applications",
    "applications are filtered by state, job, agency, email and external_id",
    function* (session) {
      yield* session.needs("filters")
      yield* session.needs("applications.read")
      const external_id = session.unique()
      const { answer, id, submission } = yield* submitted(session, { external_id })
      const other = yield* submitted(session)
      const none = `none-${session.unique()}`
      const summary = yield* isFound(session, {
        path: applicationsPath,
        record: answer.json,
        own: [
          ["external_id", external_id],
          ["email", submission.candidate.email]
        ],
        shared: [
          ["state", "UNCONFIRMED", "HIRED"],
          ["job_id", submission.job_id, none],
          ["agency_id", submission.agency_id, none]
        ],
        repeatable: ["state"]
      })
      for (const left of [id, other.id]) yield* act(session, left, { action: "withdraw" })
      return summary
    }
  ),

  refuses(
    "dec-resources.filters",
    "an unknown filter is refused, and a value that it cannot have",
    "422 unprocessable_entity",
    Effect.fnUntraced(function* ({ call, has, needs }) {
      yield* needs("filters")
      const there = yield* Effect.filter(wrong, ({ extension }) => has(extension))
      return yield* Effect.forEach(
        there.flatMap(({ path, queries }) => queries.map((query) => `${path}?${query}`)),
        (target) => call("GET", target)
      )
    })
  ),

  writing(
    ["dec-lists.cursor-filters", "dec-resources.filters-carried"],
    "a cursor carries its filters, and no others beside it",
    function* (session) {
      yield* session.needs("filters")
      for (let added = 0; added < 2; added++) yield* addJob(session, { status: "CLOSED" })
      const closed = at("/v1/jobs", ["status", "CLOSED"])
      const all = idsOf(yield* session.call("GET", closed))
      const first = yield* session.call("GET", `${closed}&limit=${Math.ceil(all.length / 3)}`)
      const next = yield* session.addressOf(first)
      const second = yield* session.call("GET", next)
      yield* expectStatus(second, 200)
      const walked = [...idsOf(first), ...idsOf(second)]
      yield* expect(same(walked, all.slice(0, walked.length)), "CLOSED jobs alone, in their order", seen(second))
      const beside = (query: string) => session.call("GET", new URL(`${next.href}&${query}`))
      const again = yield* beside("status=CLOSED")
      yield* expectStatus(again, 200)
      yield* expect(same(idsOf(again), idsOf(second)), "the same page with its own filter beside it", seen(again))
      const others = ["status=OPEN", "status=CLOSED&status=OPEN", `external_id=${session.unique()}`]
      for (const query of others) yield* expectRefusal(yield* beside(query), "400 invalid_cursor")
      const bare = yield* session.addressOf(yield* session.call("GET", "/v1/jobs?limit=1"))
      const summary = yield* session.call("GET", new URL(`${bare.href}&status=CLOSED`))
      return `${second.seen}, ${yield* expectRefusal(summary, "400 invalid_cursor")} under another filter`
    }
  ),

  writing(
    "dec-resources.updated-since",
    "updated_since lists what was written since, in the order of the writes",
    function* (session) {
      yield* session.needs("filters")
      const [one, other] = [yield* addJob(session), yield* addJob(session)]
      // The one that comes first by its id is written last.
      const [first, second] = one.path < other.path ? [one, other] : [other, one]
      const moved = yield* patched(session, first.path, { location: "Berlin" })
      const [added, written] = [updatedAt(first.members), updatedAt(moved.json)]
      yield* expect(added < written, `updated_at after ${added}`, `${moved.seen}, ${written}`)

      const both = [first, second].map(({ members }) => members["id"])
      const jobs = (yield* jobsSince(session, shifted(added, -aMinuteMs))).map(membersOf)
      const own = jobs.filter(({ id }) => both.includes(id))
      yield* expect(own.length === 2, both.join(" and "), textsOf(jobs, "id").join(", "))
      const places = own.map((job) => `${updatedAt(job)} ${String(job["id"])}`)
      yield* expect(same(places, places.toSorted()), "the order of updated_at, then id", places.join(", "))

      const [id = ""] = textsOf([moved.json], "id")
      const then = textsOf(yield* jobsSince(session, written), "id")
      yield* expect(then.includes(id), `${id}, written at ${written}`, then.join(", ") || "nothing")
      const later = textsOf(yield* jobsSince(session, shifted(written, 1)), "id")
      yield* expect(!later.includes(id), `no ${id} a millisecond later`, later.join(", "))
      return `${moved.seen}, written at ${written}, ${own.length} jobs in the order of their last write`
    }
  ),

  writing(
    "dec-resources.written-at",
    "updated_since follows the service's writes, not the times that a partner supplies",
    function* (session) {
      yield* session.needs("filters")
      yield* session.needs("users.read")
      const now = updatedAt((yield* addUser(session)).members)
      const { members } = yield* addUser(session, session.newUser())
      const since = at("/v1/users", ["updated_since", shifted(now, -aMinuteMs)])
      const ids = textsOf(yield* walk(session, since), "id")
      const id = String(members["id"])
      yield* expect(ids.includes(id), `${id}, of ${updatedAt(members)}`, `GET ${since}: ${ids.join(", ")}`)
      return `${id}, of ${updatedAt(members)}, since ${now}`
    }
  )
]
