/**
 * The entry for programs in Effect: the service {@link Partner}, its streams and its errors. Needs `effect`, the program's own.
 */
export type { CallOptions, KeyOptions, MatchOptions, NoneMatchOptions } from "./CallOptions.ts"
export type { CallResponse, WithResponse } from "./CallResponse.ts"
export { type ClientError, type ErrorCode, type ErrorTag, isPartnerError, type Outcome } from "./ClientError.ts"
export type * from "./ClientEvent.ts"
export { withResponse } from "./effect/CurrentResponse.ts"
export {
  Partner,
  type OrganizationShape,
  partnerConfig,
  type PartnerConfiguration,
  type PartnerShape
} from "./effect/Partner.ts"
export type * from "./effect/Methods.ts"
export type { Listing } from "./Listing.ts"
export type * from "./Model.ts"
export type { Page } from "./Page.ts"
