/**
 * Organizations, and their records, which are read only: what support looks at beside a request.
 */
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFilter } from "@partner-api/domain/AgencyFilter"
import { AgencyInvitation, AgencyInvitationFilter } from "@partner-api/domain/AgencyInvitation"
import { AgencyFees } from "@partner-api/domain/AgencyFees"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { OperatorApplication } from "@partner-api/domain/operator/ApplicationView"
import { Placement } from "@partner-api/domain/Placement"
import { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { JobFilter } from "@partner-api/domain/JobFilter"
import {
  OrganizationDetails,
  OrganizationFilter,
  OrganizationSummary
} from "@partner-api/domain/operator/OrganizationView"
import { CountedReasons } from "@partner-api/domain/operator/ReasonView"
import { NewOrganization } from "@partner-api/domain/Organization"
import { User } from "@partner-api/domain/User"
import { UserFilter } from "@partner-api/domain/UserFilter"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { filteredList, filteredListWithin } from "../declare/List.ts"
import { read } from "../declare/Read.ts"
import { command, create, created } from "../declare/Write.ts"
import { admin, OperatorAccess, viewer } from "./OperatorAccess.ts"

const params = { organizationId: OrganizationId }

export class Organizations extends HttpApiGroup.make("organizations")
  .add(
    filteredList("list", "/operator/v1/organizations", {
      title: "List organizations",
      description: "All organizations, ordered by id, page by page.",
      access: viewer,
      items: OrganizationSummary,
      filter: OrganizationFilter.fields
    }),
    create("create", "/operator/v1/organizations", {
      title: "Create an organization",
      description: "Creates an organization. No client may use it before it is granted.",
      access: admin,
      payload: NewOrganization,
      success: created(OrganizationSummary)
    }),
    command("rename", "/operator/v1/organizations/:organizationId/rename", {
      title: "Rename an organization",
      description: "Gives an organization another name; its id stays.",
      access: admin,
      params,
      payload: NewOrganization,
      success: OrganizationSummary
    }),
    read("get", "/operator/v1/organizations/:organizationId", {
      title: "Get an organization",
      description: "One organization, and how many records stand where.",
      access: viewer,
      params,
      success: OrganizationDetails
    }),
    filteredListWithin("jobs", "/operator/v1/organizations/:organizationId/jobs", {
      title: "List the jobs of an organization",
      description: "The jobs of an organization as the employer sees them, page by page.",
      access: viewer,
      params,
      items: Job,
      filter: JobFilter.fields
    }),
    filteredListWithin("users", "/operator/v1/organizations/:organizationId/users", {
      title: "List the users of an organization",
      description: "The users of an organization, page by page.",
      access: viewer,
      params,
      items: User,
      filter: UserFilter.fields
    }),
    filteredListWithin("agencies", "/operator/v1/organizations/:organizationId/agencies", {
      title: "List the agencies of an organization",
      description: "The agencies of an organization, page by page.",
      access: viewer,
      params,
      items: Agency,
      filter: AgencyFilter.fields
    }),
    read("fees", "/operator/v1/organizations/:organizationId/agencies/:agencyId/fees", {
      title: "Get the fees of an agency",
      description: "The fees that an organization has agreed on with an agency.",
      access: viewer,
      params: { ...params, agencyId: AgencyId },
      success: AgencyFees
    }),
    filteredListWithin("invitations", "/operator/v1/organizations/:organizationId/agency_invitations", {
      title: "List the invitations of an organization",
      description: "The invitations of agencies of an organization, page by page. None has its link.",
      access: viewer,
      params,
      items: AgencyInvitation,
      filter: AgencyInvitationFilter.fields
    }),
    read("reasons", "/operator/v1/organizations/:organizationId/rejection_reasons", {
      title: "Get the reasons of an organization",
      description:
        "The reasons of an organization for rejections and withdrawals, and how many applications name each.",
      access: viewer,
      params,
      success: CountedReasons
    }),
    filteredListWithin("applications", "/operator/v1/organizations/:organizationId/applications", {
      title: "List the applications of an organization",
      description:
        "The applications of an organization, page by page, those among them that the employer does not see yet: `only_client_id` marks them.",
      access: viewer,
      params,
      items: OperatorApplication,
      filter: ApplicationFilter.fields
    }),
    filteredListWithin("placements", "/operator/v1/organizations/:organizationId/placements", {
      title: "List the placements of an organization",
      description: "The placements of an organization, page by page.",
      access: viewer,
      params,
      items: Placement,
      filter: PlacementFilter.fields
    })
  )
  .middleware(OperatorAccess)
  .annotateMerge(OpenApi.annotations({ title: "Organizations", description: "Organizations and their records" })) {}
