/**
 * Decisions broken that make a partner's work safe: keys, revocation, states, the audit log, limits.
 */
import {
  accepts,
  addUser,
  all,
  answer,
  asking,
  at,
  code,
  content,
  fees,
  header,
  job,
  jobs,
  members,
  mint,
  oauth,
  organizations,
  rejects,
  status,
  type Variant,
  withHeader,
  without
} from "./Edits.ts"
import type { Change, ProxyAnswer, ProxyRequest } from "./WrongProxy.ts"

const revoke = /^POST \/oauth\/revoke/
const auditLog = /^GET \/v1\/audit_log/

const keyName = "idempotency-key"
const keyOf = ({ headers }: ProxyRequest): string => String(headers[keyName] ?? "")

/** A key makes no difference. */
const keyless = (place: RegExp): Change => asking(place, (request) => without(request, keyName))

/** Keeps every answer by its key alone: failures too, and whichever organization it was of. */
const keeping = (place: RegExp): Change => {
  const kept = new Map<string, ProxyAnswer>()
  return at(place, async (request, next) => {
    const known = kept.get(keyOf(request))
    if (known !== undefined) return { ...known, headers: { ...known.headers, "idempotency-replayed": "true" } }
    const found = await next(request)
    kept.set(keyOf(request), found)
    return found
  })
}

const fromRepetition: ReadonlyArray<Variant> = [
  { rule: "dec-repetition.replay", change: keyless(addUser) },
  { rule: "dec-repetition.replay", change: header(addUser, "idempotency-replayed", undefined) },
  {
    rule: "dec-repetition.replay",
    change: answer(addUser, (found) =>
      found.headers["idempotency-replayed"] === "true"
        ? { ...found, headers: { ...found.headers, location: undefined } }
        : found
    )
  },
  { rule: "dec-repetition.key", change: rejects(addUser, (request) => keyOf(request).length === 255, 400) },
  {
    rule: "dec-repetition.key",
    change: asking(addUser, (request) => (keyOf(request).length === 256 ? without(request, keyName) : request))
  },
  {
    rule: "dec-repetition.key",
    change: asking(addUser, (request) =>
      /^".{9,}"$/.test(keyOf(request)) ? withHeader(request, keyName, keyOf(request).slice(2, -1)) : request
    )
  },
  {
    rule: "dec-repetition.key",
    change: asking(addUser, (request) => (keyOf(request) === '""' ? without(request, keyName) : request))
  },
  { rule: "dec-repetition.key-reused", change: keyless(addUser) },
  { rule: "dec-repetition.key-reused", change: keeping(addUser) },
  { rule: "dec-repetition.key-reused", change: code(addUser, 422, "unprocessable_entity") },
  { rule: "dec-repetition.only-2xx", change: keeping(addUser) },
  { rule: "dec-repetition.scope", change: keeping(addUser) },
  { rule: "dec-repetition.in-progress", change: keyless(addUser) },
  {
    rule: "dec-repetition.in-progress",
    change: answer(addUser, (found) =>
      found.headers["idempotency-replayed"] === "true" ? { ...found, status: 409 } : found
    )
  },
  { rule: "dec-repetition.token-endpoints", change: keeping(mint) },
  { rule: "dec-repetition.token-endpoints", change: rejects(oauth, (request) => keyOf(request).length > 255, 400) }
]

/** Says that a token is ended, and leaves it as it is. */
const pretending: Change = at(revoke, async () => ({ status: 200, headers: {}, body: "" }))

const fromRevocation: ReadonlyArray<Variant> = [
  { rule: "dec-discovery.revocation", change: pretending },
  { rule: "dec-discovery.revocation", change: status(revoke, 200, 404) },
  { rule: "dec-discovery.revocation", change: status(organizations, 200, 401) },
  { rule: "dec-tokens.revoked-primary", change: pretending },
  { rule: "dec-tokens.revoked-primary", change: accepts(jobs, 401) },
  { rule: "dec-tokens.revoked-primary", change: status(jobs, 200, 401) },
  { rule: "dec-tokens.revoked-primary", change: accepts(mint, 401) },
  { rule: "dec-discovery.revocation-unknown", change: status(revoke, 200, 400) },
  { rule: "dec-discovery.revocation-errors", change: members(revoke, { error_description: undefined }, 400) },
  { rule: "dec-discovery.revocation-errors", change: accepts(revoke, 400) },
  {
    rule: "dec-discovery.resource-metadata",
    change: members(/oauth-protected-resource/, { authorization_servers: [] })
  },
  { rule: "dec-discovery.resource-metadata", change: status(/oauth-protected-resource/, 200, 404) },
  { rule: "dec-discovery.resource-challenge", change: header(jobs, "www-authenticate", 'Bearer realm="x"', 401) },
  { rule: "dec-discovery.resource-challenge", change: header(jobs, "www-authenticate", 'Bearer realm="x"', 403) }
]

const fromConditional: ReadonlyArray<Variant> = [
  { rule: "dec-discovery.conditional", change: asking(job, (request) => without(request, "if-none-match")) },
  { rule: "dec-discovery.conditional", change: header(job, "etag", undefined) },
  { rule: "dec-discovery.conditional", change: header(job, "etag", 'W/"1"') },
  { rule: "dec-discovery.conditional", change: rejects(job, ({ headers }) => "if-none-match" in headers, 304) },
  { rule: "dec-errors.precondition-failed", change: asking(fees, (request) => without(request, "if-match")) },
  { rule: "dec-errors.precondition-failed", change: code(fees, 412, "conflict") },
  {
    rule: "dec-errors.precondition-failed",
    change: answer(fees, (found, { headers }) => ("if-match" in headers ? { ...found, status: 412 } : found))
  },
  {
    rule: "dec-errors.precondition-failed",
    // Refuses, and sets the fees all the same.
    change: at(fees, async (request, next) => {
      const found = await next(request)
      if (found.status === 412) await next(without(request, "if-match"))
      return found
    })
  }
]

const fromAudit: ReadonlyArray<Variant> = [
  { rule: "dec-resources.user-audit", change: content(auditLog, () => []) },
  {
    rule: "dec-resources.user-audit",
    change: content(auditLog, (items) => items.map((item) => ({ ...item, supplied: undefined })))
  },
  {
    rule: "dec-resources.user-audit",
    change: content(auditLog, (items) => items.map((item) => ({ ...item, request_id: "another" })))
  },
  { rule: "dec-tokens.audit-permission", change: accepts(auditLog, 403) }
]

const fromLimits: ReadonlyArray<Variant> = [
  { rule: "dec-limits.announced", change: header(organizations, "ratelimit-policy", undefined) },
  { rule: "dec-limits.announced", change: header(jobs, "ratelimit", undefined, 403) },
  { rule: "dec-limits.announced", change: header(jobs, "ratelimit", undefined, 422) },
  { rule: "dec-limits.announced", change: header(all, "ratelimit", '"default";r=9999999;t=1') }
]

export const safetyVariants: ReadonlyArray<Variant> = [
  ...fromRepetition,
  ...fromRevocation,
  ...fromConditional,
  ...fromAudit,
  ...fromLimits
]
