/**
 * The state that a service in memory begins with: organizations and what is in them, and one client that is granted them. Given values
 * are decoded, those of a function when they are asked for.
 */
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFees, initialFees } from "@partner-api/domain/AgencyFees"
import { Application, type StoredApplication } from "@partner-api/domain/Application"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { Permission, permissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { User } from "@partner-api/domain/User"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { digestOf } from "../crypto/Secrets.ts"
import { agencies, type AgencyRow } from "../store/memory/MemoryAgencyStore.ts"
import { applications } from "../store/memory/MemoryApplicationStore.ts"
import { jobs } from "../store/memory/MemoryJobStore.ts"
import { emptyState, type MemoryState, type RecordKind, tableOf, withTable } from "../store/memory/MemoryState.ts"
import { users } from "../store/memory/MemoryUserStore.ts"
import { makeTable } from "../store/memory/Table.ts"

interface Item {
  readonly id: string
}

/** Items as an array, or made one by one: the one at `index`, with ids that ascend. */
export type SeedItems = ReadonlyArray<Item> | { readonly count: number; readonly item: (index: number) => Item }

/** An organization and what is in it, as it is sent. Agencies may have `fees`. */
export interface SeedOrganization {
  readonly id: string
  readonly name: string
  /** What the client may do; everything by default. */
  readonly permissions?: ReadonlyArray<string>
  readonly jobs?: SeedItems
  readonly users?: SeedItems
  readonly agencies?: SeedItems
  readonly applications?: SeedItems
}

/** What a service in memory begins with. */
export interface Seed {
  readonly organizations: ReadonlyArray<SeedOrganization>
  readonly clientId: string
  readonly secret: Redacted.Redacted
  readonly mayCreateOrganizations: boolean
  /** The organization that tokens of flow B are good for: by default the first one, none when `null`. */
  readonly defaultOrganization: string | null | undefined
  readonly startMs: number
}

const readJob = Schema.decodeUnknownSync(Job)
const readUser = Schema.decodeUnknownSync(User)
const decodeApplication = Schema.decodeUnknownSync(Application)

/** A rejected application returns to where it was confirmed: a seed does not say how far it had come. */
const readApplication = (item: unknown): StoredApplication => {
  const application = decodeApplication(item)
  return { application, rejectedFrom: application.state === "REJECTED" ? "AWAITING_SORT" : undefined }
}
const readPermissions = Schema.decodeUnknownSync(Schema.Array(Permission))

const readSeedAgency = Schema.decodeUnknownSync(
  Schema.Struct({
    id: Agency.fields.id,
    name: Schema.String,
    recruiters: Schema.optional(Agency.fields.recruiters),
    fees: Schema.optional(AgencyFees)
  })
)

const readAgency = (item: unknown): AgencyRow => {
  const { fees = initialFees, id, name, recruiters = [] } = readSeedAgency(item)
  return { agency: { id, name, recruiters, optimizedFee: fees.optimizedFee }, fees, externalId: undefined }
}

/** A state in which an organization has these items of a kind. */
const seeded = <Row>(
  state: MemoryState,
  organizationId: OrganizationId,
  kind: RecordKind<Row>,
  items: SeedItems | undefined,
  read: (item: unknown) => Row
): MemoryState => {
  if (items === undefined) return state
  const { keyOf } = tableOf(state, organizationId, kind)
  const table =
    "item" in items
      ? makeTable(keyOf, [], { count: items.count, item: (index) => read(items.item(index)) })
      : makeTable(keyOf, items.map(read))
  return withTable(state, organizationId, kind, table)
}

/** The state of a seed. Throws where a given value is none of the domain's. */
export const stateOf = (seed: Seed): MemoryState => {
  const clientId = ClientId.make(seed.clientId)
  const createdAt = timestampFromMillis(seed.startMs)
  const filled = seed.organizations.reduce((state: MemoryState, given): MemoryState => {
    const organizationId = OrganizationId.make(given.id)
    const granted = given.permissions === undefined ? permissions : readPermissions(given.permissions)
    const known: MemoryState = {
      ...state,
      organizations: state.organizations.put({ id: organizationId, name: given.name, createdAt }),
      grants: state.grants.put({ clientId, grant: { organizationId, permissions: granted } })
    }
    const withJobs = seeded(known, organizationId, jobs, given.jobs, readJob)
    const withUsers = seeded(withJobs, organizationId, users, given.users, readUser)
    const withAgencies = seeded(withUsers, organizationId, agencies, given.agencies, readAgency)
    return seeded(withAgencies, organizationId, applications, given.applications, readApplication)
  }, emptyState)
  const first = seed.defaultOrganization === undefined ? filled.organizations.rows[0]?.id : seed.defaultOrganization
  return {
    ...filled,
    secrets: filled.secrets.put({ digest: digestOf(seed.secret), clientId, createdAt, lastUsedAt: undefined }),
    clients: filled.clients.put({
      id: clientId,
      name: "Test",
      mayCreateOrganizations: seed.mayCreateOrganizations,
      defaultOrganizationId: first === null || first === undefined ? undefined : OrganizationId.make(first),
      isSandbox: false,
      createdAt,
      revokedAt: undefined
    })
  }
}
