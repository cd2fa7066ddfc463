/**
 * Primary tokens as every peer gives them out (flow A): the secret is looked up by its digest and compared in constant time, the client's
 * allowance is counted, and the token is kept as its digest. Failed logins are not counted, and no scope is looked at.
 */
import * as Crypto from "node:crypto"
import type { ParsedUrlQuery } from "node:querystring"
import { takeOfClient } from "./Allowance.ts"
import type { Row } from "./Database.ts"
import { database } from "./OpenDatabase.ts"
import { invalidClient, invalidRequest, rateLimited, type Refusal, unsupportedGrantType } from "./Refusal.ts"
import { type Soon, whenThere } from "./Soon.ts"

export const tokenRoute = "/oauth/token"

const grantType = "client_credentials"
const lifetimeSeconds = 3_600
const liveTokensMax = 10_000

/** The token as it is answered. */
interface AccessToken {
  readonly access_token: string
  readonly token_type: "bearer"
  readonly expires_in: number
}

/** What a request for a token is answered with. */
export interface Issued {
  readonly answer: AccessToken | Refusal
  readonly headers: Readonly<Record<string, string>>
}

interface Credentials {
  readonly clientId: string
  readonly secret: string
}

const digestOf = (secret: string): string => Crypto.hash("sha256", secret, "base64url")

const basic = /^basic +([A-Za-z0-9+/=]+) *$/i

const formDecode = (text: string): string => decodeURIComponent(text.replaceAll("+", " "))

const credentialsIn = (authorization: string | undefined, form: ParsedUrlQuery): Credentials => {
  if (authorization === undefined) {
    return { clientId: String(form["client_id"]), secret: String(form["client_secret"]) }
  }
  const decoded = Buffer.from(basic.exec(authorization)?.[1] ?? "", "base64").toString()
  const colon = decoded.indexOf(":")
  return { clientId: formDecode(decoded.slice(0, colon)), secret: formDecode(decoded.slice(colon + 1)) }
}

/** Compared with when nobody has the secret, so that this takes as long. */
const nobodysDigest = Buffer.alloc(32)

/** Whether a row has this client and secret. */
const isOf = (row: Row | undefined, clientId: string, digest: string): boolean => {
  const kept = row === undefined ? nobodysDigest : Buffer.from(String(row[0]), "base64url")
  return Crypto.timingSafeEqual(Buffer.from(digest, "base64url"), kept) && row?.[1] === clientId
}

/** Ends the oldest token of a client that has all it may have. */
const makeRoom = (clientId: string, nowMs: number): Soon<unknown> =>
  whenThere(database.read("countLiveTokens", [clientId, nowMs]), ([counted]) =>
    Number(counted?.[0]) < liveTokensMax ? undefined : database.write("endOldestToken", [clientId, nowMs])
  )

/** A secret that ends meanwhile ends before the token is there, or with it: where others write too, its row and the client's are locked. */
const insert = (values: ReadonlyArray<string | number>): Soon<ReadonlyArray<Row>> =>
  database.write(database.isShared ? "insertTokenLocking" : "insertToken", values)

const tokenOf = (clientId: string, secretDigest: string): Soon<AccessToken | Refusal> => {
  const token = Crypto.randomBytes(32).toString("base64url")
  const nowMs = Date.now()
  const expiresAtMs = nowMs + lifetimeSeconds * 1_000
  return whenThere(makeRoom(clientId, nowMs), () =>
    whenThere(insert([digestOf(token), expiresAtMs, clientId, secretDigest]), ({ length }) =>
      length === 0 ? invalidClient : { access_token: token, token_type: "bearer", expires_in: lifetimeSeconds }
    )
  )
}

/** Gives a token for the credentials of a request, in its form or in HTTP Basic. */
export const issue = (authorization: string | undefined, form: ParsedUrlQuery): Soon<Issued> => {
  if (form["grant_type"] === undefined) return { answer: invalidRequest, headers: {} }
  if (form["grant_type"] !== grantType) return { answer: unsupportedGrantType, headers: {} }
  const { clientId, secret } = credentialsIn(authorization, form)
  const digest = digestOf(secret)
  return whenThere(database.read("findSecret", [digest]), ([row]): Soon<Issued> => {
    if (!isOf(row, clientId, digest)) return { answer: invalidClient, headers: {} }
    const { exceeded, headers } = takeOfClient(clientId)
    if (exceeded) return { answer: rateLimited, headers }
    return whenThere(tokenOf(clientId, digest), (answer) => ({ answer, headers }))
  })
}

/** Nobody may keep a copy of a token. */
export const noStore = { "cache-control": "no-store", pragma: "no-cache" } as const
