/**
 * The party as which the credentials act on an application (recruiting 6), as far as the platform shows it, and the refusal of an action that is the other
 * side's, before anybody is asked.
 *
 * The client and its grants show whether the credentials are an agency's. Which client submitted an application its history shows the employer. What is not shown
 * the platform alone decides.
 */
import type { Application, OrganizationShape } from "@partner-api/client/effect"
import { partyOf } from "@partner-api/domain/ApplicationAccess"
import { type ApplicationAction, mayTake } from "@partner-api/domain/ApplicationState"
import * as Effect from "effect/Effect"
import { notSent, type ToolFailure } from "../protocol/tool/ToolFailure.ts"
import type { Platform } from "../upstream/Platform.ts"
import { explain, type FailedCall } from "../upstream/UpstreamFailure.ts"
import { hasOperation } from "./ContractMetadata.ts"

/** Whether the credentials are bound to an agency, as far as that is known. */
export const areAgencys = ({ grants }: Pick<Platform, "grants">, organizationId: string): boolean =>
  grants.viewerIn(organizationId)?.agencyId !== undefined

const refused = (whose: string): ToolFailure =>
  notSent("forbidden", `${whose} Nothing was done. Tell the user; do not retry.`, {
    fields: [{ path: "/action", problem: "is not an action of these credentials" }],
    next: ["get_application"]
  })

const ofEmployer = (action: ApplicationAction): ToolFailure =>
  refused(`The action ${action} is the employer's, and the credentials of this server are bound to an agency.`)

const ofAgency = (action: ApplicationAction): ToolFailure =>
  refused(
    `The action ${action} is the agency's: another client than that of this server has submitted the application.`
  )

/** The client that has submitted an application; undefined for an imported one. Its history begins with that. */
const submitterOf = Effect.fnUntraced(function* (
  platform: Platform,
  { applications }: Pick<OrganizationShape, "applications">,
  applicationId: string,
  call: FailedCall
) {
  if (!hasOperation(platform, "applications.history")) return undefined
  const { content } = yield* explain(applications.history(applicationId, { limit: 1 }).page, call)
  const [first] = content
  return first?.action === "application.submitted" ? first.client_id : undefined
})

/**
 * The refusal of an action that the credentials may take on this application in no state; undefined where they may, or where that is not known. Without terms the
 * application may have been stored before submitters were: every client of the employer acts on it for the agency.
 */
export const ofOtherParty = Effect.fnUntraced(function* (
  platform: Platform,
  organization: Pick<OrganizationShape, "applications"> & { readonly id: string },
  { id, terms }: Pick<Application, "id" | "terms">,
  { action, call }: { readonly action: ApplicationAction; readonly call: FailedCall }
) {
  const viewer = platform.grants.viewerIn(organization.id)
  if (viewer === undefined) return undefined
  if (viewer.agencyId !== undefined) return mayTake("agency", action) ? undefined : ofEmployer(action)
  if (mayTake("employer", action) || terms === undefined) return undefined
  const submittedBy = yield* submitterOf(platform, organization, id, call)
  return mayTake(partyOf(viewer, { submittedBy }), action) ? undefined : ofAgency(action)
})
