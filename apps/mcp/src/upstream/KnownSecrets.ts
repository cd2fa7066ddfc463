/**
 * The secrets of this process, removed from every text that leaves it: its client secret and the tokens that its requests carried.
 *
 * The platform may repeat a token in an error or in a job's description. Tokens are read from outgoing requests and kept only here.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Redacted from "effect/Redacted"

/** The tokens of a client with a thousand organizations, each refreshed once. */
const secretsMax = 2_002

/** A shorter text stands in ordinary words too, and taking it out would spoil them; no real secret is so short. */
const secretLengthMin = 8

/** No longer than any secret, so that taking one out never makes a text longer. */
const mark = "[hidden]"

export interface KnownSecrets {
  readonly add: (secret: Redacted.Redacted) => void
  /** Takes the secrets out of every text in a JSON value. */
  readonly conceal: (value: unknown) => unknown
  readonly concealText: (text: string) => string
  /** The same client; the tokens of its requests become known secrets. */
  readonly watch: (client: HttpClient.HttpClient) => HttpClient.HttpClient
}

const bearer = /^Bearer +(.+)$/i

/** Makes an empty memory of secrets. */
export const makeKnownSecrets = (): KnownSecrets => {
  const secrets = new Set<string>()

  const add = (text: string) => {
    if (text.length < secretLengthMin) return
    // What was used last is forgotten last.
    secrets.delete(text)
    secrets.add(text)
    const [oldest] = secrets
    // The first one is the client secret, which stays.
    const [, second = oldest] = secrets
    if (secrets.size > secretsMax && second !== undefined) secrets.delete(second)
  }

  const concealText = (text: string): string => {
    let masked = text
    for (const secret of secrets) if (masked.includes(secret)) masked = masked.replaceAll(secret, mark)
    return masked
  }

  const conceal = (value: unknown): unknown => {
    if (typeof value === "string") return concealText(value)
    if (typeof value !== "object" || value === null) return value
    return Array.isArray(value)
      ? value.map(conceal)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [concealText(name), conceal(member)]))
  }

  return {
    add: (secret) => add(Redacted.value(secret)),
    conceal,
    concealText,
    watch: HttpClient.tapRequest(({ headers }) =>
      Effect.sync(() => {
        const token = bearer.exec(headers["authorization"] ?? "")?.[1] ?? headers[partnerTokenHeader.toLowerCase()]
        if (token !== undefined) add(token)
      })
    )
  }
}
