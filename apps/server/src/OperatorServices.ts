/**
 * The services of the operator's commands on the database of a file, as one layer. A server may run on that file. Wiring only.
 */
import * as Layer from "effect/Layer"
import { AuditLog } from "@partner-api/service/services/AuditLog"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { Clients } from "@partner-api/service/services/access/Clients"
import { Grants } from "@partner-api/service/services/access/Grants"
import { Journal } from "@partner-api/service/services/Journal"
import { Imports } from "./imports/Imports.ts"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { UserErasure } from "@partner-api/service/services/administration/UserErasure"
import * as Database from "./store/Database.ts"

export const layer = (databaseFile: string) =>
  Layer.mergeAll(
    AuditLog.layer,
    ClientAdministration.layer,
    Clients.layer,
    Imports.layer,
    OrganizationAdministration.layer,
    UserErasure.layer
  ).pipe(
    Layer.provide(Grants.layer),
    Layer.provideMerge(Journal.layer),
    Layer.provideMerge(Database.layer(databaseFile))
  )
