/**
 * Agencies of the organization and their fees (spec 4.6; decisions, Resources and Fees).
 */
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFees, AgencyFeesUpdate } from "@partner-api/domain/AgencyFees"
import { AgencyId } from "@partner-api/domain/Ids"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadata } from "./EndpointMetadata.ts"
import { listOf, listQuery } from "./Listing.ts"
import { ifMatchHeader, ifNoneMatchHeader, writeHeaders } from "./RequestHeaders.ts"
import { JsonBody, ScopedAccess, ConditionalRequests, IdempotentWrite } from "./Middleware.ts"
import { InvalidCursor, NotFound, PreconditionFailed, UnprocessableEntity } from "./WireErrors.ts"

const params = { agencyId: AgencyId }

const list = HttpApiEndpoint.get("list", "/v1/agencies", {
  query: listQuery,
  success: listOf(Agency),
  error: [InvalidCursor, UnprocessableEntity]
}).annotateMerge(
  metadata({
    title: "List agencies",
    description: "The agencies that work for the organization, ordered by id, page by page.",
    access: { level: "scoped", anyOf: ["agencies:read"] },
    extension: "agencies.read",
    paginated: true,
    retry: "safe"
  })
)

const get = HttpApiEndpoint.get("get", "/v1/agencies/:agencyId", {
  params,
  headers: ifNoneMatchHeader,
  success: Agency,
  error: [NotFound, UnprocessableEntity]
})
  .middleware(ConditionalRequests)
  .annotateMerge(
    metadata({
      title: "Get an agency",
      description: "One agency of the organization.",
      access: { level: "scoped", anyOf: ["agencies:read"] },
      extension: "agencies.read",
      paginated: false,
      retry: "safe"
    })
  )

const getFees = HttpApiEndpoint.get("getFees", "/v1/agencies/:agencyId/fees", {
  params,
  headers: ifNoneMatchHeader,
  success: AgencyFees,
  error: [NotFound, UnprocessableEntity]
})
  .middleware(ConditionalRequests)
  .annotateMerge(
    metadata({
      title: "Get the fees of an agency",
      description: "The fees that the organization has agreed with the agency.",
      access: { level: "scoped", anyOf: ["agencies:read", "fees:write"] },
      extension: "fees.read",
      paginated: false,
      retry: "safe"
    })
  )

const setFees = HttpApiEndpoint.post("setFees", "/v1/agencies/:agencyId/fees", {
  params,
  headers: { ...writeHeaders, ...ifMatchHeader },
  payload: AgencyFeesUpdate,
  success: AgencyFees,
  error: [NotFound, PreconditionFailed]
})
  .middleware(ConditionalRequests)
  .middleware(IdempotentWrite)
  .middleware(JsonBody)
  .annotateMerge(
    metadata({
      title: "Set the fees of an agency",
      description:
        "Sets the fees of an agency and answers with all of them. An absent member keeps its value; a given list replaces the stored one.",
      access: { level: "scoped", anyOf: ["fees:write"] },
      extension: undefined,
      paginated: false,
      retry: "idempotent"
    })
  )

export class Agencies extends HttpApiGroup.make("agencies")
  .add(list, get, getFees, setFees)
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Agencies", description: "Who recruits for the organization, and its fees" })
  ) {}
