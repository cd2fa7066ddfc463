/**
 * The services of the operator's commands on the database of a file, as one layer. A server may run on that file. Wiring only.
 */
import * as Layer from "effect/Layer"
import { Audit } from "./services/Audit.ts"
import { ClientAdministration } from "./services/administration/ClientAdministration.ts"
import { Clients } from "./services/Clients.ts"
import { Grants } from "./services/Grants.ts"
import { Imports } from "./services/administration/Imports.ts"
import { OrganizationAdministration } from "./services/administration/OrganizationAdministration.ts"
import { UserErasure } from "./services/administration/UserErasure.ts"
import * as Database from "./store/Database.ts"

export const layer = (databaseFile: string) =>
  Layer.mergeAll(
    ClientAdministration.layer,
    Clients.layer,
    Imports.layer,
    OrganizationAdministration.layer,
    UserErasure.layer
  ).pipe(Layer.provide(Grants.layer), Layer.provideMerge(Audit.layer), Layer.provideMerge(Database.layer(databaseFile)))
