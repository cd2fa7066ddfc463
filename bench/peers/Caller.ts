/**
 * Who calls: a token found by its digest and known for a second, the allowance, and the permission.
 */
import * as Crypto from "node:crypto"
import { take } from "./Allowance.ts"
import { database } from "./OpenDatabase.ts"
import { forbidden, rateLimited, type Refusal, tokenAnswer, unauthorized, unknownToken } from "./Refusal.ts"
import { type Soon, whenThere } from "./Soon.ts"

/** A client, and the organization that its token is for. */
export interface Caller {
  readonly clientId: string
  readonly organizationId: string
}

interface Known extends Caller {
  readonly permissions: ReadonlySet<string>
  readonly expiresAtMs: number
  readonly staleAtMs: number
}
const known = new Map<string, Known>()
const knownMax = 10_000

const find = (digest: string, nowMs: number): Soon<Known | undefined> =>
  whenThere(database.findToken(digest), (row) => {
    if (row === undefined) return undefined
    const found = {
      clientId: String(row[0]),
      organizationId: String(row[1]),
      expiresAtMs: Number(row[2]),
      permissions: new Set<string>(JSON.parse(String(row[3] ?? "[]"))),
      staleAtMs: nowMs + 1_000
    }
    if (known.size >= knownMax) known.clear()
    known.set(digest, found)
    return found
  })

const bearer = /^bearer +([A-Za-z0-9_-]{43}) *$/i

/** The caller that a token of a request names. */
const callerOf = (authorization: string | undefined): Soon<Known | Refusal> => {
  if (authorization === undefined) return unauthorized
  const token = bearer.exec(authorization)?.[1]
  if (token === undefined) return unknownToken
  const digest = Crypto.hash("sha256", token, "base64url")
  const nowMs = Date.now()
  const kept = known.get(digest)
  const checked = (metadata: Known | undefined) =>
    metadata === undefined || nowMs >= metadata.expiresAtMs ? unknownToken : metadata
  return kept !== undefined && nowMs < kept.staleAtMs ? checked(kept) : whenThere(find(digest, nowMs), checked)
}

/** What is known of a request before its work begins. The log names the caller of refused requests too. */
export interface Entry {
  readonly caller?: Caller
  readonly headers: Readonly<Record<string, string>>
  readonly refusal?: Refusal
}

/** Finds out who calls, takes the request off their allowance, and checks the permission. */
export const enter = (authorization: string | undefined, permission: string): Soon<Entry> =>
  whenThere(callerOf(authorization), (caller): Entry => {
    if ("status" in caller) return { headers: tokenAnswer, refusal: caller }
    const { exceeded, headers: allowance } = take(caller.clientId, caller.organizationId)
    const headers = { ...allowance, ...tokenAnswer }
    if (exceeded) return { caller, headers, refusal: rateLimited }
    return caller.permissions.has(permission) ? { caller, headers } : { caller, headers, refusal: forbidden }
  })
