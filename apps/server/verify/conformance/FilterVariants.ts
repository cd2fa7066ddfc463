/**
 * Decisions broken about filters of lists: what they find and refuse.
 */
import { answer, jobs, query, rejects, users, type Variant } from "./Edits.ts"
import type { Change } from "./WrongProxy.ts"

const applications = /^GET \/v1\/applications(?:\?|$)/

/** A filter makes no difference. */
const ignores = (place: RegExp, ...names: ReadonlyArray<string>): Change =>
  query(place, (parameters) => names.forEach((name) => parameters.delete(name)))

/** Of several values of a filter, the first counts. */
const takesFirst = (place: RegExp, name: string): Change =>
  query(place, (parameters) => parameters.has(name) && parameters.set(name, parameters.get(name) ?? ""))

/** A filter makes no difference where another one stands beside it, or where none does. */
const ignoresWhere = (place: RegExp, name: string, isAlone: boolean): Change =>
  query(place, (parameters) => (parameters.size === 1) === isAlone && parameters.delete(name))

/** What cannot be is not refused: nothing is found. */
const findsNothing = (place: RegExp): Change =>
  answer(place, (found) =>
    found.status === 422
      ? { ...found, status: 200, body: JSON.stringify({ content: [], next: null, count: 0 }) }
      : found
  )

const ofFilters: Readonly<Record<string, readonly [RegExp, ...ReadonlyArray<string>]>> = {
  "dec-resources.filter-jobs": [jobs, "status", "external_id", "updated_since"],
  "dec-resources.filter-users": [users, "email", "status", "updated_since"],
  "dec-resources.filter-applications": [
    applications,
    "state",
    "job_id",
    "agency_id",
    "email",
    "external_id",
    "updated_since"
  ]
}

export const filterVariants: ReadonlyArray<Variant> = [
  ...Object.entries(ofFilters).flatMap(([rule, [place, ...names]]) =>
    names.map((name) => ({ rule, change: ignores(place, name) }))
  ),
  { rule: "dec-resources.filter-jobs", change: takesFirst(jobs, "status") },
  { rule: "dec-resources.filter-jobs", change: ignoresWhere(jobs, "status", true) },
  { rule: "dec-resources.filter-jobs", change: ignoresWhere(jobs, "status", false) },
  { rule: "dec-resources.filter-applications", change: takesFirst(applications, "state") },
  {
    rule: "dec-resources.filter-applications",
    change: rejects(applications, ({ url }) => url.includes("job_id=none"))
  },
  { rule: "dec-resources.filters", change: findsNothing(jobs) },
  { rule: "dec-resources.filters", change: findsNothing(users) },
  { rule: "dec-resources.filters", change: findsNothing(applications) },
  { rule: "dec-resources.filters", change: ignores(jobs, "state") },
  {
    rule: "dec-resources.filters",
    change: query(jobs, (parameters) =>
      parameters.get("updated_since") === "yesterday" ? parameters.delete("updated_since") : undefined
    )
  }
]
