/**
 * The deliveries that an endpoint did not accept while it accepts others: parked and failed ones. Its status does not show them.
 */
import * as Effect from "effect/Effect"
import type { WebhookEndpoint } from "../../core/Model.ts"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { notice } from "../OutputForm.ts"
import type { Row } from "../TitledLines.ts"

/** The number of deliveries with a status. */
export interface Refused {
  readonly status: "parked" | "failed"
  readonly count: number
  /** There are more than were counted. */
  readonly isMore: boolean
}

const statuses = ["parked", "failed"] as const

/** Counts the first page of each status: who has more looks at the list anyway. A ping is no event that somebody misses. */
export const refusedOf = (endpoints: OrganizationShape["webhookEndpoints"], id: string) =>
  Effect.forEach(statuses, (status) =>
    Effect.map(endpoints.deliveries(id, { status }).page, ({ content, next }): Refused => ({
      status,
      count: content.filter(({ type }) => type !== "ping").length,
      isMore: next !== null
    }))
  )

const countText = ({ count, isMore }: Refused): string => `${count}${isMore ? " and more" : ""}`

/** `2 parked`, for each status that a delivery has. */
export const refusedText = (refused: ReadonlyArray<Refused>): ReadonlyArray<string> =>
  refused.flatMap((one) => (one.count === 0 ? [] : [`${countText(one)} ${one.status}`]))

/** A row for each status that a delivery has. */
export const refusedRows = (refused: ReadonlyArray<Refused>): ReadonlyArray<Row> =>
  refused.map((one) => [one.status === "parked" ? "Parked" : "Failed", one.count === 0 ? undefined : countText(one)])

const remedyOf = (status: Refused["status"], id: string): string =>
  status === "parked"
    ? `partner webhooks deliveries ${id} --status parked lists what was refused. It is sent again at its own times.`
    : `partner webhooks deliveries ${id} --status failed lists what is not sent any more; partner webhooks recover ${id} --since TIME sends it again.`

/** Prints where to look for refused deliveries, and whether they come again. */
export const printRefused = ({ id }: WebhookEndpoint, refused: ReadonlyArray<Refused>) =>
  Effect.forEach(refused, ({ count, status }) => (count === 0 ? Effect.void : notice(remedyOf(status, id))), {
    discard: true
  })
