/**
 * Agencies of the organization and their fees (spec 4.6; decisions, Resources and Fees).
 */
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFees, AgencyFeesUpdate } from "@partner-api/domain/AgencyFees"
import { AgencyFilter } from "@partner-api/domain/AgencyFilter"
import { AgencyPatch, NewAgency } from "@partner-api/domain/AgencyWrites"
import { FeePreview, NewFeePreview } from "@partner-api/domain/FeePreview"
import { FeesChange } from "@partner-api/domain/FeesHistory"
import { AgencyId } from "@partner-api/domain/Ids"
import { JobAssignment } from "@partner-api/domain/JobAssignment"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { filteredList, listWithin } from "./declare/List.ts"
import { preview } from "./declare/Preview.ts"
import { read } from "./declare/Read.ts"
import { create, createdAt, patch, update } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const params = { agencyId: AgencyId }

export class Agencies extends HttpApiGroup.make("agencies")
  .add(
    filteredList("list", "/v1/agencies", {
      title: "List agencies",
      description: "The agencies that work for the organization, ordered by id, page by page.",
      access: scoped("agencies:read"),
      extension: "agencies.read",
      command: "partner agencies --limit 10",
      items: Agency,
      filter: AgencyFilter.fields
    }),
    create("create", "/v1/agencies", {
      title: "Add an agency",
      description:
        "Adds an agency to the organization, with its recruiters. It begins with the optimized fee. Its `external_id` belongs to one agency.",
      access: scoped("agencies:write"),
      extension: "agencies.write",
      command: 'partner agencies create --name "Good Hands"',
      payload: NewAgency,
      success: createdAt(Agency, "The address of the new agency")
    }),
    patch("update", "/v1/agencies/:agencyId", {
      title: "Change an agency",
      description:
        "Changes an agency and answers with all of it. A list of recruiters replaces the one before: who has the id or the email of one before stays, and who is not in it is erased. An agency that is INACTIVE reads, and submits and confirms no applications.",
      access: scoped("agencies:write"),
      extension: "agencies.write",
      command: "partner agencies update {agencyId} --external-id AG-1",
      params,
      payload: AgencyPatch,
      success: Agency
    }),
    read("get", "/v1/agencies/:agencyId", {
      title: "Get an agency",
      description: "One agency of the organization.",
      access: scoped("agencies:read"),
      extension: "agencies.read",
      command: "partner agencies get {agencyId}",
      params,
      success: Agency
    }),
    read("getFees", "/v1/agencies/:agencyId/fees", {
      title: "Get the fees of an agency",
      description: "The fees that the organization has agreed with the agency.",
      access: scoped("agencies:read", "fees:write"),
      extension: "fees.read",
      command: "partner fees get {agencyId}",
      params,
      success: AgencyFees
    }),
    update("setFees", "/v1/agencies/:agencyId/fees", {
      title: "Set the fees of an agency",
      description:
        "Sets the fees of an agency and answers with all of them. An absent member keeps its value; a given list replaces the stored one.",
      access: scoped("fees:write"),
      command: 'partner fees set {agencyId} --flat 5000.00:EUR --note "Senior roles" --no-optimized',
      params,
      payload: AgencyFeesUpdate,
      success: AgencyFees
    }),
    preview("previewFees", "/v1/agencies/:agencyId/fees/preview", {
      title: "Preview the fees of a hire",
      description:
        "Answers what a hire would cost under each fee that could apply to it, with the stored fees or with those that are given. Changes nothing.",
      access: scoped("agencies:read"),
      extension: "fees.preview",
      command: "partner fees preview {agencyId} --salary 72000.00:EUR",
      params,
      payload: NewFeePreview,
      success: FeePreview
    }),
    listWithin("feesHistory", "/v1/agencies/:agencyId/fees/history", {
      title: "List the history of an agency's fees",
      description:
        "The changes of the fees of an agency, with their moments and actors; the oldest first, page by page.",
      access: scoped("agencies:read"),
      extension: "fees.history",
      params,
      items: FeesChange
    }),
    listWithin("assignments", "/v1/agencies/:agencyId/assignments", {
      title: "List the assignments of an agency",
      description:
        "The jobs that are assigned to the agency, ordered by job, page by page; to the agency itself, those that it sees.",
      access: scoped("jobs:read"),
      extension: "jobs.assignments",
      command: "partner agencies assignments {agencyId}",
      params,
      items: JobAssignment
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({
      title: "Agencies",
      description: "The agencies that recruit for the organization, and their fees"
    })
  ) {}
