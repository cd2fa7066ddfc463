/**
 * The clients that still use deprecated things (recruiting 12), as operators read them: by client and name, from the requests that the log has.
 *
 * Decides nothing about what is deprecated: the declarations do (`Deprecation.ts`).
 */
import * as Schema from "effect/Schema"

import { CalendarDate } from "../CalendarDate.ts"
import type { Deprecation } from "../Deprecation.ts"
import { ClientId, exampleClientId } from "../Ids.ts"
import { exampleMoment, Timestamp, timestampFromMillis } from "../Timestamp.ts"
import { byRequests } from "./Traffic.ts"

/** The maximum number of clients and names that are reported: more than an operator writes to before the next look. */
export const deprecatedUsesMax = 200

/** The use of something deprecated by one client. */
export const DeprecatedUseOfClient = Schema.Struct({
  name: Schema.String.annotate({
    description: "The deprecated thing: the id of an endpoint, and the place of a member where it is one",
    examples: ["applications.transition /hire/custom_fee"]
  }),
  client_id: Schema.optionalKey(ClientId),
  requests: Schema.Int.annotate({ description: "The number of requests in the log that use it", examples: [12] }),
  last_at: Timestamp.pipe(Schema.annotateEncoded({ description: "When the newest of them came" })),
  sunset: Schema.optionalKey(CalendarDate).annotateKey({
    description: "The day from which on it may be gone; absent where this version of the service does not have it"
  }),
  replacement: Schema.optionalKey(
    Schema.String.annotate({ description: "The step that replaces it", examples: ["send `expected_fee`"] })
  )
}).annotate({
  identifier: "DeprecatedUseOfClient",
  description: "The use of something deprecated by a client; without `client_id`, the client is not known"
})
export type DeprecatedUseOfClient = typeof DeprecatedUseOfClient.Type

/** The clients that use deprecated things. */
export const DeprecatedUsage = Schema.Struct({
  is_logged: Schema.Boolean.annotate({
    description: "Whether requests are kept (`REQUEST_LOG`); where they are not, there is no use to report"
  }),
  since: Schema.optionalKey(
    Timestamp.pipe(Schema.annotateEncoded({ description: "From when on requests are counted; absent of an empty log" }))
  ),
  uses: Schema.Array(DeprecatedUseOfClient).annotate({
    description: `At most ${deprecatedUsesMax}, the most frequent first`
  }),
  left_out: Schema.Int.annotate({ description: "The number of further uses", examples: [0] })
}).annotate({
  identifier: "DeprecatedUsage",
  description: "The clients that use deprecated things, by the requests that the log has",
  examples: [
    {
      is_logged: true,
      since: exampleMoment,
      uses: [
        {
          name: "applications.transition /hire/custom_fee",
          client_id: exampleClientId,
          requests: 12,
          last_at: exampleMoment,
          sunset: "2027-12-31",
          replacement: "send `expected_fee`"
        }
      ],
      left_out: 0
    }
  ]
})
export type DeprecatedUsage = typeof DeprecatedUsage.Type

/** Requests of one client that use the same. */
export interface DeprecatedRequests {
  readonly names: ReadonlyArray<string>
  readonly clientId: ClientId | undefined
  readonly requests: number
  /** When the newest of them came, in milliseconds since 1970. */
  readonly lastAtMs: number
}

/** The requests of the log that use what is deprecated. */
export interface CountedDeprecatedRequests {
  /** In any order; a client may be in several with a name. */
  readonly groups: ReadonlyArray<DeprecatedRequests>
  /** From when on requests are counted, in milliseconds since 1970; absent of an empty log. */
  readonly sinceMs: number | undefined
}

const byFrequency = byRequests<DeprecatedUseOfClient>(({ client_id, name }) => `${name} ${client_id}`)

/** One use for each client and name, with what is declared of the name. */
export const deprecatedUsageOf = (
  isLogged: boolean,
  { groups, sinceMs }: CountedDeprecatedRequests,
  declarations: ReadonlyMap<string, Deprecation>
): DeprecatedUsage => {
  const found = new Map<string, { name: string; clientId: ClientId | undefined; requests: number; lastAtMs: number }>()
  for (const { clientId, lastAtMs, names, requests } of groups) {
    for (const name of names) {
      const key = `${name} ${clientId ?? ""}`
      const use = found.get(key)
      found.set(key, {
        name,
        clientId,
        requests: requests + (use?.requests ?? 0),
        lastAtMs: Math.max(lastAtMs, use?.lastAtMs ?? 0)
      })
    }
  }
  const uses = [...found.values()].map(({ clientId, lastAtMs, name, requests }): DeprecatedUseOfClient => {
    const declared = declarations.get(name)
    return {
      name,
      ...(clientId === undefined ? {} : { client_id: clientId }),
      requests,
      last_at: timestampFromMillis(lastAtMs),
      ...(declared === undefined ? {} : { sunset: declared.sunset, replacement: declared.replacement })
    }
  })
  return {
    is_logged: isLogged,
    ...(sinceMs === undefined ? {} : { since: timestampFromMillis(sinceMs) }),
    uses: uses.toSorted(byFrequency).slice(0, deprecatedUsesMax),
    left_out: Math.max(0, uses.length - deprecatedUsesMax)
  }
}
