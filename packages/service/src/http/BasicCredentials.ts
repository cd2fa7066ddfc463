/**
 * Reads the credentials of a client from HTTP Basic. RFC 6749 §2.3.1 form-encodes both halves of them.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** Credentials that a client showed; empty when it showed none. */
export interface ShownCredentials {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}

const basic = /^basic +([A-Za-z0-9+/=]+) *$/i

/** Undoes form encoding. `undefined` when the text is not of that encoding, or not UTF-8 under it. */
export const formDecode = (text: string): string | undefined =>
  Result.getOrUndefined(
    Result.try({ try: () => decodeURIComponent(text.replaceAll("+", " ")), catch: () => undefined })
  )

/** The credentials of an `Authorization` header; `undefined` where it has none of HTTP Basic. */
export const basicCredentialsOf = (authorization: string): ShownCredentials | undefined => {
  const encoded = basic.exec(authorization)?.[1]
  const decoded = encoded === undefined ? undefined : Result.getOrUndefined(Base64.decodeString(encoded))
  const [, first, second] = /^([^:]*):([^]*)$/.exec(decoded ?? "") ?? []
  const clientId = first === undefined ? undefined : formDecode(first)
  const clientSecret = second === undefined ? undefined : formDecode(second)
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : { clientId, clientSecret: Redacted.make(clientSecret) }
}
