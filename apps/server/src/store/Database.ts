/**
 * The database, opened and at the present schema, with every store on it.
 */
import * as Layer from "effect/Layer"
import * as SqlAgencyStore from "./sql/SqlAgencyStore.ts"
import * as SqlJournalStore from "./sql/SqlJournalStore.ts"
import * as SqlClientStore from "./sql/SqlClientStore.ts"
import * as SqlIdempotencyStore from "./sql/SqlIdempotencyStore.ts"
import * as SqlJobStore from "./sql/SqlJobStore.ts"
import * as Migrations from "./Migrations.ts"
import * as SqlOrganizationStore from "./sql/SqlOrganizationStore.ts"
import * as ServerLock from "./sqlite/ServerLock.ts"
import * as SqliteClient from "./sqlite/SqliteClient.ts"
import * as SqliteJobPages from "./sqlite/SqliteJobPages.ts"
import * as SqlTokenStore from "./sql/SqlTokenStore.ts"
import * as SqlStoreHealth from "./sql/SqlStoreHealth.ts"
import * as SqlTransaction from "./sql/SqlTransaction.ts"
import * as SqlCursorKeys from "./sql/SqlCursorKeys.ts"
import * as SqlUserStore from "./sql/SqlUserStore.ts"

const stores = Layer.mergeAll(
  SqlAgencyStore.layer,
  SqlClientStore.layer,
  SqlCursorKeys.layer,
  SqlIdempotencyStore.layer,
  SqlJobStore.layer,
  SqlJournalStore.layer,
  SqlOrganizationStore.layer,
  SqlStoreHealth.layer,
  SqlTokenStore.layer,
  SqlTransaction.layer,
  SqlUserStore.layer,
  SqliteJobPages.layer
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
