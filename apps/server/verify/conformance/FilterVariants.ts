/**
 * Decisions broken about filters of lists: what they find and refuse, what a cursor keeps of them, the order of last writes.
 */
import { answer, asking, content, jobs, membersOf, query, rejects, users, type Variant } from "./Edits.ts"
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

/** Beside a cursor, these parameters make no difference. */
const ignoresBeside = (...names: ReadonlyArray<string>): Change =>
  query(jobs, (parameters) => parameters.has("cursor") && names.forEach((name) => parameters.delete(name)))

/** Searches for something else. */
const rewrites = (place: RegExp, other: (q: string) => string): Change =>
  query(place, (parameters) => {
    const q = parameters.get("q")
    if (q !== null && q !== "") parameters.set("q", other(q) || "x")
  })

/** What cannot be is not refused: nothing is found. */
const findsNothing = (place: RegExp): Change =>
  answer(place, (found) =>
    found.status === 422
      ? { ...found, status: 200, body: JSON.stringify({ content: [], next: null, count: 0 }) }
      : found
  )

const sinceLater = (ms: number): Change =>
  query(jobs, (parameters) => {
    const since = Date.parse(parameters.get("updated_since") ?? "")
    if (!Number.isNaN(since)) parameters.set("updated_since", new Date(since + ms).toISOString())
  })

const ofFilters: Readonly<Record<string, readonly [RegExp, ...ReadonlyArray<string>]>> = {
  "dec-resources.search-jobs": [jobs, "q"],
  "dec-resources.search": [jobs, "q"],
  "dec-resources.search-users": [users, "q"],
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
  { rule: "dec-resources.search", change: rewrites(jobs, (q) => q.replaceAll(/[^\x20-\x7e]/g, " ")) },
  { rule: "dec-resources.search", change: rewrites(jobs, (q) => q.split(" ")[0] ?? "") },
  { rule: "dec-resources.search", change: rejects(jobs, ({ url }) => url.includes("q=%3F%21")) },
  { rule: "dec-resources.search-words", change: rewrites(jobs, (q) => q.split(" ").slice(0, 10).join(" ")) },
  { rule: "dec-resources.search-jobs", change: rewrites(jobs, (q) => q.split(" ")[0] ?? "") },
  { rule: "dec-resources.search-users", change: rewrites(users, (q) => q.split("@")[0] ?? "") },
  { rule: "dec-resources.search-users", change: rewrites(/^GET \/v1\/agencies(?:\?|$)/, () => "nobody") },
  { rule: "dec-resources.filters", change: findsNothing(jobs) },
  { rule: "dec-resources.filters", change: findsNothing(users) },
  { rule: "dec-resources.filters", change: findsNothing(applications) },
  { rule: "dec-resources.filters", change: ignores(jobs, "state") },
  {
    rule: "dec-resources.filters",
    change: query(jobs, (parameters) =>
      parameters.get("updated_since") === "yesterday" ? parameters.delete("updated_since") : undefined
    )
  },
  { rule: "dec-lists.cursor-filters", change: ignoresBeside("external_id") },
  { rule: "dec-lists.cursor-filters", change: ignoresBeside("status") },
  {
    rule: "dec-lists.cursor-filters",
    change: rejects(jobs, ({ url }) => /cursor=.*&status=CLOSED$/.test(url), 400)
  },
  {
    // The cursor forgets its filter: what follows is the second page of all jobs.
    rule: "dec-lists.cursor-filters",
    change: asking(jobs, (request) =>
      /\?cursor=[^&]+$/.test(request.url) ? { ...request, url: request.url.replace(/\?.*$/, "?limit=5") } : request
    )
  },
  { rule: "dec-resources.updated-since", change: ignores(jobs, "updated_since") },
  { rule: "dec-resources.updated-since", change: sinceLater(1) },
  { rule: "dec-resources.updated-since", change: sinceLater(-1) },
  {
    rule: "dec-resources.updated-since",
    change: content(jobs, (items) => items.toSorted((one, other) => (String(one["id"]) < String(other["id"]) ? -1 : 1)))
  },
  {
    rule: "dec-resources.updated-since",
    change: content(jobs, (items) => items.filter(({ location }) => location !== "Berlin"))
  },
  {
    // Follows the times that a partner supplies.
    rule: "dec-resources.written-at",
    change: content(users, (items) => items.filter((item) => !String(membersOf(item)["updated_at"]).startsWith("2025")))
  }
]
