/**
 * The tables of the contract that the page has at run time: the method and the path of each operation, the remedy of each error, and the choices. They are made
 * of the contract's reflection, so that no path is written by hand and no schema is loaded.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { endpointsOf } from "@partner-api/contract/Reflection"
import { AuditAction } from "@partner-api/domain/Audit"
import { explanationOf } from "@partner-api/domain/Errors"
import { grantRoles } from "@partner-api/domain/GrantRole"
import { permissions } from "@partner-api/domain/Permission"
import { WebhookDeliveryStatus } from "@partner-api/domain/WebhookDelivery"

/** Method and path of each operation, and whether it takes an `Idempotency-Key`. */
export const routes = Object.fromEntries(
  endpointsOf(OperatorApi).map(({ acceptsIdempotencyKey, id, method, path }) => [
    id,
    { method, path, takesKey: acceptsIdempotencyKey }
  ])
)

/** The remedy of each error, by its code. */
export const remedies = Object.fromEntries(
  partnerErrors.map((error) => [error.fields.code.schema.literal, explanationOf(error).remedy])
)

/** The values that a reader can choose from. */
export const choices = {
  auditActions: AuditAction.literals,
  deliveryStatuses: WebhookDeliveryStatus.literals,
  /** Roles of a grant, with what each is for. */
  grantRoles,
  permissions
}

/** The text of the file that the page has of them, before it is formatted. */
export const apiTable = (): string => `/**
 * The operations of the operator's API, the remedies of its errors, and what there is to choose from. Written by \`pnpm generate\`: change the contract instead.
 */

/** Method and path of each operation, and whether it takes an \`Idempotency-Key\`. */
export const routes = ${JSON.stringify(routes)} as const

/** The remedy of each error, by its code. */
export const remedies: Readonly<Record<string, string>> = ${JSON.stringify(remedies)}

/** The values that a reader can choose from. */
export const choices = ${JSON.stringify(choices)} as const
`
