/**
 * Clients as operators see and change them: grants, secrets by their name and age, and what would break. Secrets are shown once, when they
 * are made.
 */
import * as Schema from "effect/Schema"

import { ClientName, secretsMax } from "../Client.ts"
import { ClientGrant } from "../ClientGrant.ts"
import { ClientSecretId, SecretMaker } from "../ClientSecret.ts"
import { GrantRole } from "../GrantRole.ts"
import { AgencyId, ClientId, exampleClientId, OrganizationId } from "../Ids.ts"
import { Permission, permissions } from "../Permission.ts"
import { problem } from "../Problem.ts"
import { queryCheck, SearchQuery } from "../Search.ts"
import { exampleMoment, Timestamp } from "../Timestamp.ts"

const organizationId = OrganizationId.make("org_acme")

/** The request that sets a grant: a role or permissions. Which of them go together is decided by `grantOf` (`GrantRole.ts`). */
export const NewClientGrant = Schema.Struct({
  organization_id: OrganizationId,
  role: Schema.optionalKey(
    GrantRole.annotate({ description: "The purpose of the grant, in place of permissions", examples: ["reader"] })
  ),
  permissions: Schema.optionalKey(
    Schema.Array(Permission)
      .check(
        Schema.isMaxLength(permissions.length, problem("length", `must name at most ${permissions.length} permissions`))
      )
      .annotate({ description: "The permissions one by one, in place of a role", examples: [["jobs:read"]] })
  ),
  agency_id: Schema.optionalKey(AgencyId),
  is_default: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether tokens for both levels are for this organization" })
  )
}).annotate({
  identifier: "NewClientGrant",
  description: "Sets what a client may do in one organization",
  examples: [{ organization_id: organizationId, permissions: ["jobs:read"] }]
})
export type NewClientGrant = typeof NewClientGrant.Type

/** A client among all of them. */
const listed = {
  id: ClientId,
  name: Schema.String.annotate({ description: "The partner", examples: ["Hirewell"] }),
  created_at: Timestamp,
  revoked_at: Schema.optionalKey(Timestamp).annotateKey({ description: "Since when it is no client any more" }),
  may_create_organizations: Schema.Boolean,
  default_organization_id: Schema.optionalKey(OrganizationId)
}

const exampleListed = {
  id: exampleClientId,
  name: "Hirewell",
  created_at: exampleMoment,
  may_create_organizations: false
}

/** A client in the list of all. */
export const ClientSummary = Schema.Struct({
  ...listed,
  grants: Schema.Int.annotate({ description: "The number of organizations that it is granted", examples: [1] }),
  secrets: Schema.Int.annotate({ description: "The number of its live secrets", examples: [1] }),
  last_request_at: Schema.optionalKey(Timestamp).annotateKey({ description: "Its newest request in the request log" })
}).annotate({
  identifier: "ClientSummary",
  description: "A client in the list of all clients",
  examples: [{ ...exampleListed, grants: 1, secrets: 1 }]
})
export type ClientSummary = typeof ClientSummary.Type

/** Filters of clients; every one that is given must be met. */
export const ClientFilter = Schema.Struct({
  q: Schema.optionalKey(SearchQuery),
  state: Schema.optionalKey(
    Schema.Literals(["active", "revoked"]).annotate({
      description: "Clients that were not revoked, or those that were",
      examples: ["active"]
    })
  )
})
export type ClientFilter = typeof ClientFilter.Type

/** The check whether clients meet a filter: name and id are searched. */
export const clientCheck = ({
  q,
  state
}: ClientFilter): ((client: { readonly id: string; readonly name: string; readonly revoked: boolean }) => boolean) => {
  const meets = q === undefined ? () => true : queryCheck(q)
  return ({ id, name, revoked }) => (state === undefined || (state === "revoked") === revoked) && meets([name, id])
}

