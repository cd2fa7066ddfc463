/**
 * Every store port on one memory.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCursorKey } from "../../crypto/Secrets.ts"
import { CursorKeys } from "../CursorKeys.ts"
import { StoreHealth } from "../StoreHealth.ts"
import { Transaction } from "../Transaction.ts"
import { Memory } from "./Memory.ts"
import * as MemoryAgencyInvitationStore from "./MemoryAgencyInvitationStore.ts"
import * as MemoryAgencyStore from "./MemoryAgencyStore.ts"
import * as MemoryApplicationStore from "./MemoryApplicationStore.ts"
import * as MemoryAttachmentStore from "./MemoryAttachmentStore.ts"
import * as MemoryCheckStore from "./MemoryCheckStore.ts"
import * as MemoryClaimStore from "./MemoryClaimStore.ts"
import * as MemoryClientStore from "./MemoryClientStore.ts"
import * as MemoryConfirmationStore from "./MemoryConfirmationStore.ts"
import * as MemoryDeliveryStore from "./MemoryDeliveryStore.ts"
import * as MemoryErasureRequestStore from "./MemoryErasureRequestStore.ts"
import * as MemoryEventStore from "./MemoryEventStore.ts"
import * as MemoryIdempotencyStore from "./MemoryIdempotencyStore.ts"
import * as MemoryJobAssignmentStore from "./MemoryJobAssignmentStore.ts"
import * as MemoryJobStore from "./MemoryJobStore.ts"
import * as MemoryJournalStore from "./MemoryJournalStore.ts"
import * as MemoryMailStore from "./MemoryMailStore.ts"
import * as MemoryMessageStore from "./MemoryMessageStore.ts"
import * as MemoryOrganizationStore from "./MemoryOrganizationStore.ts"
import * as MemoryRejectionReasonStore from "./MemoryRejectionReasonStore.ts"
import * as MemoryPlacementStore from "./MemoryPlacementStore.ts"
import * as MemoryScanStore from "./MemoryScanStore.ts"
import * as MemoryStoredBytesStore from "./MemoryStoredBytesStore.ts"
import * as MemoryTokenStore from "./MemoryTokenStore.ts"
import * as MemoryUserStore from "./MemoryUserStore.ts"
import * as MemoryWebhookStore from "./MemoryWebhookStore.ts"
import * as MemoryWebhookUseStore from "./MemoryWebhookUseStore.ts"

/** The key lives as long as the memory. */
const cursorKeys = Layer.effect(
  CursorKeys,
  Effect.map(makeCursorKey, (key) => CursorKeys.of({ all: Effect.succeed([key]) }))
)

const health = Layer.succeed(StoreHealth, { canRead: Effect.succeed(true), canWrite: Effect.succeed(true) })

const transactions = Layer.effect(
  Transaction,
  Effect.map(Memory, ({ transaction }) => Transaction.of(transaction))
)

/** All stores on one memory. */
export const layer = (memory: Memory["Service"]) =>
  Layer.mergeAll(
    MemoryAgencyInvitationStore.layer,
    MemoryAgencyStore.layer,
    MemoryApplicationStore.layer,
    MemoryAttachmentStore.layer,
    MemoryCheckStore.layer,
    MemoryClaimStore.layer,
    MemoryClientStore.layer,
    MemoryConfirmationStore.layer,
    MemoryDeliveryStore.layer,
    MemoryErasureRequestStore.layer,
    MemoryEventStore.layer,
    MemoryIdempotencyStore.layer,
    MemoryJobAssignmentStore.layer,
    MemoryJobStore.layer,
    MemoryJournalStore.layer,
    MemoryMailStore.layer,
    MemoryMessageStore.layer,
    MemoryOrganizationStore.layer,
    MemoryRejectionReasonStore.layer,
    MemoryPlacementStore.layer,
    MemoryScanStore.layer,
    MemoryStoredBytesStore.layer,
    MemoryTokenStore.layer,
    MemoryUserStore.layer,
    MemoryWebhookStore.layer,
    MemoryWebhookUseStore.layer,
    cursorKeys,
    health,
    transactions
  ).pipe(Layer.provide(Layer.succeed(Memory, memory)))
