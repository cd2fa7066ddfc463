/**
 * All that a memory store holds, as one immutable value.
 */
import type { AuditEntry } from "@partner-api/domain/Audit"
import type { Client, Grant } from "@partner-api/domain/Client"
import type { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { OwnOrganization } from "@partner-api/domain/Organization"
import type { Permission } from "@partner-api/domain/Permission"
import type { WebhookUse } from "@partner-api/domain/WebhookUse"
import * as Context from "effect/Context"
import type { StoredEvent } from "../EventStore.ts"
import { type ForgottenAnswers, type KeyScope, nameOf, type StoredAnswer } from "../IdempotencyStore.ts"
import type { StoredMail } from "../MailStore.ts"
import type { StoredBytes } from "../StoredBytesStore.ts"
import type { WebhookRow } from "./MemoryWebhooks.ts"
import { makeTable, type Table } from "./Table.ts"

/** A kind of records that belong to organizations: the store that keeps them declares it. */
export type RecordKind<Row> = Context.Reference<Table<Row>>

/** Declares a kind of records: its name, and the key that a row has in its organization. */
export const recordKind = <Row>(name: string, keyOf: (row: Row) => string): RecordKind<Row> =>
  Context.Reference<Table<Row>>(`@partner-api/service/records/${name}`, { defaultValue: () => makeTable(keyOf) })

/** The records of an organization. */
export interface OrganizationRecords {
  readonly organizationId: OrganizationId
  /** The table of each kind of which something was written. */
  readonly tables: Context.Context<never>
  /** When the records were last written, by kind and key. */
  readonly writtenAtMs: ReadonlyMap<string, number>
}

export interface OrganizationRow extends OwnOrganization {
  readonly createdAt: string
  /** When the work of `retention_days` has last looked at its persons; absent without the setting. */
  readonly retainedAtMs?: number | undefined
}

export interface GrantRow {
  readonly clientId: ClientId
  readonly grant: Grant
}

export interface SecretRow {
  readonly digest: string
  readonly clientId: ClientId
  readonly createdAt: string
  readonly lastUsedAt: string | undefined
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
  /** The place of its body in an event: the digest of the body, and the number after which the journal has the event. */
  readonly event?: { readonly digest: string; readonly after: number }
  readonly resourceId: string | undefined
  /** The mark of its resource when it was stored; none where there was none. */
  readonly mark: string | undefined
  readonly expiresAtMs: number
}

/** The key of what a mark is about. */
export const markKey = (organizationId: OrganizationId | undefined, resourceId: string | undefined): string =>
  `${organizationId ?? ""} ${resourceId ?? ""}`

/** An event, and the agencies that were among its readers when it was written. */
export interface MemoryEvent extends StoredEvent {
  readonly readers: ReadonlySet<AgencyId>
}

/** A journal; without an organization, that of what belongs to none. */
export interface JournalRow {
  readonly organizationId: OrganizationId | undefined
  /** The entry at `index` has the sequence `index + 1`. */
  readonly entries: ReadonlyArray<AuditEntry>
  /** The events among them that are kept, in their order. */
  readonly events: ReadonlyArray<MemoryEvent>
  /** The last sequence whose event is not kept any more. */
  readonly purgedTo: number
}

/** A mail, and what became of it. */
export interface MailRow {
  readonly mail: StoredMail
  readonly state: "WAITING" | "SENT" | "FAILED" | "FORGOTTEN"
}

export interface MemoryState {
  readonly organizations: Table<OrganizationRow>
  readonly records: Table<OrganizationRecords>
  readonly clients: Table<Client>
  readonly secrets: Table<SecretRow>
  readonly grants: Table<GrantRow>
  readonly tokens: Table<TokenRow>
  readonly answers: Table<AnswerRow>
  readonly forgottenAnswers: Table<ForgottenAnswers>
  readonly journals: Table<JournalRow>
  readonly webhooks: Table<WebhookRow>
  readonly storedBytes: Table<StoredBytes>
  /** The bytes of attachments alone. */
  readonly attachmentBytes: Table<StoredBytes>
  readonly mails: Table<MailRow>
  /** The pings and recoveries of webhook endpoints that were requested in the last minute. */
  readonly webhookUses: ReadonlyArray<WebhookUse>
}

/** The key of a grant. */
export const grantKey = (clientId: ClientId, organizationId: OrganizationId): string => `${clientId} ${organizationId}`

/** The key of a journal. */
const journalKey = (organizationId: OrganizationId | undefined): string => organizationId ?? ""

/** The journal of an organization among all. */
export const journalOf = (journals: Table<JournalRow>, organizationId: OrganizationId | undefined): JournalRow =>
  journals.find(journalKey(organizationId)) ?? { organizationId, entries: [], events: [], purgedTo: 0 }

/** The records of an organization in a state; none where nothing was written yet. */
export const recordsOf = ({ records }: MemoryState, organizationId: OrganizationId): OrganizationRecords =>
  records.find(organizationId) ?? { organizationId, tables: Context.empty(), writtenAtMs: new Map() }

/** The records of a kind of an organization. */
export const tableOf = <Row>(state: MemoryState, organizationId: OrganizationId, kind: RecordKind<Row>): Table<Row> =>
  Context.get(recordsOf(state, organizationId).tables, kind)

/** A state in which an organization has this table of a kind. */
export const withTable = <Row>(
  state: MemoryState,
  organizationId: OrganizationId,
  kind: RecordKind<Row>,
  table: Table<Row>
): MemoryState => {
  const records = recordsOf(state, organizationId)
  return { ...state, records: state.records.put({ ...records, tables: Context.add(records.tables, kind, table) }) }
}

/** A state in which an organization has these rows of a kind, each in the place of the one with its key. */
export const withRows = <Row>(
  state: MemoryState,
  organizationId: OrganizationId,
  kind: RecordKind<Row>,
  rows: ReadonlyArray<Row>
): MemoryState =>
  withTable(
    state,
    organizationId,
    kind,
    rows.reduce((table, row) => table.put(row), tableOf(state, organizationId, kind))
  )

/** A state in which the row of an endpoint is another one; the same where there is no such endpoint. */
export const withWebhook = (state: MemoryState, id: string, change: (row: WebhookRow) => WebhookRow): MemoryState => {
  const row = state.webhooks.find(id)
  return row === undefined ? state : { ...state, webhooks: state.webhooks.put(change(row)) }
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
  forgottenAnswers: makeTable(({ organizationId, resourceId }) => markKey(organizationId, resourceId)),
  journals: makeTable(({ organizationId }) => journalKey(organizationId)),
  webhooks: makeTable(({ owned }) => owned.endpoint.id),
  storedBytes: makeTable(({ clientId, dayAtMs }) => `${dayAtMs} ${clientId}`),
  attachmentBytes: makeTable(({ clientId, dayAtMs }) => `${dayAtMs} ${clientId}`),
  mails: makeTable(({ mail }) => mail.id),
  webhookUses: []
}
