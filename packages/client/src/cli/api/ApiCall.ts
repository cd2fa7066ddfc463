/**
 * One call of any path of the API, as the library's `request` makes it: with its tokens, retries and errors. The answer is not looked at.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { endpointsOf } from "@partner-api/contract/Reflection"
import * as Effect from "effect/Effect"
import type { RequestMethod, RequestOptions } from "../../core/CallOptions.ts"
import { resolveConfig } from "../../core/ClientConfig.ts"
import { clientError } from "../../core/ClientError.ts"
import { toCommandLine } from "../CallFailure.ts"
import { clientOptionsOf, type Credentials } from "../credentials/Credentials.ts"
import { withCredentials } from "../Session.ts"
import { type ApiTarget, endpointAt, readTarget } from "./ApiTarget.ts"

/** The configuration of a client with these credentials. */
export const configOf = Effect.fnUntraced(function* (credentials: Credentials) {
  const config = resolveConfig(yield* clientOptionsOf(credentials), endpointsOf(PartnerApi))
  return yield* Effect.mapError(Effect.fromResult(config), (failure) =>
    toCommandLine(clientError(failure, { operation: undefined, attempts: 0 }), credentials)
  )
})

/** The endpoint of the contract that a call addresses, if there is one. Other commands need no reflection to start. */
export const endpointOf = (method: RequestMethod, target: ApiTarget) =>
  endpointAt(endpointsOf(PartnerApi), method, target)

/** The target of a request. Only pages of lists are requested at an address that names another host. */
export const targetOf = (method: RequestMethod, baseUrl: string, given: string) =>
  readTarget(baseUrl, given, method === "GET" ? endpointsOf(PartnerApi) : [])

interface ApiRequest {
  readonly method: RequestMethod
  readonly target: ApiTarget
  /** None without a body. */
  readonly body: unknown
  /** The organization whose token is sent; without it the one that the endpoint needs. */
  readonly organization: string | undefined
  readonly options: RequestOptions
}

/** Makes the call. */
export const callApi = (credentials: Credentials, { body, method, options, organization, target }: ApiRequest) =>
  withCredentials(credentials, (partner) => {
    const { request } = organization === undefined ? partner : partner.organization(organization)
    return request(method, target.path + target.search, {
      ...options,
      ...(body === undefined ? {} : { body }),
      ...(organization === undefined ? {} : { token: "organization" })
    })
  })
