/**
 * Deliveries for people: one line about each.
 */
import type { Column } from "@partner-api/cli-kit/Table"
import type { WebhookDelivery } from "../../core/Model.ts"
import { isAccepted, outcomeOf } from "./AttemptText.ts"

/** The error of the last attempt; empty when it succeeded. */
const lastError = ({ attempts }: WebhookDelivery): string => {
  const last = attempts.at(-1)
  return last === undefined || isAccepted(last) ? "" : outcomeOf(last)
}

/** The columns of a table of deliveries. */
export const deliveryColumns: ReadonlyArray<Column<WebhookDelivery>> = [
  { title: "LAST ATTEMPT", cell: ({ attempts }) => attempts.at(-1)?.at ?? "", isWhole: true },
  { title: "TYPE", cell: ({ type }) => type, isWhole: true },
  { title: "STATUS", cell: ({ status }) => status },
  { title: "ATTEMPTS", cell: ({ attempts }) => String(attempts.length) },
  { title: "ERROR", cell: lastError },
  { title: "NEXT", cell: ({ next_attempt_at: at }) => at ?? "", isWhole: true },
  { title: "EVENT", cell: ({ event_id }) => event_id, isWhole: true }
]

/** A delivery in a line. */
export const deliveryLine = ({ event_id, status, type }: WebhookDelivery): string => [event_id, type, status].join("  ")
