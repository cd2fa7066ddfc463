/**
 * The permissions of a webhook endpoint, and the tokens that may open it (decisions, Webhooks). An endpoint keeps the permissions of the token that made
 * it, or that chose its types last: nothing that outlives a token reads more than the token.
 *
 * Decides nothing about addresses and states: `commands/WebhookEndpoint.ts` does.
 */
import * as Result from "effect/Result"

import { Forbidden } from "./Errors.ts"
import { readableTypes, selectTypes } from "./EventQuery.ts"
import { commonReader, type EventReader, readerOfClient, readerOfToken } from "./EventReader.ts"
import { permissionOf } from "./EventType.ts"
import type { TokenInfo } from "./Token.ts"
import type { OwnedWebhookEndpoint, WebhookEndpointPatch } from "./WebhookEndpoint.ts"

const beyond = (missing: ReadonlyArray<string>): Forbidden =>
  new Forbidden({
    message: `The webhook endpoint delivers events that the token may not read: it lacks the permission ${missing.join(", ")}. Use a token that has it, or choose types that the token may read.`
  })

/**
 * Refuses a token that may read less than an endpoint delivers. Such a token may narrow, disable and delete the endpoint, and nothing else: with
 * another address, a new secret or a delivery that is sent again it would read more than it may.
 */
export const checkDelivered = (owned: OwnedWebhookEndpoint, token: TokenInfo): Result.Result<void, Forbidden> => {
  const delivered = commonReader(owned, readerOfClient(token))
  const { permissions } = readerOfToken(token)
  const needed = readableTypes(owned.endpoint.types, delivered.permissions).map(permissionOf)
  const missing = [...new Set(needed)].filter((permission) => !permissions.includes(permission))
  return missing.length === 0 ? Result.void : Result.fail(beyond(missing))
}

/**
 * The reader that a patch makes of an endpoint: the token that chooses the types gives the endpoint its permissions, and one that chooses the
 * address takes those away that it lacks. Fails where the patch opens to the token what it may not read.
 */
export const readerAfter = (
  owned: OwnedWebhookEndpoint,
  { status, types, url }: WebhookEndpointPatch,
  token: TokenInfo
): Result.Result<EventReader, Forbidden> => {
  const caller = readerOfToken(token)
  if (types !== undefined) {
    const chosen = { ...owned, endpoint: { ...owned.endpoint, types } }
    return Result.flatMap(selectTypes({ types }, caller.permissions), () =>
      Result.map(checkDelivered(chosen, token), () => caller)
    )
  }
  const isMoved = url !== undefined && url !== owned.endpoint.url
  if (!isMoved && status !== "enabled") return Result.succeed(owned)
  return Result.map(checkDelivered(owned, token), () => (isMoved ? commonReader(owned, caller) : owned))
}
