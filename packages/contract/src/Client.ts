/**
 * The client of the token itself, at developer level: its name, what it may do, its limits and its secrets (decisions, Tokens; recruiting 11).
 */
import { OwnClient } from "@partner-api/domain/OwnClient"
import { OwnRequest, OwnRequestFilter } from "@partner-api/domain/OwnRequest"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { filteredList } from "./declare/List.ts"
import { metadata } from "./EndpointMetadata.ts"
import { PrimaryAccess } from "./Middleware.ts"
import { UnprocessableEntity } from "./WireErrors.ts"

// Its path names no resource that could be missing, so it is no `read`.
const get = HttpApiEndpoint.get("get", "/v1/client", {
  disableCodecs: true,
  success: OwnClient,
  error: UnprocessableEntity
}).annotateMerge(
  metadata({
    title: "Get the client",
    description:
      "The client of the token, with the permissions that its grants hold now, its limits, and its live secrets by their ids.",
    access: { level: "primary" },
    extension: "client.read",
    command: "partner client show",
    paginated: false,
    retry: "safe"
  })
)

const requests = filteredList("requests", "/v1/client/requests", {
  title: "List the requests of the client",
  description:
    "The requests of the client in the log of the service, with their answers, the newest first, page by page. It has names and types, no values. A request is in it about a second after its answer. A page may be empty and have a next one, because a bounded number of requests is looked at. 404 where the service keeps no log.",
  access: { level: "primary" },
  extension: "client.requests",
  command: "partner client requests --status 4xx",
  mayBeMissing: true,
  items: OwnRequest,
  filter: OwnRequestFilter.fields
})

export class Client extends HttpApiGroup.make("client")
  .add(get, requests)
  .middleware(PrimaryAccess)
  .annotateMerge(OpenApi.annotations({ title: "Client", description: "The permissions and limits of your client" })) {}
