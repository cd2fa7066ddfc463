/**
 * The limits of a client as it sees them (recruiting 11; decisions, Limits). The rates are settings of the operator, the other limits are constants.
 */
import * as Schema from "effect/Schema"

import { grantsMax, liveTokensMax, secretsMax } from "./Client.ts"

/** A rate limit: a token bucket. */
export const RequestRate = Schema.Struct({
  requests_per_second: Schema.Finite.annotate({ description: "The sustained rate", examples: [50] }),
  burst: Schema.Int.annotate({
    description: "The number of requests that may come at once after a pause",
    examples: [200]
  })
}).annotate({
  identifier: "RequestRate",
  description: "A rate of requests",
  examples: [{ requests_per_second: 50, burst: 200 }],
  "x-extension": true
})
export type RequestRate = typeof RequestRate.Type

/** The rates of a client on the node that answers. */
export interface ClientRates {
  readonly organization: RequestRate
  readonly client: RequestRate
}

/** The limits of a client with these rates. */
export const clientLimitsOf = ({ client, organization }: ClientRates) => ({
  organization,
  client,
  grants: grantsMax,
  live_tokens: liveTokensMax,
  secrets: secretsMax
})

/** The limits that examples of the documentation show. */
export const exampleLimits = clientLimitsOf({
  organization: { requests_per_second: 50, burst: 200 },
  client: { requests_per_second: 200, burst: 800 }
})

/** The limits of a client. */
export const ClientLimits = Schema.Struct({
  organization: RequestRate,
  client: RequestRate,
  grants: Schema.Int.annotate({ description: "The most organizations that it may be granted", examples: [grantsMax] }),
  live_tokens: Schema.Int.annotate({
    description: "The most live tokens; a new one ends the oldest of its kind",
    examples: [liveTokensMax]
  }),
  secrets: Schema.Int.annotate({ description: "The most live secrets", examples: [secretsMax] })
}).annotate({
  identifier: "ClientLimits",
  description:
    "The limits of the client. `organization` is its rate in each organization, `client` its rate in all of them together, requests for tokens included; a service of several nodes shows the rates of the node that answers",
  examples: [exampleLimits],
  "x-extension": true
})
export type ClientLimits = typeof ClientLimits.Type
