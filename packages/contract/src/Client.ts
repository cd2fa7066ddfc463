/**
 * The client of the token itself, at developer level: what it is called and what it may do (decisions, Tokens).
 */
import { OwnClient } from "@partner-api/domain/OwnClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadata } from "./EndpointMetadata.ts"
import { PrimaryAccess } from "./Middleware.ts"
import { UnprocessableEntity } from "./WireErrors.ts"

// Its path names no resource that could be missing, so it is no `read`.
const get = HttpApiEndpoint.get("get", "/v1/client", { success: OwnClient, error: UnprocessableEntity }).annotateMerge(
  metadata({
    title: "Get the client",
    description: "The client of the token, with the permissions that its grants hold now.",
    access: { level: "primary" },
    extension: "client.read",
    command: "partner whoami",
    paginated: false,
    retry: "safe"
  })
)

export class Client extends HttpApiGroup.make("client")
  .add(get)
  .middleware(PrimaryAccess)
  .annotateMerge(OpenApi.annotations({ title: "Client", description: "What your client is allowed" })) {}
