/**
 * Decisions, Resources: what the filters of lists find, and what they refuse. Words of a search
 * (`q`) are no filter of this kind.
 */
import * as Effect from "effect/Effect"
import { equal, expect, expectMembers, expectStatus, membersOf, same } from "../Expect.ts"
import { refuses } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { walk } from "../Walk.ts"
import { act, path as applicationsPath, submitted } from "./Applications.ts"
import { add as addJob } from "./JobWrites.ts"
import { add as addUser } from "./Users.ts"

/** A filter that comes several times stands there several times. */
type Filters = ReadonlyArray<readonly [name: string, value: string]>

const at = (path: string, ...filters: Filters): string =>
  `${path}?${new URLSearchParams(filters.map(([name, value]): [string, string] => [name, value]))}`

const updatedAt = (item: unknown): string => String(membersOf(item)["updated_at"])

/** A moment so many milliseconds after another. */
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
      const told = yield* isFound(session, {
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
      return told
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
  )
]
