/**
 * Reads client credentials as the two token endpoints take them: a form with or without HTTP Basic, in the order of checks that
 * clients can rely on (decisions, Errors; RFC 6749 §2.3, §5.2).
 */
import { grantType } from "@partner-api/contract/OAuth"
import { InvalidClient, InvalidRequest, UnsupportedGrantType } from "@partner-api/contract/ProtocolErrors"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

/** What a form of a client holds. */
export interface ClientForm {
  readonly clientId: string
  readonly clientSecret: string
  /** The value of a parameter; empty when it is absent. */
  readonly parameter: (name: string) => string
}

type Refused = InvalidRequest | InvalidClient | UnsupportedGrantType

const refuse = (message: string): Result.Result<never, Refused> => Result.fail(new InvalidRequest({ message }))

const credentialNames = ["client_id", "client_secret"]

/** Undoes form encoding; nothing when the text is not of that encoding. */
const formDecode = (text: string): string | undefined =>
  Result.getOrUndefined(
    Result.try({ try: () => decodeURIComponent(text.replaceAll("+", " ")), catch: () => undefined })
  )

const fromBasic = (authorization: string): readonly [string, string] | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization)?.[1]
  const text = encoded === undefined ? undefined : Result.getOrUndefined(Base64.decodeString(encoded))
  const [, id, secret] = /^([^:]*):([^]*)$/.exec(text ?? "") ?? []
  const decoded = [formDecode(id ?? "%"), formDecode(secret ?? "%")] as const
  return decoded[0] === undefined || decoded[1] === undefined ? undefined : [decoded[0], decoded[1]]
}

/** Reads a form. `grant` says whether it has to name the grant as well. */
export const readClientForm = (
  form: string,
  query: URLSearchParams,
  authorization: string | null,
  grant: boolean
): Result.Result<ClientForm, Refused> => {
  if (formDecode(form) === undefined) return refuse("The body is not form-encoded UTF-8.")
  if (credentialNames.some((name) => query.has(name))) {
    return refuse("Credentials must not stand in the address; send them in the body or with HTTP Basic.")
  }
  const parameters = new URLSearchParams(form)
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) return refuse("A parameter is sent twice; send each once.")
  const parameter = (name: string): string => parameters.get(name) ?? ""
  if (authorization !== null && credentialNames.some((name) => parameter(name) !== "")) {
    return refuse("Authenticate once: with HTTP Basic or in the body, not with both.")
  }
  if (grant && parameter("grant_type") === "") return refuse(`The parameter grant_type is missing; send ${grantType}.`)
  if (grant && parameter("grant_type") !== grantType) {
    return Result.fail(new UnsupportedGrantType({ message: `The only grant type is ${grantType}.` }))
  }
  const [clientId, clientSecret] =
    authorization === null
      ? [parameter("client_id"), parameter("client_secret")]
      : (fromBasic(authorization) ?? [undefined, undefined])
  return clientId === undefined || clientSecret === undefined
    ? Result.fail(new InvalidClient({ message: "Authorization must be: Basic <client id and secret>." }))
    : Result.succeed({ clientId, clientSecret, parameter })
}
