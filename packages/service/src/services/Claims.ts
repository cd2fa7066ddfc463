/**
 * Claims on persons (recruiting 7): the digests of persons, and the terms of claims. The domain decides which claim keeps another agency out.
 */
import type { Application } from "@partner-api/domain/Application"
import {
  claimEnd,
  type Claim,
  claimTerm,
  type ClaimTerm,
  restoredEnd,
  termOf as shownTerm
} from "@partner-api/domain/Claim"
import { personalEmail } from "@partner-api/domain/Email"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { timeOfChange } from "@partner-api/domain/RecordTimes"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { emailDigestFor } from "../crypto/KeyedDigest.ts"
import { sealingKeyBytes, type SealingKey } from "../crypto/SealedText.ts"
import type { Applicant } from "../store/ApplicationStore.ts"
import { claimsPerBatch, ClaimStore, type Claimant, type ForeignClaim, type PersonKey } from "../store/ClaimStore.ts"
import { SecretsKeys } from "./webhooks/WebhookSecrets.ts"

/** The name of the key of claims that is no secret. */
export const publicKeyId = "none"

/** The key of claims where the operator has set no SECRETS_KEY: a reader of the database finds a person by trying addresses then. */
const publicKey: SealingKey = { id: publicKeyId, key: Redacted.make(new Uint8Array(sealingKeyBytes)) }

/** Returns the key of a person by an email. */
type PersonKeyOf = (email: string) => PersonKey

/** The keys of persons under a key of the service. */
const personKeysOf = (key: SealingKey): PersonKeyOf => {
  const digestOf = emailDigestFor(key, "claims")
  return (email) => ({ keyId: key.id, digest: digestOf(personalEmail(email)) })
}

/** The person and the job of an application; none once the person was erased. */
export const applicantOf = (
  organizationId: OrganizationId,
  { candidate, job_id }: Application
): Applicant | undefined =>
  candidate === undefined ? undefined : { organizationId, jobId: job_id, email: candidate.email }

/** Makes the function that returns a person with the digests under the keys of the service, the first of which makes claims. */
const makeClaimantOf = ([first = publicKey, ...former]: ReadonlyArray<SealingKey>) => {
  const presentKeyOf = personKeysOf(first)
  const formerKeysOf = (first === publicKey ? [] : [...former, publicKey]).map(personKeysOf)
  return (applicant: Applicant): Claimant => ({
    ...applicant,
    key: presentKeyOf(applicant.email),
    formerDigests: formerKeysOf.map((keyOf) => keyOf(applicant.email).digest)
  })
}

export const makeClaims = Effect.gen(function* () {
  const store = yield* ClaimStore
  /** The person of a look and of the claim that follows from it: a digest takes as long as a statement, so it is made once for both. */
  const claimantOf = makeClaimantOf(yield* SecretsKeys)

  /** The days that a claim lasts from a confirmation on. */
  const daysOf = (ownershipDays: number) =>
    ownershipDays === 0 ? Effect.succeed(0) : Effect.map(store.mayLast, (may) => (may ? ownershipDays : 0))

  /** The term of the claim that a confirmation or a restored rejection makes. */
  const termOf = Effect.fnUntraced(function* (
    { action, application, before }: TermFacts,
    ownershipDays: number,
    nowMs: number
  ) {
    const days = yield* daysOf(ownershipDays)
    // A claim that is still its application's goes on as it was.
    if (action === "restore" && before?.applicationId === application.id && before.sinceMs > 0) {
      return { sinceMs: before.sinceMs, expiresAtMs: before.expiresAtMs }
    }
    // The moment of the change: `since` is `confirmed_at` to the millisecond.
    const atMs = timestampToMillis(timeOfChange(application.updated_at, nowMs))
    const expiresAtMs = action === "restore" ? restoredEnd(application, days) : claimEnd(atMs, days)
    return claimTerm(before, { agencyId: application.agency_id, expiresAtMs, nowMs: atMs })
  })

  /** Makes the claim of an application; false where another one is in force meanwhile. */
  const take = (
    claimant: Claimant,
    { agency_id: agencyId, id: applicationId }: Application,
    term: ClaimTerm,
    nowMs: number
  ) => store.take({ ...claimant, agencyId, applicationId, ...term }, nowMs)

  /** Makes the claim that an application shows, with the term it had; false where another one is in force. One that shows none needs none. */
  const takeAgain = (claimant: Claimant, application: Application, nowMs: number) =>
    application.ownership === undefined
      ? Effect.succeed(true)
      : take(claimant, application, shownTerm(application.ownership), nowMs)

  return {
    claimantOf,
    standing: store.standing,
    take,
    takeAgain,
    termOf,
    isOf: store.isOf,
    release: store.release,
    giveToEmployer: store.giveToEmployer
  }
})

/** The facts that the term of a claim depends on. */
interface TermFacts {
  readonly action: "confirm" | "restore"
  readonly application: Application
  /** The claim on the person before. */
  readonly before: Claim | undefined
}

/** The result for claims that were to be put under the first key. */
export interface RewrappedClaims {
  readonly rekeyed: number
  /** Those of erased persons: they stay under their key until they are over. */
  readonly left: number
}

/** Puts the claims under the first key that were made with another one: the emails are in their applications. */
export const rewrapClaims = Effect.gen(function* () {
  const store = yield* ClaimStore
  const [key = publicKey] = yield* SecretsKeys
  const personKeyOf = personKeysOf(key)
  let made: RewrappedClaims = { rekeyed: 0, left: 0 }
  let after: ForeignClaim | undefined
  for (;;) {
    const some: ReadonlyArray<ForeignClaim> = yield* store.underOtherKey(key.id, after)
    for (const claim of some) {
      const { applicationId, email, organizationId } = claim
      if (email !== undefined) yield* store.rekey(organizationId, applicationId, personKeyOf(email))
      made = email === undefined ? { ...made, left: made.left + 1 } : { ...made, rekeyed: made.rekeyed + 1 }
      after = claim
    }
    if (some.length < claimsPerBatch) return made
  }
})
