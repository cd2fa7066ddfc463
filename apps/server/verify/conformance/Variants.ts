/**
 * The decisions broken, one at a time: for each decided rule with a scenario at least one change of what passes the proxy.
 */
import {
  accepts,
  addUser,
  agencies,
  agency,
  all,
  answer,
  asking,
  at,
  body,
  bodyOf,
  code,
  content,
  details,
  everyError,
  fees,
  form,
  header,
  job,
  jobs,
  json,
  listOf,
  type Members,
  members,
  membersOf,
  mint,
  oauth,
  organizations,
  partner,
  query,
  readFees,
  rejects,
  status,
  takesBody,
  users,
  type Variant,
  withBody,
  withHeader,
  without
} from "./Edits.ts"
import { applicationVariants } from "./ApplicationVariants.ts"
import { feeVariants } from "./FeeVariants.ts"
import { filterVariants } from "./FilterVariants.ts"
import { safetyVariants } from "./SafetyVariants.ts"
import type { Change } from "./WrongProxy.ts"
import { fromEvents } from "./EventVariants.ts"
import { fromWebhooks } from "./WebhookVariants.ts"
import { fromWrites } from "./WriteVariants.ts"

const fromTokens: ReadonlyArray<Variant> = [
  { rule: "dec-tokens.alphabet", change: content(jobs, (items) => items.map((item) => ({ ...item, id: "job 1" }))) },
  { rule: "dec-tokens.token-bits", change: json(mint, (found) => ({ ...membersOf(found), access_token: "short" })) },
  { rule: "dec-tokens.level-primary", change: accepts(jobs, 403) },
  { rule: "dec-tokens.level-scoped", change: accepts(mint, 403) },
  { rule: "dec-tokens.level-scoped", change: status(organizations, 403, 401) },
  { rule: "dec-tokens.oauth-token", change: members(oauth, { expires_in: 7_200 }) },
  { rule: "dec-tokens.oauth-token", change: status(oauth, 200, 201) },
  { rule: "dec-tokens.mint-token", change: members(mint, { expires_in: 3_600 }) },
  { rule: "dec-tokens.partner-lifetime", change: members(partner, { expires_in: 60 }) },
  { rule: "dec-tokens.partner-both-levels", change: status(organizations, 200, 403) },
  { rule: "dec-tokens.partner-primary", change: status(organizations, 200, 403) },
  {
    rule: "dec-tokens.mint-no-body",
    change: rejects(mint, ({ headers }) => headers["content-type"] === "text/plain", 415)
  },
  {
    rule: "dec-tokens.mint-narrows",
    change: asking(mint, (request) => withBody(without(request, "content-type"), ""))
  },
  { rule: "dec-tokens.right-to-create", change: rejects(/^POST \/v1\/organizations$/, () => true, 404) },
  { rule: "dec-tokens.either-header", change: asking(all, (request) => without(request, "x-auth-token")) },
  {
    rule: "dec-tokens.same-token",
    change: rejects(all, ({ headers }) => "authorization" in headers && "x-auth-token" in headers, 400)
  },
  {
    rule: "dec-tokens.both-headers",
    change: asking(all, (request) => ("authorization" in request.headers ? without(request, "x-auth-token") : request))
  },
  { rule: "dec-tokens.query-token", change: query(jobs, (parameters) => parameters.delete("access_token")) },
  { rule: "dec-tokens.unauthorized", change: status(jobs, 401, 400) },
  { rule: "dec-tokens.unauthorized", change: code(jobs, 401) },
  { rule: "dec-tokens.challenge", change: header(jobs, "www-authenticate", undefined) },
  { rule: "dec-tokens.challenge", change: header(jobs, "www-authenticate", "Basic", 401) },
  { rule: "dec-tokens.challenge-invalid-token", change: header(jobs, "www-authenticate", "Bearer", 401) },
  {
    rule: "dec-tokens.challenge-invalid-token",
    change: header(jobs, "www-authenticate", 'Bearer error="invalid_token"', 401)
  },
  { rule: "dec-tokens.forbidden", change: code(all, 403) },
  { rule: "dec-tokens.challenge-insufficient-scope", change: header(all, "www-authenticate", "Bearer", 403) },
  { rule: "dec-tokens.names-missing", change: members(users, { message: "Not you." }, 403) },
  { rule: "dec-tokens.not-granted", change: status(mint, 403, 404) },
  {
    rule: "dec-tokens.not-granted",
    change: json(mint, (found, { url }) => ({ ...membersOf(found), message: `No ${url}.` }), 403)
  },
  { rule: "dec-tokens.foreign-id", change: status(job, 404, 403) },
  {
    rule: "dec-tokens.foreign-id",
    change: json(job, (found, { url }) => ({ ...membersOf(found), message: `No ${url}.` }), 404)
  }
]

