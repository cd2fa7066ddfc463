/**
 * The names of what answers call by ids alone: clients, organizations, and webhook endpoints by their host.
 */
import * as Schema from "effect/Schema"

import { ClientId, exampleClientId, OrganizationId } from "../Ids.ts"
import { problem } from "../Problem.ts"
import { WebhookEndpointId } from "../WebhookEndpoint.ts"

/** The most ids of a kind in one request: each is a look into the database, and an address holds as many with ease. */
export const namesMax = 50

const ids = <Id extends Schema.Top>(id: Id, what: string) =>
  Schema.optionalKey(
    Schema.Array(id)
      .check(Schema.isMaxLength(namesMax, problem("length", `must come at most ${namesMax} times`)))
      .annotate({ description: `${what} whose name is wanted; may come several times` })
  )

/** The ids whose names are requested. */
export const NamesWanted = Schema.Struct({
  client_id: ids(ClientId, "A client"),
  organization_id: ids(OrganizationId, "An organization"),
  webhook_endpoint_id: ids(WebhookEndpointId, "A webhook endpoint")
})
export type NamesWanted = typeof NamesWanted.Type

const named = <Id extends Schema.Top>(id: Id, of: string) =>
  Schema.Array(
    Schema.Struct({ id, name: Schema.String.annotate({ examples: ["Acme"] }) }).annotate({
      identifier: `${of}Name`,
      description: "An id and its name"
    })
  ).annotate({ description: "Unknown ids are left out" })

/** The names. */
export const KnownNames = Schema.Struct({
  clients: named(ClientId, "Client"),
  organizations: named(OrganizationId, "Organization"),
  webhook_endpoints: named(WebhookEndpointId, "WebhookEndpoint").annotate({
    description: "The host of each address; unknown ids are left out"
  })
}).annotate({
  identifier: "KnownNames",
  description: "The names of clients, organizations and webhook endpoints",
  examples: [
    {
      clients: [{ id: exampleClientId, name: "Hirewell" }],
      organizations: [{ id: OrganizationId.make("org_acme"), name: "Acme" }],
      webhook_endpoints: []
    }
  ]
})
export type KnownNames = typeof KnownNames.Type
