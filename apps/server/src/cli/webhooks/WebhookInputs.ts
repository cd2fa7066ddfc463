/**
 * Arguments that several commands on webhook endpoints share.
 */
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Argument from "effect/cli/Argument"

export const endpointId = Argument.String("endpoint").pipe(
  Argument.withDescription("The id of the webhook endpoint"),
  Argument.withSchema(WebhookEndpointId)
)