const fromErrors: ReadonlyArray<Variant> = [
  { rule: "dec-errors.body", change: everyError((found) => ({ ...found, message: undefined })) },
  { rule: "dec-errors.body", change: everyError((found) => ({ ...found, _tag: "NotFound" })) },
  { rule: "dec-errors.request-id", change: members(all, { request_id: "another" }, 422) },
  { rule: "dec-errors.details", change: details({ in: "somewhere" }) },
  { rule: "dec-errors.details", change: members(all, { details: [] }, 422) },
  { rule: "dec-errors.details-pointer", change: details({ path: "limit" }) },
  { rule: "dec-errors.details-codes", change: details({ code: "wrong" }) },
  {
    rule: "dec-errors.details-all",
    change: json(
      all,
      (found) => ({ ...membersOf(found), details: listOf(membersOf(found)["details"]).slice(0, 1) }),
      422
    )
  },
  {
    rule: "dec-errors.details-maximum",
    change: json(all, (found) => ({ ...membersOf(found), details: Array.from({ length: 60 }, () => ({})) }), 422)
  },
  { rule: "dec-errors.closed-list", change: code(all, 405, "not_allowed") },
  {
    rule: "dec-errors.every-answer",
    change: answer(all, (found) => (found.status === 405 ? { ...found, body: "" } : found))
  },
  { rule: "dec-errors.every-answer", change: header(all, "x-request-id", undefined, 415) },
  {
    rule: "dec-errors.repeated-headers",
    change: asking(organizations, (request) => {
      const sent = request.headers["authorization"] ?? ""
      return typeof sent === "string" ? request : withHeader(request, "authorization", sent[0] ?? "")
    })
  },
  { rule: "dec-errors.status-404", change: status(all, 404, 400) },
  { rule: "dec-errors.method-not-allowed", change: header(all, "allow", undefined, 405) },
  { rule: "dec-errors.method-not-allowed", change: status(all, 405, 404) },
  { rule: "dec-errors.uri-too-long", change: status(all, 414, 400) },
  { rule: "dec-errors.uri-too-long", change: rejects(jobs, ({ url }) => url.length === 8_192, 414) },
  {
    rule: "dec-errors.unsupported-media-type",
    change: asking(partner, (request) => withHeader(request, "content-type", "application/json"))
  },
  {
    rule: "dec-errors.no-media-type",
    change: asking(partner, (request) => withHeader(request, "content-type", "application/json"))
  },
  { rule: "dec-errors.expectation-failed", change: asking(jobs, (request) => without(request, "expect")) },
  { rule: "dec-errors.headers-too-large", change: asking(jobs, (request) => without(request, "x-conformance")) },
  { rule: "dec-errors.headers-too-large", change: header(all, "x-request-id", undefined, 431) },
  {
    rule: "dec-errors.headers-too-large",
    change: answer(all, (found) => (found.status === 431 ? { ...found, body: "" } : found))
  },
  {
    rule: "dec-errors.body-query-path",
    change: json(
      all,
      (found) => ({
        ...membersOf(found),
        details: listOf(membersOf(found)["details"]).map((detail) => ({ ...membersOf(detail), in: "query" }))
      }),
      422
    )
  },
  { rule: "dec-errors.head", change: status(/^HEAD/, 200, 405) },
  { rule: "dec-errors.options", change: status(/^OPTIONS/, 204, 200) },
  { rule: "dec-errors.options", change: header(/^OPTIONS/, "allow", undefined) },
  { rule: "dec-errors.route-first", change: status(/conformance/, 404, 401) },
  { rule: "dec-errors.route-first", change: status(/^PUT/, 405, 401) },
  { rule: "dec-errors.unauthorized-first", change: rejects(jobs, ({ url }) => url.includes("limit=0")) },
  { rule: "dec-errors.unauthorized-first", change: rejects(addUser, ({ body }) => body.toString() === "{", 400) },
  { rule: "dec-errors.forbidden-first", change: status(users, 403, 404) },
  {
    rule: "dec-errors.case-sensitive",
    change: asking(/^GET \/V1/, (request) => ({ ...request, url: request.url.toLowerCase() }))
  },
  {
    rule: "dec-errors.trailing-slash",
    change: asking(/\/$/, (request) => ({ ...request, url: request.url.replace(/\/$/, "") }))
  },

  { rule: "dec-errors.not-utf8", change: asking(partner, (request) => withBody(request, request.body.toString())) },
  {
    rule: "dec-errors.bom",
    change: asking(partner, (request) => withBody(request, request.body.toString().replace("\uFEFF", "")))
  },
  { rule: "dec-errors.not-json", change: status(partner, 400, 422) },
  { rule: "dec-errors.duplicate-key", change: body(partner, (found) => found) },
  { rule: "dec-errors.nul", change: body(partner, (found) => ({ ...found, x: 1 })) },
  { rule: "dec-errors.lone-surrogate", change: takesBody(partner) },
  { rule: "dec-errors.depth", change: body(partner, (found) => ({ ...found, x: 1 })) },
  { rule: "dec-errors.depth", change: rejects(partner, ({ body: sent }) => sent.toString().includes("[[[["), 400) },
  { rule: "dec-errors.payload-too-large", change: body(partner, (found) => ({ ...found, padding: "" })) },
  { rule: "dec-errors.payload-too-large", change: rejects(partner, ({ body: sent }) => sent.length >= 16_384, 413) },
  { rule: "dec-errors.unknown-member", change: body(fees, (found) => ({ ...found, optimisedFee: undefined })) },
  { rule: "dec-errors.unknown-member", change: details({ path: "" }) },
  { rule: "dec-errors.unknown-parameters", change: query(jobs, (parameters) => parameters.delete("limt")) },
  {
    rule: "dec-errors.type",
    change: body(fees, (found) => ({ ...found, optimizedFee: Boolean(found["optimizedFee"]) }))
  },
  { rule: "dec-errors.null", change: body(fees, () => ({})) },
  {
    rule: "dec-errors.range",
    change: query(jobs, (parameters) => (parameters.get("limit") === "0" ? parameters.set("limit", "1") : undefined))
  },
  { rule: "dec-errors.unsafe-integer", change: accepts(fees, 422) },

  { rule: "dec-errors.oauth-members", change: members(oauth, { error_description: undefined }, 400) },
  { rule: "dec-errors.oauth-order", change: status(oauth, 413, 400) },
  { rule: "dec-errors.oauth-order", change: status(/^PUT/, 405, 415) },
  {
    rule: "dec-errors.oauth-encoding",
    change: asking(oauth, (request) => withBody(request, request.body.toString().replace(/&x=.*/, "")))
  },
  {
    rule: "dec-errors.oauth-url-credentials",
    change: asking(oauth, (request) => ({ ...request, url: "/oauth/token" }))
  },
  {
    rule: "dec-errors.oauth-repeated-parameter",
    change: form((parameters) =>
      new Set(parameters.keys()).forEach((name) => parameters.set(name, parameters.get(name) ?? ""))
    )
  },
  { rule: "dec-errors.oauth-two-methods", change: asking(oauth, (request) => without(request, "authorization")) },
  {
    rule: "dec-errors.oauth-no-grant-type",
    change: form((parameters) => parameters.set("grant_type", "client_credentials"))
  },
  {
    rule: "dec-errors.oauth-other-grant-type",
    change: form((parameters) => parameters.set("grant_type", "client_credentials"))
  },
  { rule: "dec-errors.oauth-wrong-credentials", change: code(oauth, 401, "unauthorized") },
  { rule: "dec-errors.oauth-challenge", change: header(oauth, "www-authenticate", undefined, 401) },
  { rule: "dec-errors.oauth-scope", change: form((parameters) => parameters.delete("scope")) },
  { rule: "dec-errors.oauth-basic", change: asking(oauth, (request) => without(request, "authorization")) },
  {
    rule: "dec-errors.oauth-empty-parameter",
    change: rejects(oauth, ({ body: sent }) => /=(?:&|$)/.test(sent.toString()), 400)
  },
  {
    rule: "dec-errors.oauth-unknown-parameter",
    change: rejects(oauth, ({ body: sent }) => sent.includes("audience"), 400)
  },
  {
    rule: "dec-errors.oauth-charset",
    change: rejects(oauth, ({ headers }) => String(headers["content-type"]).includes("charset"), 415)
  },
  { rule: "dec-errors.no-store", change: header(mint, "cache-control", undefined) },
  { rule: "dec-errors.partner-unknown-members", change: rejects(partner, (request) => "audience" in bodyOf(request)) },
  { rule: "dec-errors.partner-wrong-credentials", change: code(partner, 401, "invalid_client") }
]

