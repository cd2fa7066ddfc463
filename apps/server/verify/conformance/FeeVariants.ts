/**
 * Decisions broken about what fees were.
 */
import { asking, at, content, fees, json, listOf, type Members, membersOf, type Variant } from "./Edits.ts"
import type { Change, ProxyRequest } from "./WrongProxy.ts"

const history = /^GET \/v1\/agencies\/[^/]+\/fees\/history(?:\?|$)/

/** A history that has a change more for each of these requests, though they change nothing. */
const telling = (place: RegExp, isTold: (request: ProxyRequest) => boolean): Change => {
  let told = 0
  const count = at(place, (request, next) => {
    if (isTold(request)) told += 1
    return next(request)
  })
  const tell = content(history, (items) => [...items, ...items.slice(-1).flatMap((last) => Array(told).fill(last))])
  return (request, next) => count(request, (counted) => tell(counted, next))
}

const eachChange = (edit: (change: Members) => Members): Change => content(history, (items) => items.map(edit))

/** Notes where there were none. */
const noted = (change: Members): Members => ({
  ...change,
  after: {
    ...membersOf(change["after"]),
    customFees: listOf(membersOf(change["after"])["customFees"]).map((fee) => ({ ...membersOf(fee), note: "" }))
  }
})

export const feeVariants: ReadonlyArray<Variant> = [
  { rule: "dec-fees.history", change: content(history, (items) => items.toReversed()) },
  { rule: "dec-fees.history", change: content(history, (items) => items.slice(0, -1)) },
  { rule: "dec-fees.history", change: content(history, (items) => items.flatMap((item) => [item, item])) },
  { rule: "dec-fees.history", change: eachChange((change) => ({ ...change, before: undefined })) },
  { rule: "dec-fees.history", change: eachChange((change) => ({ ...change, after: change["before"] })) },
  { rule: "dec-fees.history", change: eachChange((change) => ({ ...change, occurred_at: "2026-01-01" })) },
  {
    rule: "dec-fees.history",
    change: asking(history, (request) => ({ ...request, url: request.url.replace(/\?.*/, "") }))
  },
  { rule: "dec-fees.empty-update", change: telling(fees, ({ body: sent }) => sent.toString() === "{}") },
  {
    rule: "dec-fees.empty-update",
    change: json(fees, (found, request) => (request.body.toString() === "{}" ? {} : found))
  },
  { rule: "dec-journal.history-notes", change: eachChange(noted) },
  { rule: "dec-journal.history-notes", change: content(history, () => []) }
]
