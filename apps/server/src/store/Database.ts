/**
 * The database, opened and at the present schema, with every store on it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import type { OperatorStore } from "@partner-api/service/store/OperatorStore"
import type { Stores } from "@partner-api/service/store/Stores"
import type { OperatorError } from "../platform/OperatorError.ts"
import { DatabaseTarget, nameOf } from "../platform/DatabaseTarget.ts"
import { checked, DatabaseCheck } from "../platform/DatabaseCheck.ts"
import * as CopyRecord from "./CopyRecord.ts"
import * as Migrations from "./Migrations.ts"
import * as PostgresClient from "./postgres/PostgresClient.ts"
import { startWaitMs } from "./postgres/PostgresLimits.ts"
import * as AgencyInvitations from "./sql/AgencyInvitations.ts"
import * as Agencies from "./sql/Agencies.ts"
import * as Applications from "./sql/Applications.ts"
import * as Attachments from "./sql/Attachments.ts"
import * as Checks from "./sql/Checks.ts"
import * as Claims from "./sql/Claims.ts"
import * as Clients from "./sql/Clients.ts"
import * as Confirmations from "./sql/Confirmations.ts"
import * as CursorKeys from "./sql/CursorKeys.ts"
import * as Deliveries from "./sql/Deliveries.ts"
import * as ErasureRequests from "./sql/ErasureRequests.ts"
import * as Events from "./sql/Events.ts"
import * as IdempotencyKeys from "./sql/IdempotencyKeys.ts"
import * as JobAssignments from "./sql/JobAssignments.ts"
import * as Jobs from "./sql/Jobs.ts"
import * as Journal from "./sql/Journal.ts"
import * as Mails from "./sql/Mails.ts"
import * as Messages from "./sql/Messages.ts"
import * as Operators from "./sql/Operators.ts"
import * as Organizations from "./sql/Organizations.ts"
import * as RejectionReasons from "./sql/RejectionReasons.ts"
import * as Placements from "./sql/Placements.ts"
import * as Scans from "./sql/Scans.ts"
import * as StoreHealth from "./sql/StoreHealth.ts"
import * as StoredBytes from "./sql/StoredBytes.ts"
import * as Tokens from "./sql/Tokens.ts"
import * as Users from "./sql/Users.ts"
import * as Webhooks from "./sql/Webhooks.ts"
import type { ReadSql } from "./sql/kit/Statements.ts"
import * as Transactions from "./sql/kit/Transactions.ts"
import * as GroupCommit from "./sqlite/GroupCommit.ts"
import * as ServerLock from "./sqlite/ServerLock.ts"
import * as SqliteClient from "./sqlite/SqliteClient.ts"

/** The stores, which both engines share. */
const stores = Layer.mergeAll(
  Agencies.layer,
  AgencyInvitations.layer,
  Applications.layer,
  Attachments.layer,
  Checks.layer,
  Claims.layer,
  Clients.layer,
  Confirmations.layer,
  CursorKeys.layer,
  Deliveries.layer,
  ErasureRequests.layer,
  Events.layer,
  IdempotencyKeys.layer,
  JobAssignments.layer,
  Jobs.layer,
  Journal.layer,
  Mails.layer,
  Messages.layer,
  Operators.layer,
  Organizations.layer,
  RejectionReasons.layer,
  Placements.layer,
  Scans.layer,
  StoreHealth.layer,
  StoredBytes.layer,
  Tokens.layer,
  Users.layer,
  Webhooks.layer
).pipe(Layer.merge(Jobs.pages), Layer.merge(Webhooks.uses))

const postgresStores = Layer.provideMerge(stores, Transactions.measured(Transactions.layer))

/** A command writes one thing after the other, beside a server: it holds no transaction open for what may come. */
const ofCommand = Layer.provideMerge(stores, Transactions.layer)
const ofServer = Layer.provideMerge(stores, Transactions.measured(GroupCommit.layer))

/** Every store on a database, and the client beneath them. */
export type Database = Layer.Layer<Stores | OperatorStore | ReadSql | SqlClient, OperatorError>

/** More than the work of one command uses at once. */
const connectionsOfCommand = 2

/** Everything that is kept in a database, for a command that may run beside servers. */
export const layer: (target: DatabaseTarget) => Database = DatabaseTarget.$match({
  Sqlite: ({ file }): Database =>
    ofCommand.pipe(
      Layer.provideMerge(CopyRecord.wholeLayer(file)),
      Layer.provideMerge(Migrations.besideServerLayer(file, ServerLock.isHeld(file))),
      Layer.provideMerge(SqliteClient.unmappedLayer(file))
    ),
  Postgres: (target): Database =>
    postgresStores.pipe(
      Layer.provideMerge(CopyRecord.wholeLayer(nameOf(target))),
      // Servers may run on any machine; one of them brings the schema up to date.
      Layer.provideMerge(Migrations.besideServerLayer(nameOf(target), Effect.succeed(true))),
      Layer.provideMerge(
        PostgresClient.layer({ url: target.url, connections: connectionsOfCommand, startWaitMs: 0, isBounded: false })
      )
    )
})

/** The same for a server, and its check, which may still go on. */
export type ServerDatabase = Layer.Layer<Layer.Success<Database> | DatabaseCheck, OperatorError>

/** PostgreSQL finds out itself what has happened to its files; a prepared database has been checked. */
const noCheck = Layer.succeed(DatabaseCheck, Effect.void)

/** Everything that is kept in a database, for a server: no second one may run on a file. */
export const serverLayer = (target: DatabaseTarget, connections: number): ServerDatabase =>
  DatabaseTarget.$match(target, {
    Sqlite: ({ file }): ServerDatabase =>
      ofServer.pipe(
        Layer.provideMerge(CopyRecord.wholeLayer(file)),
        Layer.provideMerge(Migrations.serverLayer(file)),
        Layer.tapCause(() => checked),
        Layer.provideMerge(ServerLock.layer(file)),
        Layer.provideMerge(SqliteClient.layer(file))
      ),
    Postgres: ({ url }): ServerDatabase =>
      postgresStores.pipe(
        Layer.merge(noCheck),
        Layer.provideMerge(CopyRecord.wholeLayer(nameOf(target))),
        Layer.provideMerge(PostgresClient.layer({ url, connections, startWaitMs, isBounded: true, isNode: true })),
        // On a connection of its own without timeouts, which is closed after it.
        Layer.provide(
          Migrations.layer(nameOf(target)).pipe(
            Layer.provide(PostgresClient.layer({ url, connections: 1, startWaitMs, isBounded: false }))
          )
        )
      )
  })

/** Everything that is kept in a database that another process of this server has opened and prepared: a worker's. */
export const workerLayer = (target: DatabaseTarget, connections: number): ServerDatabase =>
  DatabaseTarget.$match(target, {
    Sqlite: ({ file }): ServerDatabase =>
      Layer.merge(ofServer, noCheck).pipe(Layer.provideMerge(SqliteClient.preparedLayer(file))),
    Postgres: ({ url }): ServerDatabase =>
      Layer.merge(postgresStores, noCheck).pipe(
        Layer.provideMerge(PostgresClient.layer({ url, connections, startWaitMs, isBounded: true, isNode: true }))
      )
  })
