/**
 * The pipeline of operators: the endpoints of their contract, their handlers and their stages. Wiring only.
 */
import { consolePath, OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { operatorEndpoints, operatorMethods } from "@partner-api/contract/operator/OperatorEndpoints"
import { NotFound } from "@partner-api/domain/Errors"
import * as Layer from "effect/Layer"
import { prepared } from "../ErrorResponse.ts"
import type { ServedApi } from "../ServedApi.ts"
import { operatorStages, Pipeline } from "../Pipeline.ts"
import { PublicBody } from "../stages/ReadBody.ts"
import { FairTurns } from "../../services/access/FairTurns.ts"
import { StorageQuota } from "../../services/access/StorageQuota.ts"
import * as AuditLog from "./handlers/AuditLog.ts"
import * as Clients from "./handlers/Clients.ts"
import * as Health from "./handlers/Health.ts"
import * as Names from "./handlers/Names.ts"
import * as Operators from "./handlers/Operators.ts"
import * as Organizations from "./handlers/Organizations.ts"
import * as Requests from "./handlers/Requests.ts"
import * as Sessions from "./handlers/Sessions.ts"
import * as Webhooks from "./handlers/Webhooks.ts"

const handlers = Layer.mergeAll(
  Sessions.layer,
  Requests.layer,
  Clients.layer,
  Organizations.layer,
  Webhooks.layer,
  Operators.layer,
  Names.layer,
  AuditLog.layer,
  Health.layer
)

/** The settings of the API of operators. */
const operatorApi: ServedApi = {
  allowedMethods: operatorMethods,
  unknownAddress: prepared(
    new NotFound({
      message:
        "There is no such address here; the console is at /console/. Programs of partners use the port of the API, which is another one."
    })
  ),
  metadataPath: undefined,
  deprecationsPage: undefined,
  folderPath: `${consolePath}/`,
  // What an operator sees stays with the operator, and no other page reads or opens it.
  defaultHeaders: {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer"
  }
}

/** The pipeline of operators. */
export const layer = Pipeline.layerOf(operatorApi, OperatorApi, operatorEndpoints, operatorStages).pipe(
  Layer.provide([handlers, FairTurns.layer, PublicBody.layer, StorageQuota.none])
)
