/**
 * The filters of the list of agencies (decisions, Filters).
 */
import * as Schema from "effect/Schema"

import type { Agency } from "./Agency.ts"
import { meetsQuery, SearchQuery } from "./Search.ts"

/** Filters of agencies. */
export const AgencyFilter = Schema.Struct({ q: Schema.optionalKey(SearchQuery.annotate({ examples: ["hire"] })) })
export type AgencyFilter = typeof AgencyFilter.Type

/** The members of an agency that are searched. */
export const searchedInAgency = ({ name }: Pick<Agency, "name">) => [name]

/** Whether an agency meets a filter. */
export const meetsAgencyFilter = ({ q }: AgencyFilter, agency: Agency): boolean =>
  q === undefined || meetsQuery(q, searchedInAgency(agency))
