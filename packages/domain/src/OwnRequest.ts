/**
 * The requests of a client in the request log, as the client reads them (recruiting 11): as redacted as the operator's, without the number in the log,
 * which counts the requests of all clients.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { LoggedRequest, LoggedRequestFilter } from "./operator/LoggedRequest.ts"
import { exampleMoment } from "./Timestamp.ts"

/** The members of a logged request that its client does not read: the number in the log, and its own id. */
const operatorsOnly = ["id", "client_id"] as const

/** A request of the client and its answer, without values. */
export const OwnRequest = Schema.Struct(Struct.omit(LoggedRequest.fields, operatorsOnly)).annotate({
  identifier: "OwnRequest",
  description: "A request of the client and its answer, without values",
  examples: [
    {
      request_id: "0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90",
      at: exampleMoment,
      method: "POST",
      route: "unknown",
      status: 422,
      error: "unprocessable_entity",
      duration_ms: 3.2,
      steps: [
        { step: "admitted", after_ms: 0.4 },
        { step: "answered", after_ms: 3.2 }
      ],
      problems: [{ in: "body", path: "/email", code: "format" }],
      query: [],
      body: [{ path: "", type: "object" }]
    }
  ],
  "x-extension": true
})
export type OwnRequest = typeof OwnRequest.Type

/** A logged request as its client reads it. */
export const ownRequestOf = (request: LoggedRequest): OwnRequest => Struct.omit(request, operatorsOnly)

/** Filters of the own requests; every one that is given must be met. */
export const OwnRequestFilter = Schema.Struct(
  Struct.pick(LoggedRequestFilter.fields, ["status", "request_id", "since"])
)
export type OwnRequestFilter = typeof OwnRequestFilter.Type
