/**
 * Reads the rows of a database for `doctor`, on either engine. Reads only, and migrates nothing.
 */
import type { EndpointStatus } from "@partner-api/service/store/DeliveryStore"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import {
  allEndpointStatuses,
  olderEndpointStatusSql,
  EndpointStatusRow,
  endpointStatusSql
} from "../sql/DueEndpoints.ts"
import { inSlices, smallRowsMax } from "../sql/kit/Lists.ts"
import { missingSql } from "../sql/kit/SearchIndex.ts"
import type { ReadRows } from "../sql/kit/Statements.ts"
import { type ClaimContents, type PersonSql, readClaims } from "./ClaimContents.ts"
import { type Backlogs, noBacklogs, readBacklogs } from "./Backlogs.ts"

/** A sealed secret, without what is sealed. */
const SecretRow = Schema.Struct({
  endpointId: Schema.String,
  keyId: Schema.String,
  expiresAtMs: Schema.NullOr(Schema.Int)
})
export type SealedSecret = typeof SecretRow.Type

/** The facts about webhook endpoints. */
export interface WebhookContents {
  readonly endpointStatuses: ReadonlyArray<EndpointStatus>
  readonly secrets: ReadonlyArray<SealedSecret>
}

/** The schema from which on positions have `failed_from`. */
const failedFromSince = 25

/** Reads it from a database with the schema `version`. */
const readWebhookContents = Effect.fnUntraced(function* <E>(rows: ReadRows<E>, version: number) {
  const sql = version < failedFromSince ? olderEndpointStatusSql : endpointStatusSql
  const contents: WebhookContents = {
    endpointStatuses: yield* allEndpointStatuses((condition) => rows(EndpointStatusRow, `${sql} ${condition}`)),
    secrets: yield* inSlices(
      (slice) =>
        rows(
          SecretRow,
          `SELECT endpoint_id AS "endpointId", key_id AS "keyId", expires_at_ms AS "expiresAtMs" FROM webhook_secrets
          ORDER BY endpoint_id, version ${slice}`
        ),
      identity,
      smallRowsMax
    )
  }
  return contents
})

/** A grant that is bound to an agency. */
const BoundGrant = Schema.Struct({
  client_id: Schema.String,
  organization_id: Schema.String,
  agency_id: Schema.String,
  permissions: Schema.fromJsonString(Schema.Array(Schema.String)),
  has_agency: Schema.BooleanFromBit
})
export type BoundGrant = typeof BoundGrant.Type

/** The bytes that a client has stored in a day. */
const StoredBytesRow = Schema.Struct({ day_at_ms: Schema.Int, client_id: Schema.String, bytes: Schema.Int })
export type StoredBytesRow = typeof StoredBytesRow.Type

/** The facts about the rows of a database. */
export interface Contents {
  /** The schema of the database; 0 before the first migration. */
  readonly version: number
  /** The oldest schema whose programs may run on the database. */
  readonly schemaFloor: number
  readonly sandboxClients: ReadonlyArray<string>
  /** The grants that are bound to an agency, as they are stored. */
  readonly boundGrants: ReadonlyArray<BoundGrant>
  /** The latest moment at which something was made, as the database has it. */
  readonly latestMadeAt: string | undefined
  /** The latest end of a token, in milliseconds since 1970. */
  readonly latestTokenEndMs: number | undefined
  /** The number of records that the search index does not have, of each kind counted up to `countedMax`. */
  readonly unsearched: number
  /** The bytes that clients have stored in the last two days in which any did, the most first. */
  readonly storedBytes: ReadonlyArray<StoredBytesRow>
  readonly backlogs: Backlogs
  /** Absent in a schema without claims. */
  readonly claims: ClaimContents | undefined
  /** Absent in a schema without webhooks. */
  readonly webhooks: WebhookContents | undefined
}

const Text = Schema.Struct({ text: Schema.NullOr(Schema.String) })
const Number_ = Schema.Struct({ number: Schema.NullOr(Schema.Int) })
const Id = Schema.Struct({ id: Schema.String })

/** The contents of a database that has no tables yet. */
const nothing: Contents = {
  version: 0,
  schemaFloor: 0,
  sandboxClients: [],
  boundGrants: [],
  latestMadeAt: undefined,
  latestTokenEndMs: undefined,
  unsearched: 0,
  storedBytes: [],
  backlogs: noBacklogs,
  claims: undefined,
  webhooks: undefined
}

/** The schema from which on the database stores which programs may run on it. Before, its own program alone. */
const floorSince = 10

/** The schema from which on there is a search index. */
const searchSince = 14

/** The schema from which on there are webhook endpoints. */
const webhooksSince = 17

/** The schema from which on stored bytes are counted. */
const storedBytesSince = 21

/**
 * Reads the contents of a database with the schema `version`, which is 0 before the first migration.
 */
export const readContents = Effect.fnUntraced(function* <E>(rows: ReadRows<E>, version: number, person: PersonSql) {
  if (version === 0) return nothing
  const [made] = yield* rows(
    Text,
    `SELECT max(text) AS text FROM (
      SELECT max(created_at) AS text FROM clients UNION ALL SELECT max(created_at) FROM client_secrets
      UNION ALL SELECT max(created_at) FROM organizations) AS made`
  )
  const [floor] = version < floorSince ? [] : yield* rows(Number_, "SELECT version AS number FROM schema_floor")
  const [end] = yield* rows(Number_, "SELECT max(expires_at_ms) AS number FROM tokens")
  const [missing] = version < searchSince ? [] : yield* rows(Number_, missingSql)
  const sandboxClients = yield* rows(Id, "SELECT id FROM clients WHERE is_sandbox = 1 ORDER BY id")
  const contents: Contents = {
    version,
    schemaFloor: floor?.number ?? version,
    sandboxClients: sandboxClients.map(({ id }) => id),
    boundGrants: yield* rows(
      BoundGrant,
      `SELECT client_id, organization_id, agency_id, permissions, CASE WHEN EXISTS (
        SELECT 1 FROM agencies a WHERE a.organization_id = g.organization_id AND a.id = g.agency_id
      ) THEN 1 ELSE 0 END AS has_agency
      FROM grants g WHERE agency_id IS NOT NULL ORDER BY client_id, organization_id`
    ),
    latestMadeAt: made?.text ?? undefined,
    latestTokenEndMs: end?.number ?? undefined,
    unsearched: missing?.number ?? 0,
    storedBytes:
      version < storedBytesSince
        ? []
        : yield* rows(
            StoredBytesRow,
            `SELECT day_at_ms, client_id, bytes FROM stored_bytes
            WHERE day_at_ms >= (SELECT max(day_at_ms) FROM stored_bytes) - 86400000 ORDER BY bytes DESC, client_id`
          ),
    backlogs: yield* readBacklogs(rows, version),
    claims: yield* readClaims(rows, version, person),
    webhooks: version < webhooksSince ? undefined : yield* readWebhookContents(rows, version)
  }
  return contents
})
