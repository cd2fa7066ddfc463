/**
 * The database, opened and at the present schema, with every store on it.
 */
import * as Layer from "effect/Layer"
import { AgencyStore } from "./AgencyStore.ts"
import { AuditStore } from "./AuditStore.ts"
import { ClientStore } from "./ClientStore.ts"
import { IdempotencyStore } from "./IdempotencyStore.ts"
import { JobStore } from "./JobStore.ts"
import * as Migrations from "./Migrations.ts"
import { OrganizationStore } from "./OrganizationStore.ts"
import * as ServerLock from "./sqlite/ServerLock.ts"
import * as SqliteClient from "./sqlite/SqliteClient.ts"
import * as SqliteJobPages from "./sqlite/SqliteJobPages.ts"
import { TokenStore } from "./TokenStore.ts"
import { Transaction } from "./sql/Transaction.ts"
import { UserStore } from "./UserStore.ts"

const stores = Layer.mergeAll(
  AgencyStore.layer,
  AuditStore.layer,
  ClientStore.layer,
  IdempotencyStore.layer,
  JobStore.layer,
  OrganizationStore.layer,
  SqliteJobPages.layer,
  TokenStore.layer,
  Transaction.layer,
  UserStore.layer
)

/** Everything that is kept in the file `databaseFile`, for a command that may run beside a server. */
export const layer = (databaseFile: string) =>
  stores.pipe(
    Layer.provideMerge(Migrations.besideServerLayer(databaseFile, ServerLock.isHeld(databaseFile))),
    Layer.provideMerge(SqliteClient.unmappedLayer(databaseFile))
  )

/** The same, for a server: no second one may run on the file. */
export const serverLayer = (databaseFile: string) =>
  stores.pipe(
    Layer.provideMerge(Migrations.layer(databaseFile)),
    Layer.provideMerge(ServerLock.layer(databaseFile)),
    Layer.provideMerge(SqliteClient.layer(databaseFile))
  )
