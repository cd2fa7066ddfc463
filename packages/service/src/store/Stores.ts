/**
 * All store ports: what an engine implements for the service to run on it.
 */
import type { AgencyInvitationStore } from "./AgencyInvitationStore.ts"
import type { AgencyStore } from "./AgencyStore.ts"
import type { ApplicationStore } from "./ApplicationStore.ts"
import type { AttachmentStore } from "./AttachmentStore.ts"
import type { CheckStore } from "./CheckStore.ts"
import type { ClaimStore } from "./ClaimStore.ts"
import type { ClientStore } from "./ClientStore.ts"
import type { ConfirmationStore } from "./ConfirmationStore.ts"
import type { CursorKeys } from "./CursorKeys.ts"
import type { DeliveryStore } from "./DeliveryStore.ts"
import type { ErasureRequestStore } from "./ErasureRequestStore.ts"
import type { EventStore } from "./EventStore.ts"
import type { IdempotencyStore } from "./IdempotencyStore.ts"
import type { JobAssignmentStore } from "./JobAssignmentStore.ts"
import type { JobPages } from "./JobPages.ts"
import type { JobStore } from "./JobStore.ts"
import type { JournalStore } from "./JournalStore.ts"
import type { MailStore } from "./MailStore.ts"
import type { MessageStore } from "./MessageStore.ts"
import type { OrganizationStore } from "./OrganizationStore.ts"
import type { RejectionReasonStore } from "./RejectionReasonStore.ts"
import type { PlacementStore } from "./PlacementStore.ts"
import type { ScanStore } from "./ScanStore.ts"
import type { StoredBytesStore } from "./StoredBytesStore.ts"
import type { StoreHealth } from "./StoreHealth.ts"
import type { TokenStore } from "./TokenStore.ts"
import type { Transaction } from "./Transaction.ts"
import type { UserStore } from "./UserStore.ts"
import type { WebhookStore } from "./WebhookStore.ts"
import type { WebhookUseStore } from "./WebhookUseStore.ts"

export type Stores =
  | AgencyInvitationStore
  | AgencyStore
  | ApplicationStore
  | AttachmentStore
  | CheckStore
  | ClaimStore
  | ClientStore
  | ConfirmationStore
  | CursorKeys
  | DeliveryStore
  | ErasureRequestStore
  | EventStore
  | IdempotencyStore
  | JobAssignmentStore
  | JobPages
  | JobStore
  | JournalStore
  | MailStore
  | MessageStore
  | OrganizationStore
  | RejectionReasonStore
  | PlacementStore
  | ScanStore
  | StoreHealth
  | StoredBytesStore
  | TokenStore
  | Transaction
  | UserStore
  | WebhookStore
  | WebhookUseStore
