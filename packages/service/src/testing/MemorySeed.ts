/**
 * The state that a service in memory begins with: organizations and what is in them, one client that is granted them, and one for each agency. Given values
 * are decoded, those of a function when they are read.
 */
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFees, initialFees } from "@partner-api/domain/AgencyFees"
import { Application, type StoredApplication } from "@partner-api/domain/Application"
import { movePlacementOn, placeHire } from "@partner-api/domain/commands/Placement"
import { type AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { newSettings, StoredSettings } from "@partner-api/domain/OrganizationSettings"
import { boundPermissions, Permission, permissions } from "@partner-api/domain/Permission"
import { PlacementId, type StoredPlacement } from "@partner-api/domain/Placement"
import { firstReasons } from "@partner-api/domain/RejectionReason"
import { recruitersOf, StoredRecruiter } from "@partner-api/domain/Recruiter"
import { type Timestamp, timestampFromMillis, timestampToMillis } from "@partner-api/domain/Timestamp"
import { User } from "@partner-api/domain/User"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { digestOf } from "../crypto/Secrets.ts"
import { agencies, type AgencyRow } from "../store/memory/MemoryAgencyStore.ts"
import { applications } from "../store/memory/MemoryApplicationStore.ts"
import { jobs } from "../store/memory/MemoryJobStore.ts"
import {
  emptyState,
  type MemoryState,
  type RecordKind,
  tableOf,
  withRows,
  withTable
} from "../store/memory/MemoryState.ts"
import { placements } from "../store/memory/MemoryPlacementStore.ts"
import { reasons } from "../store/memory/MemoryRejectionReasonStore.ts"
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
  /** The permissions of the client; all by default. */
  readonly permissions?: ReadonlyArray<string>
  /** The settings that differ from those of a new organization. */
  readonly settings?: { readonly [setting: string]: unknown }
  readonly jobs?: SeedItems
  readonly users?: SeedItems
  readonly agencies?: SeedItems
  readonly applications?: SeedItems
}

/** The credentials of a client. */
export interface SeedClient {
  readonly clientId: string
  readonly secret: Redacted.Redacted
}

/** The first records of a service in memory. */
export interface Seed extends SeedClient {
  readonly organizations: ReadonlyArray<SeedOrganization>
  /** The client of an agency, bound to it wherever it is. Without this, agencies have none. */
  readonly clientOfAgency?: (agencyId: AgencyId) => SeedClient
  readonly mayCreateOrganizations: boolean
  /** The organization that tokens of flow B are good for: by default the one with the lowest id, none when `null`. */
  readonly defaultOrganization: string | null | undefined
  readonly startMs: number
}

/** An agency of a seed. */
const SeedAgency = Schema.Struct({
  id: Agency.fields.id,
  name: Schema.String,
  external_id: Agency.fields.external_id,
  status: Schema.optional(Agency.fields.status),
  recruiters: Schema.optional(Schema.Array(StoredRecruiter)),
  fees: Schema.optional(AgencyFees)
})

/** The schema of the records of each kind. */
export const seedRecords = { jobs: Job, users: User, agencies: SeedAgency, applications: Application }

/** The place of a record in a seed. */
export interface SeedPlace {
  readonly organizationId: string
  readonly kind: keyof typeof seedRecords
  readonly index: number
}

/** Decodes a record of a seed, or throws: a seed is a part of a program. */
export type ReadSeed = <A>(schema: Schema.ConstraintDecoder<A>, record: unknown, place: SeedPlace) => A

const readStrictly: ReadSeed = (schema, record) => Schema.decodeUnknownSync(schema)(record)

const jobOf = (job: Job): Job => job
const userOf = (user: User): User => user

/** A rejected application returns to where it was confirmed: a seed does not have its last state. */
const storedApplication = (application: Application): StoredApplication => ({
  application,
  rejectedFrom: application.state === "REJECTED" ? "AWAITING_SORT" : undefined
})

/** The placement of a hire, as it stands at a moment: with its terms, started and completed where the days are over. */
const placementOf = (
  organizationId: OrganizationId,
  application: Application,
  nowMs: number
): ReadonlyArray<StoredPlacement> => {
  const { hire, id, state, state_entered_at, terms } = application
  if (state !== "HIRED" || hire === undefined) return []
  const origin = {
    id: PlacementId.make(`plc_${id.replace(/^app_/u, "")}`),
    application,
    hire,
    nowMs: timestampToMillis(state_entered_at)
  }
  const { next } = placeHire(organizationId, origin, terms?.fees ?? {}, "OFFER")
  const started = movePlacementOn(organizationId, next, nowMs).next
  return [movePlacementOn(organizationId, started, nowMs).next]
}

/** A state in which the hires of an organization have their placements. Those that a function makes have none: nobody knows them before they are read. */
const withPlacements = (
  state: MemoryState,
  organizationId: OrganizationId,
  given: SeedItems | undefined,
  nowMs: number
): MemoryState =>
  given === undefined || "item" in given
    ? state
    : withRows(
        state,
        organizationId,
        placements,
        tableOf(state, organizationId, applications).rows.flatMap(({ application }) =>
          placementOf(organizationId, application, nowMs)
        )
      )

const readPermissions = Schema.decodeUnknownSync(Schema.Array(Permission))

