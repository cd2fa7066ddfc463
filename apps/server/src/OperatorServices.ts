/**
 * The services of the operator's commands on the database of a file, as one layer. A server may run on that file. Wiring only.
 */
import * as Layer from "effect/Layer"
import { Audit } from "@partner-api/service/services/Audit"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { Clients } from "@partner-api/service/services/Clients"
import { Grants } from "@partner-api/service/services/Grants"
import { Imports } from "./imports/Imports.ts"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { UserErasure } from "@partner-api/service/services/administration/UserErasure"
import * as Database from "./store/Database.ts"

export const layer = (databaseFile: string) =>
  Layer.mergeAll(
    ClientAdministration.layer,
    Clients.layer,
    Imports.layer,
    OrganizationAdministration.layer,
    UserErasure.layer
  ).pipe(Layer.provide(Grants.layer), Layer.provideMerge(Audit.layer), Layer.provideMerge(Database.layer(databaseFile)))
