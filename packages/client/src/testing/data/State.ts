/**
 * What a test server knows: organizations and what is in them. Values are kept as they look on the wire.
 */
import { AgencyFees, initialFees } from "@partner-api/domain/AgencyFees"
import { auditEntryOf, type JournalEntry } from "@partner-api/domain/Journal"
import { normalizeEmail } from "@partner-api/domain/Email"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { Permission, permissions as allPermissions } from "@partner-api/domain/Permission"
import * as Schema from "effect/Schema"
import type { TestData } from "../TestServer.ts"
import { type Collection, makeCollection, type TestItem } from "./Collection.ts"
import type { User } from "../../core/Model.ts"
import type { TestAgency, TestOrganization } from "../Options.ts"

/** An organization, inside. */
export interface Organization {
  readonly id: OrganizationId
  readonly name: string
  readonly granted: ReadonlyArray<Permission>
  /** The collection of a group of endpoints; an empty one where nothing was given. */
  readonly collection: (group: string) => Collection
  readonly agencies: Collection<TestAgency>
  readonly users: Collection<User>
  /** The fees of an agency; nothing without such an agency. */
  readonly fees: (agencyId: string) => AgencyFees | undefined
  readonly setFees: (agencyId: string, fees: AgencyFees) => void
  /** The user who has an email address already, whatever its case. */
  readonly holderOf: (email: string) => User | undefined
  readonly addUser: (user: User) => void
}

const readPermissions = Schema.decodeUnknownSync(Schema.Array(Permission))

/** Fees that a test gives are what the domain calls fees, or the test is told so. */
const readFees = Schema.decodeUnknownSync(AgencyFees)

const openOrganization = (given: TestOrganization): Organization => {
  const agencies = makeCollection(given.agencies ?? [])
  const users = makeCollection(given.users ?? [])
  const collections = new Map<string, Collection>([
    ...Object.entries(given.collections ?? {}).map(([name, items]) => [name, makeCollection(items)] as const),
    ["jobs", makeCollection(given.jobs ?? [])],
    ["users", users],
    ["agencies", agencies]
  ])
  const fees = new Map<string, AgencyFees>()
  const holders = new Map([...users.listed()].map((user) => [normalizeEmail(user.email), user]))
  return {
    id: OrganizationId.make(given.id),
    name: given.name,
    granted: given.permissions === undefined ? allPermissions : readPermissions(given.permissions),
    agencies,
    users,
    collection: (group) => {
      const found = collections.get(group) ?? makeCollection<TestItem>([])
      collections.set(group, found)
      return found
    },
    fees: (agencyId) => {
      const agency = agencies.find(agencyId)
      return agency === undefined
        ? undefined
        : (fees.get(agencyId) ?? (agency.fees === undefined ? initialFees : readFees(agency.fees)))
    },
    setFees: (agencyId, changed) => void fees.set(agencyId, changed),
    holderOf: (email) => holders.get(normalizeEmail(email)),
    addUser: (user) => {
      users.add(user)
      holders.set(normalizeEmail(user.email), user)
    }
  }
}

/** The state of a server. */
export interface State {
  readonly find: (organizationId: string) => Organization | undefined
  /** All of them, ordered by id. */
  readonly all: () => ReadonlyArray<Organization>
  readonly add: (organization: TestOrganization) => Organization
  /** A new identifier: made from the time and a number, so that two runs of a test make the same ones. */
  readonly makeId: (prefix: string) => string
  /** Writes into the audit log of an organization. */
  readonly audit: (
    organization: Organization,
    entry: JournalEntry,
    by: { readonly clientId: string; readonly requestId: string; readonly nowMs: number }
  ) => void
  readonly data: TestData
}

/** As many characters as the service puts behind the prefix of an identifier. */
const idCharacters = 26

export const makeState = (given: ReadonlyArray<TestOrganization>): State => {
  const organizations = new Map(given.map((organization) => [organization.id, openOrganization(organization)]))
  const all = () => [...organizations.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1))
  let made = 0
  const makeId = (prefix: string): string => prefix + String(++made).padStart(idCharacters, "0")
  return {
    find: (id) => organizations.get(id),
    all,
    add: (organization) => {
      const opened = openOrganization(organization)
      organizations.set(opened.id, opened)
      return opened
    },
    makeId,
    audit: (organization, change, { clientId, requestId, nowMs }) => {
      const actor = { kind: "client", clientId: ClientId.make(clientId), requestId } as const
      const entry = auditEntryOf(change, { id: makeId("aud_"), actor, nowMs })
      organization.collection("auditLog").add(entry)
    },
    data: {
      get organizations() {
        return all().map(({ id, name }) => ({ id, name }))
      },
      users: (id) =>
        [...(organizations.get(id)?.users.listed() ?? [])].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      fees: (id, agencyId) => organizations.get(id)?.fees(agencyId),
      items: (id, group) =>
        [...(organizations.get(id)?.collection(group).listed() ?? [])].toSorted((left, right) =>
          left.id < right.id ? -1 : 1
        )
    }
  }
}
