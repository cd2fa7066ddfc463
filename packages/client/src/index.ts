/**
 * The Promise entry: `createClient`, its types, and the guard of its errors.
 *
 * Published as one file with its dependencies inside; nothing else needs to be installed.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import type { ClientOptions, EnvironmentOptions } from "./core/ClientOptions.ts"
import { operationsOf } from "./core/Operation.ts"
import { clientOver } from "./promise/DerivedClient.ts"
import type { PartnerClient } from "./promise/PartnerClient.ts"

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
export {
  type ClientError,
  type ErrorCode,
  type ErrorTag,
  isPartnerError,
  type MadeFailure,
  type Outcome
} from "./core/ClientError.ts"
export type * from "./core/ClientEvent.ts"
export * from "./core/ErrorClasses.ts"
export type { DeprecatedCall } from "./core/Deprecation.ts"
export type { ClientLogger, LogFields, LogLevel } from "./core/EventLog.ts"
export type { ClientClock, ClientOptions, EnvironmentOptions } from "./core/ClientOptions.ts"
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
export type { OrganizationClient, PartnerClient, PromiseKind } from "./promise/PartnerClient.ts"
export type { PendingCall } from "./promise/PendingCall.ts"
export type { FetchedPage, PendingList } from "./promise/PendingList.ts"

const operations = operationsOf(PartnerApi)

/**
 * Makes a client. Nothing is sent before the first call. Address and credentials are those of the environment when none is given:
 * `PARTNER_BASE_URL`, `PARTNER_CLIENT_ID` and `PARTNER_CLIENT_SECRET`.
 *
 * Throws `InvalidConfiguration` when an option is wrong or unknown, and in a browser.
 */
export const createClient = (options: ClientOptions | EnvironmentOptions = {}): PartnerClient =>
  clientOver(operations, options)
