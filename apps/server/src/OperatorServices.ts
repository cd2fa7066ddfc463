/**
 * The services of the operator's commands on a database, as one layer. Servers may run on it. Wiring only.
 */
import * as Layer from "effect/Layer"
import { AuditLog } from "@partner-api/service/services/AuditLog"
import { CandidateErasure } from "@partner-api/service/services/administration/CandidateErasure"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { Clients } from "@partner-api/service/services/access/Clients"
import { Grants } from "@partner-api/service/services/access/Grants"
import { Jobs } from "@partner-api/service/services/Jobs"
import { Journal } from "@partner-api/service/services/Journal"
import { Imports } from "./imports/Imports.ts"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { UserErasure } from "@partner-api/service/services/administration/UserErasure"
import { Users } from "@partner-api/service/services/Users"
import { WebhookAdministration } from "@partner-api/service/services/administration/WebhookAdministration"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import { operatorKeys } from "./operations/SandboxKey.ts"
import * as Database from "./store/Database.ts"
import type { Settings } from "./platform/Settings.ts"

export const layer = (settings: Settings) =>
  Layer.mergeAll(
    AuditLog.layer,
    CandidateErasure.layer,
    ClientAdministration.layer,
    Clients.layer,
    Imports.layer,
    Jobs.layer,
    OperatorSessions.layer,
    OrganizationAdministration.layer,
    UserErasure.layer,
    Users.layer,
    WebhookAdministration.layer
  ).pipe(
    Layer.provide([Grants.layer, Layer.effect(SecretsKeys, operatorKeys(settings))]),
    Layer.provideMerge(Journal.layer),
    Layer.provideMerge(Database.layer(settings.database))
  )
