/**
 * The data of the sandbox: three organizations and three clients whose secrets everybody knows.
 *
 * Written once, on an empty database. Because the secrets are public, these clients are marked, and no other start accepts a
 * database that holds them.
 */
import { initialFees } from "@partner-api/domain/AgencyFees"
import type { Grant } from "@partner-api/domain/Client"
import type { Conflict } from "@partner-api/domain/Errors"
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { type Permission, permissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Clients } from "../services/Clients.ts"
import { AgencyStore } from "../store/AgencyStore.ts"
import { ClientStore } from "../store/ClientStore.ts"
import { JobStore } from "../store/JobStore.ts"
import { OrganizationStore } from "../store/OrganizationStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Transaction } from "../store/Transaction.ts"
import { sampleJobs } from "./SampleJob.ts"

interface SandboxOrganization {
  readonly id: OrganizationId
  readonly name: string
  readonly jobs: number
  readonly agencies: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

const acme = OrganizationId.make("org_acme")
const globex = OrganizationId.make("org_globex")
const initech = OrganizationId.make("org_initech")

const organizations: ReadonlyArray<SandboxOrganization> = [
  {
    id: acme,
    name: "Acme",
    jobs: 250,
    agencies: [
      { id: "agy_hirewell", name: "Hirewell" },
      { id: "agy_northwind", name: "Northwind Talent" }
    ]
  },
  { id: globex, name: "Globex", jobs: 3, agencies: [{ id: "agy_contoso", name: "Contoso Recruiting" }] },
  { id: initech, name: "Initech", jobs: 0, agencies: [] }
]

/** A client of the sandbox, with what the start-up output says of it. */
export interface SandboxClient {
  readonly id: string
  readonly secret: string
  readonly note: string
  readonly organizations: ReadonlyArray<OrganizationId>
  readonly permissions: ReadonlyArray<Permission>
  readonly mayCreateOrganizations: boolean
}

/** The clients of the sandbox. */
export const sandboxClients: ReadonlyArray<SandboxClient> = [
  {
    id: "sandbox-client",
    secret: "sandbox-secret",
    note: "Acme and Globex, everything; may create organizations",
    organizations: [acme, globex],
    permissions,
    mayCreateOrganizations: true
  },
  {
    id: "sandbox-partner",
    secret: "sandbox-partner-secret",
    note: "Acme only, everything; Acme is its default",
    organizations: [acme],
    permissions,
    mayCreateOrganizations: false
  },
  {
    id: "sandbox-reader",
    secret: "sandbox-reader-secret",
    note: "Acme only, reads jobs; Acme is its default",
    organizations: [acme],
    permissions: ["jobs:read"],
    mayCreateOrganizations: false
  }
]

const writeOrganization = Effect.fnUntraced(function* (organization: SandboxOrganization) {
  const createdAt = timestampFromMillis(yield* Clock.currentTimeMillis)
  const store = yield* OrganizationStore
  const jobs = yield* JobStore
  const agencies = yield* AgencyStore
  yield* store.insert({ id: organization.id, name: organization.name }, createdAt)
  yield* jobs.saveAll(organization.id, sampleJobs(1, organization.jobs))
  yield* Effect.forEach(
    organization.agencies,
    ({ id, name }) =>
      agencies.insert(
        organization.id,
        {
          id: AgencyId.make(id),
          name,
          optimizedFee: initialFees.optimizedFee,
          recruiters: [{ first_name: "Robin", last_name: "Doe", email: `robin@${id.slice("agy_".length)}.example` }]
        },
        initialFees
      ),
    { discard: true }
  )
})

const writeClient = (client: SandboxClient) =>
  Effect.flatMap(Clients, (clients) =>
    clients.create({
      id: ClientId.make(client.id),
      name: client.id,
      secret: Redacted.make(client.secret),
      grants: client.organizations.map((organizationId): Grant => ({
        organizationId,
        permissions: client.permissions
      })),
      mayCreateOrganizations: client.mayCreateOrganizations,
      isSandbox: true
    })
  )

/** Fills an empty database, all or nothing, and tells whether the sandbox is in it. A database in use is left as it is. */
export const prepareSandbox: Effect.Effect<
  boolean,
  Conflict | StoreError,
  OrganizationStore | JobStore | AgencyStore | ClientStore | Clients | Transaction
> = Effect.gen(function* () {
  const clients = yield* ClientStore
  const transaction = yield* Transaction
  const fill = Effect.andThen(
    Effect.forEach(organizations, writeOrganization, { discard: true }),
    Effect.forEach(sandboxClients, writeClient, { discard: true })
  )
  yield* transaction(Effect.flatMap(clients.isEmpty, (isEmpty) => (isEmpty ? fill : Effect.void)))
  const present = yield* clients.sandboxClients
  return present.length > 0
})
