/**
 * Decisions broken about what a hire costs and about what fees were: the preview and the history.
 */
import {
  accepts,
  asking,
  at,
  body,
  bodyOf,
  content,
  fees,
  json,
  listOf,
  type Members,
  members,
  membersOf,
  rejects,
  status,
  type Variant,
  withBody
} from "./Edits.ts"
import type { Change, ProxyRequest } from "./WrongProxy.ts"

const preview = /^POST \/v1\/agencies\/[^/]+\/fees\/preview$/
const history = /^GET \/v1\/agencies\/[^/]+\/fees\/history(?:\?|$)/

type Cost = { readonly fee: Members; readonly salary: number; readonly amount: unknown }

/** Other costs of a hire. */
const costs = (edit: (cost: Cost) => Members): Change =>
  json(preview, (found, request) => ({
    ...membersOf(found),
    fees: listOf(membersOf(found)["fees"]).map((cost) => {
      const { fee, fee_amount_cents } = membersOf(cost)
      const salary = Number(bodyOf(request)["base_salary_cents"])
      return { ...membersOf(cost), ...edit({ fee: membersOf(fee), salary, amount: fee_amount_cents }) }
    })
  }))

/** Another way to count a share of a salary. */
const shares = (count: (exact: number) => number): Change =>
  costs(({ amount, fee, salary }) => {
    const points = Number(fee["feeBasisPoints"])
    return { fee_amount_cents: Number.isNaN(points) ? amount : count((salary * points) / 10_000) }
  })

/** Half a cent goes to the even one. */
const toEven = (exact: number): number => {
  const low = Math.floor(exact)
  return exact - low === 0.5 ? low + (low % 2) : Math.round(exact)
}

/** Sets the fees that are to be previewed. */
const setting: Change = at(preview, async (request, next) => {
  const { base_salary_cents: _salary, currency: _currency, ...given } = bodyOf(request)
  await next(withBody({ ...request, url: request.url.replace("/preview", "") }, JSON.stringify(given)))
  return await next(request)
})

/** A history that has a change more for each of these requests, though they change nothing. */
const repeatingChanges = (place: RegExp, isCounted: (request: ProxyRequest) => boolean): Change => {
  let countedRequests = 0
  const count = at(place, (request, next) => {
    if (isCounted(request)) countedRequests += 1
    return next(request)
  })
  const repeat = content(history, (items) => [
    ...items,
    ...items.slice(-1).flatMap((last) => Array(countedRequests).fill(last))
  ])
  return (request, next) => count(request, (counted) => repeat(counted, next))
}

/** What a preview of the optimized fee answers, with an amount. */
const priced = costs(({ fee }) => (fee["feeType"] === "OPTIMIZED_FEE" ? { fee_amount_cents: 0 } : {}))

const eachChange = (edit: (change: Members) => Members): Change => content(history, (items) => items.map(edit))

/** Notes where there were none. */
const withNotes = (change: Members): Members => ({
  ...change,
  after: {
    ...membersOf(change["after"]),
    customFees: listOf(membersOf(change["after"])["customFees"]).map((fee) => ({ ...membersOf(fee), note: "" }))
  }
})

export const feeVariants: ReadonlyArray<Variant> = [
  { rule: "rec-8.guarantee", change: members(fees, { guarantee: undefined }) },
  { rule: "rec-8.guarantee", change: members(fees, { paymentTermsDays: undefined }) },
  { rule: "rec-8.guarantee", change: members(fees, { guarantee: { days: 0 } }) },
  { rule: "rec-8.guarantee", change: accepts(fees, 422) },
  { rule: "dec-fees.preview", change: status(preview, 200, 201) },
  { rule: "dec-fees.preview", change: members(preview, { optimizedFee: true }) },
  { rule: "dec-fees.preview", change: body(preview, (input) => ({ ...input, customFees: undefined })) },
  { rule: "dec-fees.preview", change: body(preview, (input) => ({ ...input, optimizedFee: undefined })) },
  { rule: "dec-fees.preview", change: body(preview, (input) => ({ customFees: [], ...input })) },
  {
    rule: "dec-fees.preview",
    change: rejects(preview, (request) => listOf(bodyOf(request)["customFees"] ?? [0]).length === 0, 409)
  },
  { rule: "dec-fees.preview", change: priced },
  { rule: "dec-fees.preview-changes-nothing", change: setting },
  { rule: "dec-fees.preview-changes-nothing", change: repeatingChanges(preview, () => true) },
  { rule: "dec-fees.preview-currency", change: costs(({ fee }) => ({ fee: { ...fee, currency: "EUR" } })) },
  {
    rule: "dec-fees.preview-currency",
    change: rejects(preview, ({ body: sent }) => sent.includes("JPY"))
  },
  { rule: "dec-fees.preview-permission", change: accepts(preview, 403) },
  { rule: "dec-fees.amount", change: shares(Math.round) },
  { rule: "dec-fees.amount", change: shares(Math.floor) },
  { rule: "dec-fees.amount", change: shares(Math.ceil) },
  { rule: "dec-fees.amount", change: shares(toEven) },
  { rule: "dec-fees.amount-maximum", change: accepts(preview, 422) },
  {
    rule: "dec-fees.amount-maximum",
    change: rejects(preview, (request) => Number(bodyOf(request)["base_salary_cents"]) >= 1e12)
  },
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
  { rule: "dec-fees.empty-update", change: repeatingChanges(fees, ({ body: sent }) => sent.toString() === "{}") },
  {
    rule: "dec-fees.empty-update",
    change: json(fees, (found, request) => (request.body.toString() === "{}" ? {} : found))
  },
  { rule: "dec-journal.history-notes", change: eachChange(withNotes) },
  { rule: "dec-journal.history-notes", change: content(history, () => []) }
]
