/**
 * Reads the forms of the OAuth endpoints, in the order of checks that the decisions page fixes (RFC 6749 §2.3, §3.2, §5.2).
 *
 * Read by hand, because a schema cannot see what matters here: a parameter sent twice, one sent empty (which counts as absent),
 * credentials in the address, or two ways of authentication at once.
 */
import { grantType } from "@partner-api/contract/OAuth"
import { InvalidClient, InvalidRequest, UnsupportedGrantType } from "@partner-api/contract/ProtocolErrors"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { basicCredentialsOf, formDecode, type ShownCredentials } from "../BasicCredentials.ts"
import type { Incoming } from "../Incoming.ts"

/** A request for a token. */
export interface OAuthRequest {
  readonly credentials: ShownCredentials
  readonly scope: string
}

/** A request to end a token. */
export interface RevokeRequest {
  readonly credentials: ShownCredentials
  readonly token: Redacted.Redacted
}

/** The members of a client's form, and the way in which the client authenticates. */
interface ClientForm {
  /** The value of a parameter; empty when it is absent. */
  readonly parameter: (name: string) => string
  readonly credentials: Result.Result<ShownCredentials, InvalidClient>
}

const refuse = (message: string) => Result.fail(new InvalidRequest({ message }))

/** Reads Basic credentials. */
const fromBasic = (authorization: string): Result.Result<ShownCredentials, InvalidClient> => {
  const shown = basicCredentialsOf(authorization)
  return shown === undefined
    ? Result.fail(new InvalidClient({ message: "Authorization must be: Basic <client id and secret>." }))
    : Result.succeed(shown)
}

const credentialParameters = ["client_id", "client_secret"]

/** The parameters that are read. Others are ignored, also where they are sent twice, as `resource` may be (RFC 8707 §2). */
const readParameters = new Set(["grant_type", "scope", "token", ...credentialParameters])

const repeated = (names: ReadonlyArray<string>): string | undefined =>
  names.find((name, index) => readParameters.has(name) && names.indexOf(name) < index)

/** Reads what every form of a client has. The credentials are reported last, so they come as a result of their own. */
const readClientForm = ({ headers, url }: Incoming, form: string): Result.Result<ClientForm, InvalidRequest> => {
  if (formDecode(form) === undefined) return refuse("The body is not form-encoded UTF-8.")
  const query = new URLSearchParams(url.split("?")[1] ?? "")
  if (credentialParameters.some((name) => query.has(name))) {
    return refuse("Credentials must not stand in the address; send them in the body or with HTTP Basic.")
  }
  const parameters = new URLSearchParams(form)
  const twice = repeated([...parameters.keys()])
  if (twice !== undefined) return refuse(`The parameter ${twice} is sent twice; send it once.`)
  const parameter = (name: string): string => parameters.get(name) ?? ""

  const authorization = headers["authorization"]
  if (authorization !== undefined && parameter("client_secret") !== "") {
    return refuse("Authenticate once: leave client_secret out of the body, or leave HTTP Basic out.")
  }
  const credentials =
    authorization === undefined
      ? Result.succeed({ clientId: parameter("client_id"), clientSecret: Redacted.make(parameter("client_secret")) })
      : fromBasic(authorization)
  // Some clients name themselves in the body too. That is no second authentication, where it is the same name.
  const named = parameter("client_id")
  if (
    authorization !== undefined &&
    named !== "" &&
    Result.isSuccess(credentials) &&
    credentials.success.clientId !== named
  ) {
    return refuse("The client_id of the body is not the one of HTTP Basic; leave it out of the body.")
  }
  return Result.succeed({ parameter, credentials })
}

/** Reads a request for a token. What is wrong with it is reported in the order that clients can rely on. */
export const readOAuthRequest = (
  incoming: Incoming,
  form: string
): Result.Result<OAuthRequest, InvalidRequest | UnsupportedGrantType | InvalidClient> =>
  Result.flatMap(
    readClientForm(incoming, form),
    ({
      parameter,
      credentials
    }): Result.Result<OAuthRequest, InvalidRequest | UnsupportedGrantType | InvalidClient> => {
      if (parameter("grant_type") === "") return refuse(`The parameter grant_type is missing; send ${grantType}.`)
      if (parameter("grant_type") !== grantType) {
        return Result.fail(new UnsupportedGrantType({ message: `The only grant type is ${grantType}.` }))
      }
      return Result.map(credentials, (shown) => ({ credentials: shown, scope: parameter("scope") }))
    }
  )

/** Reads a request to end a token, in the same order. */
export const readRevokeRequest = (
  incoming: Incoming,
  form: string
): Result.Result<RevokeRequest, InvalidRequest | InvalidClient> =>
  Result.flatMap(
    readClientForm(incoming, form),
    ({ parameter, credentials }): Result.Result<RevokeRequest, InvalidRequest | InvalidClient> =>
      parameter("token") === ""
        ? refuse("The parameter token is missing; send the token that is to end.")
        : Result.map(credentials, (shown) => ({ credentials: shown, token: Redacted.make(parameter("token")) }))
  )
