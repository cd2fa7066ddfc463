/**
 * The authentication of requests (spec 5): one token, in either of two headers. Authority is a property of the token.
 *
 * Declares the middleware; the server implements it. Which permission an endpoint needs stands in its metadata.
 */
import type { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { JournalEntry } from "@partner-api/domain/Journal"
import type { OperatorId } from "@partner-api/domain/operator/OperatorId"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InternalError,
  InvalidRequest,
  PayloadTooLarge,
  RateLimited,
  RequestTimeout,
  Unauthorized,
  Unavailable,
  UnprocessableEntity,
  UnsupportedMediaType
} from "./WireErrors.ts"

/** The header of flow B (spec 5). */
export const partnerTokenHeader = "X-Auth-Token"

const security = {
  bearer: HttpApiSecurity.bearer.pipe(
    HttpApiSecurity.annotate(OpenApi.Description, "The access token, as RFC 6750 sends it")
  ),
  partnerToken: HttpApiSecurity.apiKey({ key: partnerTokenHeader, in: "header" }).pipe(
    HttpApiSecurity.annotate(OpenApi.Description, "The same token in a header of its own; never both in one request")
  )
}

/** The client behind a request at developer level. */
export class CurrentClient extends Context.Service<
  CurrentClient,
  {
    readonly clientId: ClientId
    /** Names the token of this request; tokens minted with it belong to it. */
    readonly tokenId: string
  }
>()("@partner-api/contract/CurrentClient") {}

/** The client behind a request that shows the credentials themselves. */
export class CurrentCredentials extends Context.Service<
  CurrentCredentials,
  {
    readonly clientId: ClientId
    /** The digest of the secret that the request was made with. */
    readonly secretDigest: string
  }
>()("@partner-api/contract/CurrentCredentials") {}

/** The client behind a request that may come without a token; absent where it has none. */
export class PossibleClient extends Context.Service<
  PossibleClient,
  { readonly client: CurrentClient["Service"] | undefined }
>()("@partner-api/contract/PossibleClient") {}

/** The client and the organization behind a request inside one organization. */
export class CurrentOrganization extends Context.Service<
  CurrentOrganization,
  {
    readonly clientId: ClientId
    /** Names the token of this request. */
    readonly tokenId: string
    readonly organizationId: OrganizationId
    /** The agency whose view this is; absent for the employer's. */
    readonly agencyId: AgencyId | undefined
  }
>()("@partner-api/contract/CurrentOrganization") {}

/** The caller of a request: a client, with a token of any level, or an operator. */
export class CurrentCaller extends Context.Service<
  CurrentCaller,
  {
    readonly by:
      | { readonly kind: "client"; readonly clientId: ClientId }
      | { readonly kind: "operator"; readonly operatorId: OperatorId }
    /** The organization that the token is for; absent at developer level, and for operators. */
    readonly organizationId: OrganizationId | undefined
  }
>()("@partner-api/contract/CurrentCaller") {}

/** The write under way, in an open transaction. Its commit appends the recorded entries to the journal. */
export class CurrentWrite extends Context.Service<
  CurrentWrite,
  { readonly record: (entries: ReadonlyArray<JournalEntry>) => Effect.Effect<void> }
>()("@partner-api/contract/CurrentWrite") {}

/** Lets requests with a primary token through. */
export class PrimaryAccess extends HttpApiMiddleware.Service<
  PrimaryAccess,
  { provides: CurrentClient | CurrentCaller }
>()("@partner-api/contract/PrimaryAccess", { security, error: [Unauthorized, Forbidden, RateLimited] }) {}

/** Lets requests with a primary token through, and requests without any token. */
export class OptionalAccess extends HttpApiMiddleware.Service<
  OptionalAccess,
  { provides: PossibleClient | CurrentCaller }
>()("@partner-api/contract/OptionalAccess", { security, error: [Unauthorized, Forbidden, RateLimited] }) {}

/** Lets requests with the client id and the secret through, and no token. */
export class CredentialsAccess extends HttpApiMiddleware.Service<
  CredentialsAccess,
  { provides: CurrentCredentials | CurrentCaller }
>()("@partner-api/contract/CredentialsAccess", {
  security: { clientBasic: HttpApiSecurity.basic },
  error: [Unauthorized, Forbidden, RateLimited]
}) {}

/** Lets requests with an organization-scoped token through that has the permission of the endpoint. */
export class ScopedAccess extends HttpApiMiddleware.Service<
  ScopedAccess,
  { provides: CurrentOrganization | CurrentCaller }
>()("@partner-api/contract/ScopedAccess", { security, error: [Unauthorized, Forbidden, RateLimited] }) {}

/** Reads a JSON body within its bounds, before anything decodes it. */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("@partner-api/contract/JsonBody", {
  error: [PayloadTooLarge, UnsupportedMediaType, UnprocessableEntity]
}) {}

/** Reads a body that is a file, piece by piece within its bounds, before the write (recruiting, Attachments). */
export class FileBody extends HttpApiMiddleware.Service<FileBody>()("@partner-api/contract/FileBody", {
  error: [PayloadTooLarge, RequestTimeout, UnprocessableEntity]
}) {}

/**
 * Stands around every endpoint that writes a resource: one transaction for all it does, and the same answer for the same
 * `Idempotency-Key` (decisions, Safe repetition).
 */
export class IdempotentWrite extends HttpApiMiddleware.Service<
  IdempotentWrite,
  { requires: CurrentCaller; provides: CurrentWrite }
>()("@partner-api/contract/IdempotentWrite", {
  error: [InvalidRequest, UnprocessableEntity, IdempotencyInProgress, IdempotencyKeyReused, InternalError, Unavailable]
}) {}

/**
 * Stands around endpoints that show one resource: names its state in `ETag`, and answers 304 when the client has it (RFC 9110 §13).
 */
export class ConditionalRequests extends HttpApiMiddleware.Service<ConditionalRequests>()(
  "@partner-api/contract/ConditionalRequests"
) {}

/** Stands around every endpoint: writes every failure as the Error body. */
export class ErrorEncoding extends HttpApiMiddleware.Service<ErrorEncoding>()("@partner-api/contract/ErrorEncoding", {
  error: [InvalidRequest, InternalError, Unavailable]
}) {}