/** A fault of the cursor is answered with the first page. */
const forgiving: Change = at(jobs, async (request, next) => {
  const found = await next(request)
  const [path = ""] = request.url.split("?")
  return found.status === 400 ? await next({ ...request, url: `${path}?limit=1` }) : found
})

const fromLists: ReadonlyArray<Variant> = [
  {
    rule: "dec-lists.organizations-array",
    change: json(organizations, (found) => ({ content: found, next: null, count: 1 }))
  },
  { rule: "dec-lists.organizations-order", change: json(organizations, (found) => listOf(found).toReversed()) },
  { rule: "dec-lists.envelope", change: members(agencies, { total: 2 }) },
  { rule: "dec-lists.envelope", change: members(users, { count: undefined }) },
  { rule: "dec-lists.link", change: header(jobs, "link", undefined) },
  { rule: "dec-lists.link", change: header(jobs, "link", '<http://127.0.0.1/v1/jobs?cursor=1>; rel="next"') },
  {
    rule: "dec-lists.limit-default",
    change: query(jobs, (parameters) => (parameters.size === 0 ? parameters.set("limit", "50") : undefined))
  },
  {
    rule: "dec-lists.limit-range",
    change: query(jobs, (parameters) =>
      parameters.get("limit") === "101" ? parameters.set("limit", "100") : undefined
    )
  },
  {
    rule: "dec-lists.limit-range",
    change: query(jobs, (parameters) => (parameters.get("limit") === "" ? parameters.delete("limit") : undefined))
  },
  { rule: "dec-lists.order", change: content(jobs, (items) => items.toReversed()) },
  {
    rule: "dec-lists.full-last-page",
    change: json(agencies, (found, { url }) => ({
      ...membersOf(found),
      next: url.includes("limit") ? "http://127.0.0.1/v1/agencies?cursor=1" : null
    }))
  },
  {
    rule: "dec-lists.exactly-once",
    change: json(users, (found, { url }) => {
      const items = listOf(membersOf(found)["content"])
      return { ...membersOf(found), content: url.includes("cursor") ? items.slice(1) : items }
    })
  },
  { rule: "dec-lists.cursor-tampered", change: forgiving },
  { rule: "dec-lists.cursor-tampered", change: status(jobs, 400, 422) },
  { rule: "dec-lists.cursor-foreign", change: forgiving },
  { rule: "dec-lists.cursor-foreign", change: accepts(users, 400) },
  {
    rule: "dec-lists.cursor-carries",
    change: query(jobs, (parameters) => (parameters.has("cursor") ? parameters.set("limit", "5") : undefined))
  },
  {
    rule: "dec-lists.cursor-limit",
    change: query(jobs, (parameters) => (parameters.has("cursor") ? parameters.delete("limit") : undefined))
  },
  {
    rule: "dec-lists.next-public-url",
    change: json(jobs, (found) => ({ ...membersOf(found), next: `${String(membersOf(found)["next"])}&limit=1` }))
  },
  {
    rule: "dec-lists.next-not-host",
    change: json(jobs, (found, { headers }) => ({
      ...membersOf(found),
      next: String(membersOf(found)["next"]).replace(/127\.0\.0\.1:\d+/, String(headers["host"]))
    }))
  }
]

