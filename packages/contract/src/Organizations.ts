/**
 * Organizations at developer level: list, create, and mint a token for one (spec 4.2, 4.3; decisions, Resources).
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import { NewOrganization, Organization } from "@partner-api/domain/Organization"
import { Permission, organizationsCreate, permissions } from "@partner-api/domain/Permission"
import { problem } from "@partner-api/domain/Problem"
import { ScopedAccessToken } from "@partner-api/domain/Token"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { encodingHeader } from "./Encoding.ts"
import { metadata } from "./EndpointMetadata.ts"
import { create, created } from "./declare/Write.ts"
import { PrimaryAccess } from "./Middleware.ts"
import { tokenAnswer } from "./TokenAnswer.ts"
import { PayloadTooLarge, UnprocessableEntity, UnsupportedMediaType } from "./WireErrors.ts"

/** The permissions to which a scoped token may be narrowed when it is minted (extension). No body at all requests every granted permission. */
export const ScopedTokenRequest = Schema.Struct({
  permissions: Schema.optionalKey(
    Schema.Array(Permission).check(
      Schema.isMaxLength(permissions.length, problem("length", `must have at most ${permissions.length} permissions`))
    )
  )
}).annotate({
  identifier: "ScopedTokenRequest",
  description: "The permissions that the token is to have, of those granted; all of them where none are named",
  examples: [{ permissions: ["jobs:read"] }],
  "x-extension": true
})

const list = HttpApiEndpoint.get("list", "/v1/organizations", {
  disableCodecs: true,
  success: HttpApiSchema.WithHeaders(
    Schema.Array(Organization).annotate({ description: "All organizations of the client" }),
    encodingHeader
  ),
  error: UnprocessableEntity
}).annotateMerge(
  metadata({
    title: "List organizations",
    description: "Every organization that the client is granted, ordered by id, in one answer.",
    access: { level: "primary" },
    extension: undefined,
    command: "partner organizations",
    paginated: false,
    retry: "safe"
  })
)

const make = create("create", "/v1/organizations", {
  title: "Create an organization",
  description: "Creates an organization; the creating client is granted all of it.",
  access: { level: "primary", right: organizationsCreate },
  extension: "organizations.create",
  payload: NewOrganization,
  success: created(Organization)
})

const token = HttpApiEndpoint.post("token", "/v1/organizations/:organizationId/token", {
  disableCodecs: true,
  params: { organizationId: OrganizationId },
  success: tokenAnswer(ScopedAccessToken),
  error: [PayloadTooLarge, UnsupportedMediaType, UnprocessableEntity]
}).annotateMerge(
  metadata({
    title: "Get an organization-scoped token",
    description: "Mints a token for one granted organization. Needs no body; a JSON body can narrow its permissions.",
    access: { level: "primary" },
    extension: undefined,
    paginated: false,
    retry: "safe",
    credentials: true,
    optionalBody: ScopedTokenRequest
  })
)

export class Organizations extends HttpApiGroup.make("organizations")
  .add(list, make, token)
  .middleware(PrimaryAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Organizations", description: "The organizations that the client may work for" })
  ) {}
