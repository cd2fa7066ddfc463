/**
 * The live secrets of a client as it sees them: named, dated, and without anything that they could be guessed by (recruiting 11).
 */
import * as Schema from "effect/Schema"

import { identifier } from "./Ids.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** Identifies a secret of a client: `sec_…`, from the beginning of its digest. */
export const ClientSecretId = identifier("a secret of the client", "sec_1f0a9c3b").pipe(Schema.brand("ClientSecretId"))
export type ClientSecretId = typeof ClientSecretId.Type

/** The number of characters of a digest in the id of its secret: 48 bits tell the two secrets of a client apart. */
const idDigestLength = 8

/** The id of the secret with a digest. */
export const secretIdOf = (digest: string): ClientSecretId =>
  ClientSecretId.make(`sec_${digest.slice(0, idDigestLength)}`)

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
