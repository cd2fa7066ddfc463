/**
 * One call of any path of the API, through the core of the client: with its tokens, retries and errors. The answer is not looked at.
 *
 * What the contract knows of the endpoint decides the token and whether a failed call may be repeated. An endpoint that is newer than this
 * program is called too, and is never repeated when something may have been done.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import type { EndpointMetadataShape } from "@partner-api/contract/EndpointMetadata"
import { endpointsOf } from "@partner-api/contract/Reflection"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Result from "effect/Result"
import type { AnyOptions } from "../../core/CallOptions.ts"
import { resolveConfig } from "../../core/ClientConfig.ts"
import { makeClientCore } from "../../core/ClientCore.ts"
import { clientError } from "../../core/ClientError.ts"
import { type Operation, operationsOf } from "../../core/Operation.ts"
import { httpClientTransport } from "../../effect/HttpClientTransport.ts"
import { clientOptionsOf, type Credentials } from "../credentials/Credentials.ts"
import { JsonOutput } from "../OutputForm.ts"
import { httpClientLayer } from "../RequestLog.ts"
import { type ApiTarget, endpointAt } from "./ApiTarget.ts"

/** The methods of the API. */
export const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const
export type ApiMethod = (typeof methods)[number]

/** The configuration of a client with these credentials. */
export const configOf = Effect.fnUntraced(function* (credentials: Credentials) {
  const config = resolveConfig(clientOptionsOf(credentials, yield* JsonOutput))
  return yield* Effect.mapError(Effect.fromResult(config), (failure) =>
    clientError(failure, { operation: undefined, attempts: 0 })
  )
})

/** What the contract says of an endpoint; nothing of one that it does not have. Other commands need no reflection to start. */
export const endpointOf = (method: ApiMethod, target: ApiTarget) => endpointAt(endpointsOf(PartnerApi), method, target)

interface ApiRequest {
  readonly method: ApiMethod
  readonly target: ApiTarget
  /** None without a body. */
  readonly body: unknown
  /** The organization whose token is sent; without it the primary one. */
  readonly organization: string | undefined
  readonly options: AnyOptions
}

/** What is known of an endpoint that the contract does not have. */
const newer = (method: ApiMethod): Pick<Operation, "id" | "acceptsIdempotencyKey" | "metadata"> => ({
  id: "api",
  acceptsIdempotencyKey: false,
  metadata: {
    title: "",
    description: "",
    access: { level: "primary" },
    extension: undefined,
    paginated: false,
    retry: method === "GET" ? "safe" : "idempotency-key"
  }
})

/** The access of a call for an organization. The service judges the permission; the client reads the level alone. */
const scoped: EndpointMetadataShape["access"] = { level: "scoped", anyOf: ["jobs:read"] }

/** Makes the call. */
export const callApi = Effect.fnUntraced(function* (credentials: Credentials, request: ApiRequest) {
  const { body, method, options, organization, target } = request
  const operations = operationsOf(PartnerApi)
  const core = yield* makeClientCore(
    operations,
    yield* configOf(credentials),
    httpClientTransport(yield* HttpClient.HttpClient)
  )
  const endpoint = endpointOf(method, target)
  const { acceptsIdempotencyKey, id, metadata } = operations.find((one) => one.id === endpoint?.id) ?? newer(method)
  const operation: Operation = {
    id,
    group: "api",
    name: "api",
    path: target.path,
    metadata: organization === undefined ? metadata : { ...metadata, access: scoped },
    acceptsIdempotencyKey,
    params: [],
    hasPayload: body !== undefined,
    hasQuery: false,
    write: () => Result.succeed({ method, ...target, json: body }),
    read: Result.succeed
  }
  return yield* core.call(operation, {}, { organization, options, progress: { attempts: 0 } })
}, Effect.provide(httpClientLayer))
