/**
 * The Effect entry: the service {@link Partner}, its streams and its errors. Uses the program's own `effect`.
 */
export type {
  CallOptions,
  DefaultOptions,
  ExtraHeaders,
  ExtraQuery,
  KeyOptions,
  MatchOptions,
  NoneMatchOptions,
  PersonOptions,
  QueryValue,
  RequestMethod,
  RequestOptions
} from "./core/CallOptions.ts"
export type { CallResponse, WithResponse } from "./core/CallResponse.ts"
export { type ClientError, type ErrorCode, type ErrorTag, isPartnerError, type Outcome } from "./core/ClientError.ts"
export type * from "./core/ClientEvent.ts"
export * from "./core/ErrorClasses.ts"
export type { DeprecatedCall } from "./core/Deprecation.ts"
export type { ClientLogger, LogFields, LogLevel } from "./core/EventLog.ts"
export { withResponse } from "./effect/CurrentResponse.ts"
export { Partner, partnerConfig, type PartnerOptions } from "./effect/Partner.ts"
export type { EffectKind, OrganizationShape, PartnerShape } from "./effect/PartnerShape.ts"
export type { Listing } from "./effect/Listing.ts"
export type { MethodKind } from "./core/MethodKind.ts"
export type * from "./core/Methods.ts"
export type * from "./core/Model.ts"
export type {
  AttachOptions,
  DownloadedFile,
  DownloadOptions,
  FileContent,
  FileMethods,
  FileProgress
} from "./core/files/FileMethods.ts"
export type { FeedEnd, FeedPage, Page } from "./core/pages/Page.ts"
export { PartnerError } from "./core/PartnerError.ts"
