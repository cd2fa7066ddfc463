/**
 * The methods that an endpoint has: one of its own name, and of a feed one more, which follows it.
 */
import type { EndpointEntry } from "@partner-api/contract/Reflection"

export const methodsOfEndpoint = (entry: EndpointEntry): ReadonlyArray<string> =>
  entry.metadata.isFeed === true ? [entry.id, `${entry.group.identifier}.follow`] : [entry.id]