/** A live secret, without anything that it could be guessed by. */
export const SecretSummary = Schema.Struct({
  id: Schema.String.annotate({
    description: "Names the secret: the beginning of its digest",
    examples: ["sec_1f0a9c3b"]
  }),
  created_at: Timestamp,
  last_used_at: Schema.optionalKey(Timestamp).annotateKey({ description: "The hour in which it was used last" }),
  made_by: Schema.optionalKey(SecretMaker).annotateKey({
    description: "Its maker; absent where the audit log does not have it"
  })
}).annotate({ identifier: "SecretSummary", description: "A live secret of a client" })

/** The records that a revocation of a client would end. */
const ClientUse = Schema.Struct({
  live_tokens: Schema.Int.annotate({ description: "Tokens that would end", examples: [12] }),
  webhook_endpoints: Schema.Int.annotate({
    description: "Webhook endpoints that would get nothing any more",
    examples: [1]
  }),
  is_logged: Schema.Boolean.annotate({ description: "Whether requests are kept (`REQUEST_LOG`)" }),
  last_request_at: Schema.optionalKey(Timestamp).annotateKey({ description: "Its newest request in the request log" })
}).annotate({ identifier: "ClientUse", description: "The records that a revocation of the client would end" })

/** A client with all that is known of it. */
export const ClientDetails = Schema.Struct({
  ...listed,
  grants: Schema.Array(ClientGrant),
  secrets: Schema.Array(SecretSummary).annotate({ description: "Its live secrets, the oldest first" }),
  use: ClientUse
}).annotate({
  identifier: "ClientDetails",
  description: "A client with its grants and secrets, and what would break",
  examples: [
    {
      ...exampleListed,
      grants: [{ organization_id: organizationId, permissions: ["jobs:read"] }],
      secrets: [{ id: "sec_1f0a9c3b", created_at: exampleMoment }],
      use: { live_tokens: 12, webhook_endpoints: 1, is_logged: true }
    }
  ]
})
export type ClientDetails = typeof ClientDetails.Type

/** The most grants that a client is created with: more are added one by one. */
export const firstGrantsMax = 20

/** The request that creates a client. */
export const NewOperatedClient = Schema.Struct({
  name: ClientName,
  grants: Schema.optionalKey(
    Schema.Array(NewClientGrant).check(
      Schema.isMaxLength(firstGrantsMax, problem("length", `must have at most ${firstGrantsMax} grants`))
    )
  ),
  may_create_organizations: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether it may create organizations; no, by default" })
  )
}).annotate({
  identifier: "NewClient",
  description: "Creates a client with its first secret",
  examples: [{ name: "Hirewell", grants: [{ organization_id: organizationId, permissions: ["jobs:read"] }] }]
})
export type NewOperatedClient = typeof NewOperatedClient.Type

/** The answer that shows a secret, once. */
export const ClientSecretShown = Schema.Struct({
  client_id: ClientId,
  secret: Schema.optionalKey(
    Schema.RedactedFromValue(
      Schema.String.annotate({
        description: "The secret; it is shown only now",
        examples: ["kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4hJ1kE8rT5w0"]
      })
    )
  )
}).annotate({
  identifier: "ClientSecretShown",
  description: "The secret of a client. A replayed answer lacks it"
})
export type ClientSecretShown = typeof ClientSecretShown.Type

/** The request that takes one step of a rotation of secrets. */
export const ClientSecretRotation = Schema.Struct({
  step: Schema.Literals(["add", "end", "end_older", "replace"]).annotate({
    description: `\`add\`: another secret beside the present one, ${secretsMax} at most · \`end\`: the secret with \`secret_id\` ends; tokens go on · \`end_older\`: the older of two ends, once the newer one is used; tokens go on · \`replace\`: for a secret that leaked: a new one alone; every token ends, and the webhook endpoints of the client are disabled until it enables them`,
    examples: ["add"]
  }),
  secret_id: Schema.optionalKey(ClientSecretId.annotate({ description: "The secret that the step `end` ends" }))
}).annotate({
  identifier: "ClientSecretRotation",
  description: "A step of the rotation of a secret",
  examples: [{ step: "add" }]
})
export type ClientSecretRotation = typeof ClientSecretRotation.Type
