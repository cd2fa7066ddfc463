/**
 * The operators' contract: every endpoint of the console, assembled. A second API beside `PartnerApi`, on a listener of its own, with the same
 * errors, cursors, idempotency keys and journal.
 */
import { strictParsing } from "@partner-api/domain/StrictDecoder"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { ErrorEncoding } from "../Middleware.ts"
import { ErrorBody } from "../WireErrors.ts"
import { AuditLog } from "./AuditLog.ts"
import { Clients } from "./Clients.ts"
import { Health } from "./Health.ts"
import { Names } from "./Names.ts"
import { Operators } from "./Operators.ts"
import { Organizations } from "./Organizations.ts"
import { Requests } from "./Requests.ts"
import { Sessions } from "./Sessions.ts"
import { Webhooks } from "./Webhooks.ts"

/** The path of the OpenAPI document of this API. */
export const operatorDocumentPath = "/operator/openapi.json"

export { consolePath } from "./ConsolePath.ts"

export class OperatorApi extends HttpApi.make("operatorApi")
  .add(Sessions, Requests, Clients, Organizations, Webhooks, Operators, Names, AuditLog, Health)
  .middleware(ErrorEncoding)
  .annotate(HttpApi.ParseOptions, strictParsing)
  .annotate(HttpApi.HeadersParseOptions, {})
  // The router finds the parameters that a path names, and no other.
  .annotate(HttpApi.ParamsParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.AdditionalSchemas, [ErrorBody])
  .annotateMerge(
    OpenApi.annotations({
      title: "Recruiting Partner API for operators",
      version: "1.0.0",
      description:
        "The reads and changes of operators of a recruiting platform: requests, clients, organizations, webhooks.",
      license: { name: "MIT", identifier: "MIT" }
    })
  ) {}
