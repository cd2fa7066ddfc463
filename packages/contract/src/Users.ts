/**
 * Users of the organization (spec 4.7; decisions, Resources).
 */
import { UserId } from "@partner-api/domain/Ids"
import { NewUser, User } from "@partner-api/domain/User"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { metadata } from "./EndpointMetadata.ts"
import { listOf, listQuery } from "./Listing.ts"
import { ifNoneMatchHeader, writeHeaders } from "./RequestHeaders.ts"
import { JsonBody, ScopedAccess, ConditionalRequests, IdempotentWrite } from "./Middleware.ts"
import { Conflict, InvalidCursor, NotFound, UnprocessableEntity } from "./WireErrors.ts"

const list = HttpApiEndpoint.get("list", "/v1/users", {
  query: listQuery,
  success: listOf(User),
  error: [InvalidCursor, UnprocessableEntity]
}).annotateMerge(
  metadata({
    title: "List users",
    description: "The users of the organization, ordered by id, page by page.",
    access: { level: "scoped", anyOf: ["users:read"] },
    extension: "users.read",
    paginated: true,
    retry: "safe"
  })
)

const create = HttpApiEndpoint.post("create", "/v1/users", {
  headers: writeHeaders,
  payload: NewUser,
  success: HttpApiSchema.WithHeaders(User.pipe(HttpApiSchema.status(201)), {
    location: Schema.String.annotate({ description: "The address of the new user" })
  }),
  error: Conflict
})
  .middleware(IdempotentWrite)
  .middleware(JsonBody)
  .annotateMerge(
    metadata({
      title: "Add a user",
      description:
        "Adds a user to the organization. Identifier and timestamps are kept when given and made when absent.",
      access: { level: "scoped", anyOf: ["users:write"] },
      extension: undefined,
      paginated: false,
      retry: "idempotency-key"
    })
  )

const get = HttpApiEndpoint.get("get", "/v1/users/:userId", {
  params: { userId: UserId },
  headers: ifNoneMatchHeader,
  success: User,
  error: [NotFound, UnprocessableEntity]
})
  .middleware(ConditionalRequests)
  .annotateMerge(
    metadata({
      title: "Get a user",
      description: "One user of the organization.",
      access: { level: "scoped", anyOf: ["users:read"] },
      extension: "users.read",
      paginated: false,
      retry: "safe"
    })
  )

export class Users extends HttpApiGroup.make("users")
  .add(list, create, get)
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Users", description: "People of the organization" })) {}
