/**
 * What every server must answer to requests for tokens and keep of them: given out for credentials in the form and in HTTP Basic, refused,
 * and given out to a client that has all the tokens it may have, whose oldest one ends.
 */
import * as Crypto from "node:crypto"
import { type Answer, headersOf, refusalOf, send } from "./Answer.ts"
import type { Engine } from "./Engine.ts"
import type { Server } from "./Process.ts"
import { fullClient, heldPrefix, type TokenClient, tokenClient } from "./TokenClients.ts"

const grant = { grant_type: "client_credentials" }

/** One byte more than the form may have. */
const formTooLarge = { ...grant, state: "A".repeat(16_384 - "grant_type=client_credentials&state=".length + 1) }

const posting = (members: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
  body: String(new URLSearchParams(members))
})

const inForm = ({ id, secret }: TokenClient) => posting({ ...grant, client_id: id, client_secret: secret })

const inBasic = ({ id, secret }: TokenClient) =>
  posting(grant, { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` })

/** A refusal, and whether its members for OAuth clients match those for all clients. */
const oauthRefusalOf = async (response: Response): Promise<Answer & { readonly described: boolean }> => {
  const { message, error_description: description } = JSON.parse(await response.clone().text())
  return { ...(await refusalOf(response)), described: typeof message === "string" && message === description }
}

const minutesUntil = (ms: unknown): number => Math.round((Number(ms) - Date.now()) / 60_000)

/** The answer with a new token, and what is kept of it. */
const issuedOf = async (server: Server, engine: Engine, response: Response): Promise<Record<string, unknown>> => {
  const { access_token: token, ...rest } = JSON.parse(await response.text())
  const digest = Crypto.hash("sha256", String(token), "base64url")
  const [row] = await engine.read(server.databaseUrl, `SELECT * FROM tokens WHERE digest = '${digest}'`)
  const { digest: kept, expires_at_ms: expiresAtMs, ...columns }: Record<string, unknown> = { ...row }
  return {
    status: response.status,
    headers: headersOf(response),
    rest,
    wellFormed: /^[\w-]{43}$/.test(token),
    isKept: kept === digest,
    columns,
    minutes: minutesUntil(expiresAtMs),
    // It is no token of an organization.
    used: await refusalOf(await send(server.port, "/v1/jobs", token))
  }
}

/** How many tokens the client has that has all it may have, and the oldest of those that it had before. */
const heldOf = async ({ databaseUrl }: Server, engine: Engine): Promise<unknown> => {
  const old = `CASE WHEN digest LIKE '${heldPrefix}%' THEN expires_at_ms END`
  const [row] = await engine.read(
    databaseUrl,
    `SELECT count(*) AS tokens, count(${old}) AS old, min(${old}) AS oldest FROM tokens WHERE client_id = '${fullClient.id}'`
  )
  return { ...row }
}

export const tokensOf = async (server: Server, engine: Engine): Promise<Record<string, unknown>> => {
  const requestToken = (init: RequestInit) => send(server.port, "/oauth/token", undefined, init)
  const [first, second] = [tokenClient(0), tokenClient(1)]
  return {
    "in the form": await issuedOf(server, engine, await requestToken(inForm(first))),
    "in HTTP Basic": await issuedOf(server, engine, await requestToken(inBasic(second))),
    "without a grant type": await oauthRefusalOf(await requestToken(posting({ client_id: first.id }))),
    "unknown grant type": await oauthRefusalOf(await requestToken(posting({ grant_type: "password" }))),
    "unknown client": await oauthRefusalOf(await requestToken(inForm({ ...first, id: "cli_unknown" }))),
    "wrong secret": await oauthRefusalOf(await requestToken(inBasic({ ...first, secret: "x".repeat(43) }))),
    "secret of another client": await oauthRefusalOf(await requestToken(inForm({ ...first, secret: second.secret }))),
    "without credentials": await oauthRefusalOf(await requestToken(posting(grant))),
    "form too large": await oauthRefusalOf(await requestToken(posting(formTooLarge))),
    "before the last token": await heldOf(server, engine),
    "last token": await issuedOf(server, engine, await requestToken(inForm(fullClient))),
    "after the last token": await heldOf(server, engine)
  }
}
