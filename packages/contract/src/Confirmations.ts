/**
 * Endpoints for the person of an application with a link, outside of any organization and without a token (extension; recruiting 6). The page of a link is in
 * the server; the agency requests a link at the application.
 */
import { ConfirmationDecision, ConfirmationToken, ShownConfirmation } from "@partner-api/domain/Confirmation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadataOf } from "./declare/Declaration.ts"
import { JsonBody } from "./Middleware.ts"
import { NotFound, RateLimited } from "./WireErrors.ts"

/** The path of a link's page; the token of the link stands behind `#`. */
export const confirmationsPagePath = "/confirm"

const extension = "applications.confirm"

const show = HttpApiEndpoint.post("show", "/v1/confirmations", {
  disableCodecs: true,
  payload: ConfirmationToken,
  success: ShownConfirmation,
  error: [NotFound, RateLimited]
})
  .middleware(JsonBody)
  .annotateMerge(
    metadataOf(
      {
        title: "Show the confirmation of a link",
        description:
          "The agency that submits the person, the employer and the job. Changes nothing. A wrong, used or ended token is 404; it counts as a failed login of the address.",
        access: { level: "public" },
        extension
      },
      { paginated: false, retry: "safe" }
    )
  )

const decide = HttpApiEndpoint.post("decide", "/v1/confirmations/decide", {
  disableCodecs: true,
  payload: ConfirmationDecision,
  success: ShownConfirmation,
  error: [NotFound, RateLimited]
})
  .middleware(JsonBody)
  .annotateMerge(
    metadataOf(
      {
        title: "Take a decision by a link",
        description:
          "The person of a link confirms or declines, or withdraws until the hire. The same decision within a day is answered again. What is no longer possible is 404, like a wrong token; it counts as a failed login of the address.",
        access: { level: "public" },
        extension
      },
      { paginated: false, retry: "idempotent" }
    )
  )

/** Endpoints for the person of a link. */
export class Confirmations extends HttpApiGroup.make("confirmations")
  .add(show, decide)
  .annotateMerge(
    OpenApi.annotations({ title: "Confirmations", description: "The reads and decisions of the person of a link" })
  ) {}
