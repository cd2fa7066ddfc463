/**
 * All that a memory store holds, as one immutable value.
 */
import type { Agency } from "@partner-api/domain/Agency"
import type { AgencyFees } from "@partner-api/domain/AgencyFees"
import type { StoredApplication } from "@partner-api/domain/Application"
import type { AuditEntry } from "@partner-api/domain/Audit"
import type { Client, Grant } from "@partner-api/domain/Client"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { Job } from "@partner-api/domain/Job"
import type { Organization } from "@partner-api/domain/Organization"
import type { Permission } from "@partner-api/domain/Permission"
import type { User } from "@partner-api/domain/User"
import { type KeyScope, nameOf, type StoredAnswer } from "../IdempotencyStore.ts"
import { makeTable, type Table } from "./Table.ts"

/** An agency with its fees, and the name that another system has for it. */
export interface AgencyRow {
  readonly agency: Agency
  readonly fees: AgencyFees
  readonly externalId: string | undefined
}

/** What belongs to an organization. */
export interface OrganizationRecords {
  readonly organizationId: OrganizationId
  readonly jobs: Table<Job>
  readonly users: Table<User>
  readonly agencies: Table<AgencyRow>
  readonly applications: Table<StoredApplication>
  /** When the records were last written, by kind and id. */
  readonly writtenAtMs: ReadonlyMap<string, number>
}

export interface OrganizationRow extends Organization {
  readonly createdAt: string
}

export interface GrantRow {
  readonly clientId: ClientId
  readonly grant: Grant
}

export interface SecretRow {
  readonly digest: string
  readonly clientId: ClientId
  readonly createdAt: string
}

export interface TokenRow {
  readonly digest: string
  readonly clientId: ClientId
  readonly primary: boolean
  readonly organizationId: OrganizationId | undefined
  readonly permissions: ReadonlyArray<Permission> | undefined
  readonly parentId: string | undefined
  readonly expiresAtMs: number
}

/** A stored answer; without one, its key is reserved by the transaction under way. */
export interface AnswerRow {
  readonly scope: KeyScope
  readonly answer: StoredAnswer
  readonly resourceId: string | undefined
  readonly expiresAtMs: number
}

/** A journal; without an organization, that of what belongs to none. */
export interface JournalRow {
  readonly organizationId: OrganizationId | undefined
  /** The entry at `index` has the sequence `index + 1`. */
  readonly entries: ReadonlyArray<AuditEntry>
}

export interface MemoryState {
  readonly organizations: Table<OrganizationRow>
  readonly records: Table<OrganizationRecords>
  readonly clients: Table<Client>
  readonly secrets: Table<SecretRow>
  readonly grants: Table<GrantRow>
  readonly tokens: Table<TokenRow>
  readonly answers: Table<AnswerRow>
  readonly journals: Table<JournalRow>
}

/** The key of a grant. */
export const grantKey = (clientId: ClientId, organizationId: OrganizationId): string => `${clientId} ${organizationId}`

/** The key of a journal. */
export const journalKey = (organizationId: OrganizationId | undefined): string => organizationId ?? ""

/** The records of an organization in a state; none where nothing was written yet. */
export const recordsOf = ({ records }: MemoryState, organizationId: OrganizationId): OrganizationRecords =>
  records.find(organizationId) ?? {
    organizationId,
    jobs: makeTable(({ id }) => id),
    users: makeTable(({ id }) => id),
    agencies: makeTable(({ agency }) => agency.id),
    applications: makeTable(({ application }) => application.id),
    writtenAtMs: new Map()
  }

/** A state with nothing in it. */
export const emptyState: MemoryState = {
  organizations: makeTable(({ id }) => id),
  records: makeTable(({ organizationId }) => organizationId),
  clients: makeTable(({ id }) => id),
  secrets: makeTable(({ digest }) => digest),
  grants: makeTable(({ clientId, grant }) => grantKey(clientId, grant.organizationId)),
  tokens: makeTable(({ digest }) => digest),
  answers: makeTable(({ scope }) => nameOf(scope)),
  journals: makeTable(({ organizationId }) => journalKey(organizationId))
}
