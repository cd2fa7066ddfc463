/**
 * Clients: list, create, grant, rotate, revoke. What the commands `partner-api clients` do.
 */
import {
  ClientDetails,
  ClientFilter,
  ClientSecretRotation,
  ClientSecretShown,
  ClientSummary,
  NewClientGrant,
  NewOperatedClient
} from "@partner-api/domain/operator/ClientView"
import { ExpensiveClients } from "@partner-api/domain/operator/ClientCost"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadataOf } from "../declare/Declaration.ts"
import { filteredList } from "../declare/List.ts"
import { read } from "../declare/Read.ts"
import { action, create, created, remove } from "../declare/Write.ts"
import { admin, OperatorAccess, viewer } from "./OperatorAccess.ts"

const params = { clientId: ClientId }

const costs = HttpApiEndpoint.get("costs", "/operator/v1/client_costs", {
  disableCodecs: true,
  success: ExpensiveClients
}).annotateMerge(
  metadataOf(
    {
      title: "Get the most expensive clients",
      description:
        "The clients whose requests have cost this node the most CPU time in the last hour. It is measured, and no limit follows from it.",
      access: viewer
    },
    { paginated: false, retry: "safe" }
  )
)

export class Clients extends HttpApiGroup.make("clients")
  .add(
    filteredList("list", "/operator/v1/clients", {
      title: "List clients",
      description: "All clients, ordered by id, page by page, each with its newest request in the request log.",
      access: viewer,
      items: ClientSummary,
      filter: ClientFilter.fields
    }),
    create("create", "/operator/v1/clients", {
      title: "Create a client",
      description: "Creates a client, and shows its first secret, once.",
      access: admin,
      shownOnce: "secret",
      payload: NewOperatedClient,
      success: created(ClientSecretShown)
    }),
    read("get", "/operator/v1/clients/:clientId", {
      title: "Get a client",
      description: "One client with its grants and secrets, and what would break if it were revoked.",
      access: viewer,
      params,
      success: ClientDetails
    }),
    action("grant", "/operator/v1/clients/:clientId/grants", {
      title: "Grant an organization",
      description: "Grants an organization to a client, or changes the grant there is. It is in force within a second.",
      access: admin,
      params,
      payload: NewClientGrant,
      success: ClientDetails
    }),
    remove("ungrant", "/operator/v1/clients/:clientId/grants/:organizationId", {
      title: "Take a grant back",
      description: "Takes an organization from a client. Its tokens for it are refused within a second.",
      access: admin,
      mayConflict: true,
      params: { ...params, organizationId: OrganizationId }
    }),
    action("rotateSecret", "/operator/v1/clients/:clientId/rotate_secret", {
      title: "Rotate a secret",
      description: "Takes a step of the rotation of a secret, and shows a new secret, once.",
      access: admin,
      shownOnce: "secret",
      params,
      payload: ClientSecretRotation,
      success: ClientSecretShown
    }),
    remove("revoke", "/operator/v1/clients/:clientId", {
      title: "Revoke a client",
      description: "Ends a client with its secrets and tokens, for good. It stays in the list, with the moment.",
      access: admin,
      mayConflict: true,
      params
    }),
    costs
  )
  .middleware(OperatorAccess)
  .annotateMerge(OpenApi.annotations({ title: "Clients", description: "The credentials of partners" })) {}