const readSettings = Schema.decodeUnknownSync(StoredSettings)

const agencyRow = ({
  fees = initialFees,
  recruiters = [],
  status = "ACTIVE",
  ...agency
}: typeof SeedAgency.Type): AgencyRow => ({
  agency: { ...agency, status, recruiters: recruitersOf(agency.id, recruiters), optimizedFee: fees.optimizedFee },
  fees
})

/** A state in which an organization has these items of a kind. */
const seeded = <Row>(
  state: MemoryState,
  organizationId: OrganizationId,
  kind: RecordKind<Row>,
  items: SeedItems | undefined,
  read: (item: unknown, index: number) => Row
): MemoryState => {
  if (items === undefined) return state
  const { keyOf } = tableOf(state, organizationId, kind)
  if (!("item" in items)) return withTable(state, organizationId, kind, makeTable(keyOf, items.map(read)))
  const item = (index: number) => read(items.item(index), index)
  // A function that makes wrong records fails here, and not at a request.
  if (items.count > 0) item(0)
  return withTable(state, organizationId, kind, makeTable(keyOf, [], { count: items.count, item }))
}

interface Known extends SeedClient {
  readonly name: string
  readonly mayCreateOrganizations: boolean
  readonly defaultOrganizationId: OrganizationId | undefined
}

/** A state that has a client and its secret. */
const withClient = (state: MemoryState, { clientId, secret, ...client }: Known, createdAt: Timestamp): MemoryState => {
  const id = ClientId.make(clientId)
  return {
    ...state,
    secrets: state.secrets.put({ digest: digestOf(secret), clientId: id, createdAt, lastUsedAt: undefined }),
    clients: state.clients.put({ id, ...client, isSandbox: false, createdAt, revokedAt: undefined })
  }
}

/** A state in which each agency has a client, with every permission that a bound grant can hold. Agencies that a function makes have none. */
const withAgencyClients = (state: MemoryState, { clientOfAgency, startMs }: Seed): MemoryState => {
  if (clientOfAgency === undefined) return state
  const places = state.organizations.rows.flatMap(({ id }) =>
    tableOf(state, id, agencies).rows.map(({ agency }) => [agency.id, id] as const)
  )
  const createdAt = timestampFromMillis(startMs)
  return [...new Set(places.map(([agencyId]) => agencyId))].reduce((before, agencyId) => {
    const { clientId, secret } = clientOfAgency(agencyId)
    const own = places.flatMap(([id, organizationId]) => (id === agencyId ? [organizationId] : []))
    const client = {
      clientId,
      secret,
      name: agencyId,
      mayCreateOrganizations: false,
      defaultOrganizationId: own[0]
    }
    return own.reduce(
      (known, organizationId) => ({
        ...known,
        grants: known.grants.put({
          clientId: ClientId.make(clientId),
          grant: { organizationId, agencyId, permissions: boundPermissions }
        })
      }),
      withClient(before, client, createdAt)
    )
  }, state)
}

/** The state of a seed. Throws where a given value is none of the domain's; `read` names the mistake of a record. */
export const stateOf = (seed: Seed, read: ReadSeed = readStrictly): MemoryState => {
  const clientId = ClientId.make(seed.clientId)
  const createdAt = timestampFromMillis(seed.startMs)
  const filled = seed.organizations.reduce((state: MemoryState, given): MemoryState => {
    const organizationId = OrganizationId.make(given.id)
    const granted = given.permissions === undefined ? permissions : readPermissions(given.permissions)
    const known: MemoryState = {
      ...state,
      organizations: state.organizations.put({
        id: organizationId,
        name: given.name,
        settings: { ...newSettings, ...readSettings(given.settings ?? {}) },
        createdAt
      }),
      grants: state.grants.put({ clientId, grant: { organizationId, permissions: granted } })
    }
    /** Reads the records of a kind, and makes rows of them. */
    const reader =
      <A, Row>(kind: SeedPlace["kind"], schema: Schema.ConstraintDecoder<A>, rowOf: (record: A) => Row) =>
      (item: unknown, index: number) =>
        rowOf(read(schema, item, { organizationId, kind, index }))
    const withReasons = withRows(known, organizationId, reasons, firstReasons())
    const withJobs = seeded(withReasons, organizationId, jobs, given.jobs, reader("jobs", Job, jobOf))
    const withUsers = seeded(withJobs, organizationId, users, given.users, reader("users", User, userOf))
    const readAgency = reader("agencies", SeedAgency, agencyRow)
    const withAgencies = seeded(withUsers, organizationId, agencies, given.agencies, readAgency)
    const readApplication = reader("applications", Application, storedApplication)
    const withApplications = seeded(withAgencies, organizationId, applications, given.applications, readApplication)
    return withPlacements(withApplications, organizationId, given.applications, seed.startMs)
  }, emptyState)
  const first = seed.defaultOrganization === undefined ? filled.organizations.rows[0]?.id : seed.defaultOrganization
  const client = {
    clientId,
    secret: seed.secret,
    name: "Test",
    mayCreateOrganizations: seed.mayCreateOrganizations,
    defaultOrganizationId: first === null || first === undefined ? undefined : OrganizationId.make(first)
  }
  return withAgencyClients(withClient(filled, client, createdAt), seed)
}
