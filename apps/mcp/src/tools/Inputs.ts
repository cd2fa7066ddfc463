/**
 * Arguments that several tools share. Identifiers and bounds are the domain's.
 */
import { AgencyId, ApplicationId, JobId, OrganizationId, UserId } from "@partner-api/domain/Ids"
import { RejectionReasonId } from "@partner-api/domain/RejectionReason"
import { PlacementId } from "@partner-api/domain/Placement"
import { Limit } from "@partner-api/domain/Pagination"
import * as Schema from "effect/Schema"
import type { Platform } from "../upstream/Platform.ts"

type OrganizationField = { readonly organization_id: Schema.optionalKey<typeof OrganizationId> }

/** An invented example of an id would be refused, so the problem of a wrong id names the tools that list the valid ones. */
const organizationId = OrganizationId.annotate({ listedBy: ["list_organizations"] })
export const jobId = JobId.annotate({ listedBy: ["find_jobs", "list_jobs"] })
export const applicationId = ApplicationId.annotate({ listedBy: ["find_applications"] })
export const placementId = PlacementId.annotate({ listedBy: ["find_placements"] })
export const userId = UserId.annotate({ listedBy: ["find_users", "list_users"] })
export const agencyId = AgencyId.annotate({ listedBy: ["list_agencies"] })
export const reasonId = RejectionReasonId.annotate({ listedBy: ["list_reasons"] })

/** Arguments of a tool that works in one organization. A server that is bound to one has no such argument. */
export function inOrganization<Fields extends Schema.Struct.Fields>(
  platform: Platform,
  fields: Fields
): Schema.Struct<OrganizationField & Fields>
export function inOrganization(platform: Platform, fields: Schema.Struct.Fields): Schema.Struct<Schema.Struct.Fields> {
  return Schema.Struct(platform.pinned === undefined ? { organization_id: organizationId, ...fields } : fields)
}

/** The organization that a call is for: the one to which the server is bound, else the one that the call names. */
export const chosenOrganization =
  ({ pinned }: Pick<Platform, "pinned">) =>
  ({ organization_id }: { readonly organization_id?: string | undefined }): string | undefined =>
    pinned ?? organization_id

/** The maximum number of items that are shown. */
export const limitOf = (byDefault: number) => Schema.optionalKey(Limit.annotate({ default: byDefault }))

/** The `next_cursor` of the result before. Without a limit of length: the reader of a cursor has its own limit. */
export const cursor = Schema.optionalKey(Schema.String)

export const nextCursor = Schema.optionalKey(Schema.String)
