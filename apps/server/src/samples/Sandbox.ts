/**
 * The data of the sandbox: three organizations and three clients whose secrets everybody knows.
 *
 * Written once, on an empty database. Because the secrets are public, these clients are marked, and no other start accepts a
 * database that holds them.
 */
import type { Agency } from "@partner-api/domain/Agency"
import { initialFees } from "@partner-api/domain/AgencyFees"
import type { TransitionError } from "@partner-api/domain/commands/Application"
import type { Grant } from "@partner-api/domain/Client"
import type { Conflict, NotFound } from "@partner-api/domain/Errors"
import { AgencyId, ClientId, OrganizationId, UserId } from "@partner-api/domain/Ids"
import { operator } from "@partner-api/domain/Journal"
import { formerSettings, newSettings, type OrganizationSettings } from "@partner-api/domain/OrganizationSettings"
import { type Permission, permissions } from "@partner-api/domain/Permission"
import { recruitersOf } from "@partner-api/domain/Recruiter"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import type { User } from "@partner-api/domain/User"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { OperatorError } from "../platform/OperatorError.ts"
import { digestOf } from "@partner-api/service/crypto/Secrets"
import { DocumentedCaller } from "@partner-api/service/http/DocumentedCaller"
import { Journal } from "@partner-api/service/services/Journal"
import { Clients } from "@partner-api/service/services/access/Clients"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import type { AgencyStore } from "@partner-api/service/store/AgencyStore"
import type { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import type { JobAssignmentStore } from "@partner-api/service/store/JobAssignmentStore"
import type { JobStore } from "@partner-api/service/store/JobStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import type { PlacementStore } from "@partner-api/service/store/PlacementStore"
import type { UserStore } from "@partner-api/service/store/UserStore"
import { sampleJobs, samplesBeginMs } from "./SampleJob.ts"
import {
  type SampleAssignment,
  writeSampleAgencies,
  writeSampleApplications,
  writeSampleAssignments,
  writeSampleJobs,
  writeSampleUsers
} from "./SampleRecords.ts"

interface SandboxOrganization {
  readonly id: OrganizationId
  readonly name: string
  readonly settings: OrganizationSettings
  /** The numbers of its jobs: no two organizations share an id. */
  readonly jobs: { readonly first: number; readonly count: number }
  /** The number of its applications. */
  readonly applications: number
  readonly agencies: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly users: ReadonlyArray<Pick<User, "id" | "first_name" | "last_name" | "email">>
  /** The assignments of its jobs to its agencies. */
  readonly assignments: ReadonlyArray<SampleAssignment>
}

const acme = OrganizationId.make("org_acme")
const globex = OrganizationId.make("org_globex")
const initech = OrganizationId.make("org_initech")

const organizations: ReadonlyArray<SandboxOrganization> = [
  {
    id: acme,
    name: "Acme",
    settings: formerSettings,
    jobs: { first: 1, count: 250 },
    applications: 9,
    agencies: [
      { id: "agy_hirewell", name: "Hirewell" },
      { id: "agy_northwind", name: "Northwind Talent" }
    ],
    users: [
      { id: UserId.make("usr_00000001"), first_name: "Charles", last_name: "Babbage", email: "charles@example.com" }
    ],
    assignments: [{ job: 1, agencyId: "agy_hirewell", terms: { instructions: "Send a sample of work along." } }]
  },
  {
    id: globex,
    name: "Globex",
    settings: { ...newSettings, consent: "REQUIRED", fees_apply: "AT_CONFIRMATION" },
    jobs: { first: 1_001, count: 3 },
    applications: 1,
    agencies: [{ id: "agy_contoso", name: "Contoso Recruiting" }],
    users: [],
    assignments: [{ job: 1_001, agencyId: "agy_contoso", terms: { submission_limit: 20 } }]
  },
  {
    id: initech,
    name: "Initech",
    settings: newSettings,
    jobs: { first: 2_001, count: 0 },
    applications: 0,
    agencies: [],
    users: [],
    assignments: []
  }
]

/** A client of the sandbox, with its facts in the start-up output. */
export interface SandboxClient {
  readonly id: string
  readonly secret: string
  readonly note: string
  readonly organizations: ReadonlyArray<OrganizationId>
  readonly permissions: ReadonlyArray<Permission>
  readonly mayCreateOrganizations: boolean
}

/** The client that may do everything. */
const fullClient: SandboxClient = {
  id: "sandbox-client",
  secret: "sandbox-secret",
  note: "Acme and Globex, everything; may create organizations",
  organizations: [acme, globex],
  permissions,
  mayCreateOrganizations: true
}

/** Makes the documentation show the client that may do everything, and run its samples in Acme. */
export const documentedCaller = Layer.succeed(DocumentedCaller, {
  clientId: fullClient.id,
  clientSecret: fullClient.secret,
  organizationId: acme
})

/** The clients of the sandbox. */
export const sandboxClients: ReadonlyArray<SandboxClient> = [
  fullClient,
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

const samplesBegin = timestampFromMillis(samplesBeginMs)

const writeOrganization = Effect.fnUntraced(function* (organization: SandboxOrganization) {
  const createdAt = timestampFromMillis(yield* Clock.currentTimeMillis)
  const operator = yield* OrganizationAdministration
  yield* operator.create(organization, createdAt)
  const [contact] = organization.users
  const jobs = sampleJobs(organization.jobs, organization.settings.agency_access).map((job) =>
    contact === undefined ? job : { ...job, hiring_manager_id: contact.id, recruiting_contact_id: contact.id }
  )
  const agencies = organization.agencies.map(({ id, name }): Agency => ({
    id: AgencyId.make(id),
    name,
    status: "ACTIVE",
    optimizedFee: initialFees.optimizedFee,
    recruiters: recruitersOf(AgencyId.make(id), [
      { first_name: "Robin", last_name: "Doe", email: `robin@${id.slice("agy_".length)}.example` }
    ])
  }))
  yield* writeSampleJobs(organization.id, jobs)
  yield* writeSampleAgencies(organization.id, agencies)
  yield* writeSampleUsers(
    organization.id,
    organization.users.map((user): User => ({
      ...user,
      created_at: samplesBegin,
      updated_at: samplesBegin,
      status: "ACTIVE"
    }))
  )
  yield* writeSampleApplications(organization.id, jobs, agencies, { first: 0, count: organization.applications })
  yield* writeSampleAssignments(organization.id, jobs, organization.assignments)
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
      defaultOrganization: undefined,
      isSandbox: true
    })
  )

/** The services of {@link prepareSandbox}, on an open database. */
export const sandboxServices = Layer.merge(Clients.layer, OrganizationAdministration.layer).pipe(
  Layer.provideMerge(Journal.layer)
)

/** Fills an empty database, all or nothing, and returns whether the sandbox is in it. A database in use is left as it is. */
export const prepareSandbox: Effect.Effect<
  boolean,
  NotFound | Conflict | TransitionError | StoreError,
  | JobStore
  | JobAssignmentStore
  | AgencyStore
  | ApplicationStore
  | ClientStore
  | PlacementStore
  | UserStore
  | Layer.Success<typeof sandboxServices>
> = Effect.gen(function* () {
  const clients = yield* ClientStore
  const journal = yield* Journal
  const fill = Effect.andThen(
    Effect.forEach(organizations, writeOrganization, { discard: true }),
    Effect.forEach(sandboxClients, writeClient, { discard: true })
  )
  // Of nodes that start at once on an empty database, one fills it; another finds it filled when it looks again.
  yield* Effect.retry(
    journal.write(
      operator,
      Effect.flatMap(clients.isEmpty, (isEmpty) => (isEmpty ? fill : Effect.void))
    ),
    { times: 1, while: ({ _tag }) => _tag === "Conflict" }
  )
  const present = yield* clients.sandboxClients
  return present.length > 0
})

/**
 * The clients of the sandbox whose published secret works. A client may replace it, and a start does not restore it: that would end the secret that somebody
 * works with.
 */
export const enterableClients: Effect.Effect<ReadonlyArray<SandboxClient>, StoreError, ClientStore> = Effect.flatMap(
  ClientStore,
  (store) =>
    Effect.filter(sandboxClients, ({ id, secret }) =>
      Effect.map(
        store.secretOf(digestOf(Redacted.make(secret))),
        Option.exists(({ clientId }) => clientId === id)
      )
    )
)

/** Refuses a database that holds clients of the sandbox. */
export const refuseSandbox = (database: string): Effect.Effect<void, OperatorError | StoreError, ClientStore> =>
  Effect.gen(function* () {
    const clients = yield* ClientStore
    const [first] = yield* clients.sandboxClients
    if (first !== undefined) {
      return yield* new OperatorError({
        message: `The database ${database} is a sandbox: it holds ${first.id}, whose secret everybody knows.`,
        remedy: "Set DATABASE_URL to another database."
      })
    }
  })
