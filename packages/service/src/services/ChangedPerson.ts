/**
 * Ends the traces of the person before when an application becomes another person's, in the transaction under way: its link, its mails, its erasure.
 */
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import { ConfirmationStore } from "../store/ConfirmationStore.ts"
import { ErasureRequestStore } from "../store/ErasureRequestStore.ts"
import { MailStore } from "../store/MailStore.ts"

/** Makes the function that ends the link and the waiting mails of an application, and takes it off the erasure requests that have not erased it. */
export const makeChangedPerson = Effect.gen(function* () {
  const confirmations = yield* ConfirmationStore
  const erasures = yield* ErasureRequestStore
  const mails = yield* MailStore
  return Effect.fnUntraced(function* (organizationId: OrganizationId, id: ApplicationId) {
    yield* confirmations.end(organizationId, id)
    yield* mails.forget(organizationId, id)
    yield* erasures.release(organizationId, id)
  })
})
