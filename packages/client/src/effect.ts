/**
 * The Effect entry: the service {@link Partner}, its streams and its errors. Uses the program's own `effect`.
 */
export type { DefaultOptions } from "./core/CallDefaults.ts"
export type { CallOptions, KeyOptions, MatchOptions, NoneMatchOptions } from "./core/CallOptions.ts"
export type { ExtraHeaders, ExtraQuery, QueryValue } from "./core/CallExtras.ts"
export type { CallResponse, WithResponse } from "./core/CallResponse.ts"
export { type ClientError, type ErrorCode, type ErrorTag, isPartnerError, type Outcome } from "./core/ClientError.ts"
export type * from "./core/ClientEvent.ts"
export * from "./core/ErrorClasses.ts"
export { withResponse } from "./effect/CurrentResponse.ts"
export { Partner, partnerConfig, type PartnerOptions } from "./effect/Partner.ts"
export type { OrganizationShape, PartnerShape } from "./effect/PartnerShape.ts"
export type * from "./effect/Methods.ts"
export type { Listing } from "./effect/Listing.ts"
export type { RequestMethod, RequestOptions } from "./core/FreeRequest.ts"
export type * from "./core/Model.ts"
export type { Page } from "./core/pages/Page.ts"
export { PartnerError } from "./core/PartnerError.ts"