const fromUsers: ReadonlyArray<Variant> = [
  { rule: "dec-resources.id-prefixes", change: json(addUser, (found) => ({ ...membersOf(found), id: "12" })) },
  {
    rule: "dec-resources.partner-ids",
    change: rejects(addUser, (request) => String(bodyOf(request)["id"]).length === 64)
  },
  { rule: "dec-resources.partner-ids", change: accepts(addUser, 422) },
  { rule: "dec-resources.ids-unique", change: accepts(addUser, 409) },
  { rule: "dec-resources.time-format", change: members(addUser, { created_at: "2026-01-01T00:00:00Z" }) },
  { rule: "dec-resources.time-offsets", change: members(addUser, { created_at: "2025-01-31T10:30:00+01:00" }) },
  {
    rule: "dec-resources.time-offsets",
    change: rejects(addUser, (request) => String(bodyOf(request)["created_at"]).includes("+"))
  },
  { rule: "dec-resources.user-names", change: members(addUser, { first_name: "  Ada " }) },
  { rule: "dec-resources.user-names", change: accepts(addUser, 422) },
  { rule: "dec-resources.user-email", change: accepts(addUser, 422) },
  {
    rule: "dec-resources.user-given",
    change: body(addUser, (user) => ({ ...user, created_at: undefined, updated_at: undefined }))
  },
  { rule: "dec-resources.user-made", change: rejects(addUser, (request) => bodyOf(request)["id"] === undefined) },
  { rule: "dec-resources.user-times", change: accepts(addUser, 422) },
  { rule: "dec-resources.user-one-time", change: members(addUser, { updated_at: "2026-01-01T00:00:00.000Z" }) },
  { rule: "dec-resources.email-unique", change: accepts(addUser, 409) },
  { rule: "dec-resources.user-conflict", change: members(addUser, { details: [] }, 409) },
  {
    rule: "dec-resources.user-conflict",
    change: json(
      addUser,
      (found) => ({
        ...membersOf(found),
        details: [{ in: "body", path: "/email", code: "conflict", message: "is taken" }]
      }),
      409
    )
  },
  { rule: "dec-resources.user-location", change: header(addUser, "location", undefined) },
  { rule: "dec-resources.user-location", change: status(addUser, 201, 200) },
  {
    rule: "dec-resources.user-list",
    change: content(users, (items) => items.map((item) => ({ ...item, email: undefined })))
  },
  { rule: "dec-resources.user-read", change: members(/^GET \/v1\/users\//, { last_name: "Another" }) },
  { rule: "dec-resources.user-permission", change: accepts(users, 403) }
]

const fromResources: ReadonlyArray<Variant> = [
  { rule: "dec-resources.organization-creation", change: status(/^POST \/v1\/organizations$/, 201, 200) },
  {
    rule: "dec-resources.organization-creation",
    change: json(organizations, (found) =>
      listOf(found).filter((item) => !/^org_[0-9]/.test(String(membersOf(item)["id"])))
    )
  },
  { rule: "dec-resources.organization-creation", change: rejects(mint, ({ url }) => /org_[0-9]/.test(url), 403) },
  {
    rule: "dec-resources.job-fields",
    change: content(jobs, (items) => items.map((item) => ({ ...item, status: "NEW" })))
  },
  { rule: "dec-resources.job-read", change: members(job, { title: "Another" }) },
  { rule: "dec-resources.job-read", change: rejects(job, () => true, 404) },
  {
    rule: "dec-resources.agency-list",
    change: content(agencies, (items) => items.map((item) => ({ ...item, recruiters: undefined })))
  },
  { rule: "dec-resources.agency-read", change: members(agency, { name: "Another" }) },
  { rule: "dec-resources.agency-fees", change: members(readFees, { customFees: undefined }) },
  { rule: "dec-resources.agency-permission", change: accepts(agencies, 403) }
]

const feesWhere = (test: (fees: string) => boolean) => rejects(fees, ({ body: sent }) => test(sent.toString()))
const customFees = (edit: (list: ReadonlyArray<unknown>) => unknown): Change =>
  json(fees, (found) => ({ ...membersOf(found), customFees: edit(listOf(membersOf(found)["customFees"])) }))

const fromFees: ReadonlyArray<Variant> = [
  { rule: "dec-fees.flat-fee", change: customFees((list) => list.map((fee) => ({ note: "", ...membersOf(fee) }))) },
  { rule: "dec-fees.currency", change: accepts(fees, 422) },
  { rule: "dec-fees.currency", change: feesWhere((sent) => sent.includes("JPY")) },
  { rule: "dec-fees.currency-x", change: accepts(fees, 422) },
  { rule: "dec-fees.currency-x", change: feesWhere((sent) => sent.includes("XCG")) },
  { rule: "dec-fees.fee-cents", change: accepts(fees, 422) },
  { rule: "dec-fees.fee-cents", change: feesWhere((sent) => sent.includes("1000000000000")) },
  { rule: "dec-fees.note", change: accepts(fees, 422) },
  {
    rule: "dec-fees.note",
    change: customFees((list) =>
      list.map((fee) => ({ ...membersOf(fee), note: String(membersOf(fee)["note"]).slice(0, 255) }))
    )
  },
  {
    rule: "dec-fees.percentage-fee",
    change: customFees((list) => list.map((fee) => ({ ...membersOf(fee), feeType: "PERCENT" })))
  },
  { rule: "dec-fees.basis-points", change: accepts(fees, 422) },
  { rule: "dec-fees.absent-keeps", change: body(fees, (found) => ({ optimizedFee: true, customFees: [], ...found })) },
  {
    rule: "dec-fees.list-replaces",
    change: customFees((list) => [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 100 }, ...list])
  },
  {
    rule: "dec-fees.order-kept",
    change: customFees((list) =>
      list.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
    )
  },
  { rule: "dec-fees.maximum", change: accepts(fees, 422) },
  { rule: "dec-fees.maximum", change: rejects(fees, (request) => listOf(bodyOf(request)["customFees"]).length === 20) },
  { rule: "dec-fees.duplicates", change: accepts(fees, 422) },
  { rule: "dec-fees.dormant", change: rejects(fees, (request) => bodyOf(request)["optimizedFee"] === true) },
  { rule: "dec-fees.none", change: rejects(fees, (request) => bodyOf(request)["optimizedFee"] === false) },
  {
    rule: "dec-fees.both-members",
    change: json(fees, (found, request) => (request.body.toString() === "{}" ? {} : found))
  },
  { rule: "dec-fees.both-members", change: status(fees, 200, 204) },
  { rule: "dec-fees.unknown-agency", change: status(fees, 404, 422) },
  { rule: "dec-fees.unknown-agency", change: accepts(fees, 404) }
]

const document = /^GET \/openapi\.json/
const operation = (path: string, edit: (item: Members) => unknown): Change =>
  json(document, (found) => {
    const paths = membersOf(membersOf(found)["paths"])
    return { ...membersOf(found), paths: { ...paths, [path]: edit(membersOf(paths[path])) } }
  })

const fromDiscovery: ReadonlyArray<Variant> = [
  { rule: "dec-wire.as-shown", change: operation("/v1/jobs", () => ({})) },
  {
    rule: "dec-wire.as-shown",
    change: operation("/v1/jobs", ({ get }) => ({ get: { ...membersOf(get), "x-extension": true } }))
  },
  {
    rule: "dec-wire.labelled",
    change: operation("/health/live", ({ get }) => ({ get: { ...membersOf(get), "x-extension": undefined } }))
  },
  { rule: "dec-discovery.openapi", change: members(document, { openapi: "3.0.3" }) },
  { rule: "dec-discovery.docs", change: header(/^GET \/docs/, "content-type", "application/json") },
  { rule: "dec-discovery.docs", change: status(/^GET \/docs/, 200, 404) },
  { rule: "dec-discovery.live", change: status(/^GET \/health\/live/, 200, 404) },
  { rule: "dec-discovery.ready", change: status(/^GET \/health\/ready/, 200, 503) },
  {
    rule: "dec-discovery.oauth-metadata",
    change: members(/oauth-authorization-server/, { token_endpoint: undefined })
  },
  { rule: "dec-discovery.extensions", change: members(/partner-api/, { extensions: "all" }) },
  { rule: "dec-discovery.request-id-taken", change: asking(all, (request) => without(request, "x-request-id")) },
  {
    rule: "dec-discovery.request-id-made",
    change: answer(all, (found, { headers }) => ({
      ...found,
      headers: { ...found.headers, "x-request-id": String(headers["x-request-id"] ?? "made") }
    }))
  },
  { rule: "dec-discovery.request-id-every", change: header(/^OPTIONS/, "x-request-id", undefined) }
]

export const variants: ReadonlyArray<Variant> = [
  ...fromTokens,
  ...fromErrors,
  ...fromLists,
  ...fromUsers,
  ...fromWrites,
  ...fromEvents,
  ...fromWebhooks,
  ...fromResources,
  ...fromFees,
  ...fromDiscovery,
  ...applicationVariants,
  ...feeVariants,
  ...filterVariants,
  ...safetyVariants
]
