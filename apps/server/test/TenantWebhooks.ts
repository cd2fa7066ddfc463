/**
 * The webhook endpoints of the tenant matrix: one of each owner, with a ping that was requested. Their addresses lead nowhere.
 */
import { type Answer, type Call, membersOf, textOf } from "./HttpCall.ts"

/** Whose an endpoint is: the matrix asks for its client's own, the bound client's, and those of others. */
export interface PlantedWebhook {
  readonly webhookEndpointId: string
  readonly pingId: string
}

/** An address that no name server knows. */
export const nowhere = "https://webhooks.invalid/"

type Ask = (method: string, path: string, request: Call) => Promise<Answer>

/** Adds an endpoint whose description is a canary. */
export const addWebhook = async (call: Ask, token: string, description: string): Promise<PlantedWebhook> => {
  const id = textOf(await call("POST", "/v1/webhook_endpoints", { token, json: { url: nowhere, description } }), "id")
  const deliveries = await call("GET", `/v1/webhook_endpoints/${id}/deliveries`, { token })
  const { content } = membersOf(deliveries)
  const [ping] = Array.isArray(content) ? content : []
  return { webhookEndpointId: id, pingId: String(Object(ping).event_id) }
}
