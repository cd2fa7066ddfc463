/**
 * The live secrets of a client as it sees them: named, dated, and without anything that they could be guessed by (recruiting 11).
 */
import * as Schema from "effect/Schema"

import { identifier } from "./Ids.ts"
import { dayMs } from "./StorageQuota.ts"
import { exampleMoment, Timestamp, timestampToMillis } from "./Timestamp.ts"

/** Identifies a secret of a client: `sec_…`, from the beginning of its digest. */
export const ClientSecretId = identifier("a secret of the client", "sec_1f0a9c3b").pipe(Schema.brand("ClientSecretId"))
export type ClientSecretId = typeof ClientSecretId.Type

/** The number of characters of a digest in the id of its secret: 48 bits distinguish the two secrets of a client. */
const idDigestLength = 8

/** The id of the secret with a digest. */
export const secretIdOf = (digest: string): ClientSecretId =>
  ClientSecretId.make(`sec_${digest.slice(0, idDigestLength)}`)

/** The maker of a secret: the client for itself (recruiting 11), or the operator for it. */
export const SecretMaker = Schema.Literals(["client", "operator"])
export type SecretMaker = typeof SecretMaker.Type

/** A live secret as the operator sees it, without its value. */
export interface LiveSecret {
  readonly id: ClientSecretId
  readonly createdAt: Timestamp
  /** The hour in which it was used last. */
  readonly lastUsedAt: string | undefined
  /** Absent where the audit log does not have it. */
  readonly madeBy: SecretMaker | undefined
}

/** When a secret was used last, in words. The service knows the hour alone. */
export const lastUseText = (lastUsedHour: string | undefined): string =>
  lastUsedHour === undefined ? "not used yet" : `last used in the hour of ${lastUsedHour}`

const ageText = (createdAt: Timestamp, nowMs: number): string => {
  const days = Math.max(0, Math.floor((nowMs - timestampToMillis(createdAt)) / dayMs))
  return days === 1 ? "1 day old" : `${days} days old`
}

const makers: Readonly<Record<SecretMaker, string>> = { client: "by the client itself", operator: "by the operator" }

/** A live secret in words: its id, its age, who made it, and its last use. */
export const secretText = ({ createdAt, id, lastUsedAt, madeBy }: LiveSecret, nowMs: number): string =>
  [
    `${id}  made ${createdAt}${madeBy === undefined ? "" : ` ${makers[madeBy]}`}`,
    ageText(createdAt, nowMs),
    lastUseText(lastUsedAt)
  ].join(", ")

/**
 * The most secrets of a client in 24 hours before it may make another one without its operator. A rotation makes one, so ten are enough for a bad day; a program that makes
 * and ends secrets in a loop would fill the audit log, from which nothing is removed.
 */
export const secretsPerDayMax = 10

/** A live secret of a client. */
export const OwnSecret = Schema.Struct({
  id: ClientSecretId,
  created_at: Timestamp,
  last_used_hour: Schema.optionalKey(Timestamp).annotateKey({
    description: "The hour in which it was used last; absent while it was not used"
  })
}).annotate({
  identifier: "OwnSecret",
  description: "A live secret of the client, without its value",
  examples: [{ id: ClientSecretId.make("sec_1f0a9c3b"), created_at: exampleMoment }],
  "x-extension": true
})
export type OwnSecret = typeof OwnSecret.Type

/** A secret that its client has made for itself. */
export const NewOwnSecret = Schema.Struct({
  id: ClientSecretId,
  client_secret: Schema.optionalKey(Schema.String).annotateKey({ description: "The secret: shown once" }),
  created_at: Timestamp
}).annotate({
  identifier: "NewOwnSecret",
  description: "A new secret of the client. A replayed answer lacks `client_secret`",
  examples: [{ id: ClientSecretId.make("sec_1f0a9c3b"), created_at: exampleMoment }],
  "x-extension": true
})
export type NewOwnSecret = typeof NewOwnSecret.Type
