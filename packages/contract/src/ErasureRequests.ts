/**
 * Requests to erase a person from every application of the organization (extension; recruiting 9).
 */
import {
  ErasureRequest,
  ErasureRequestId,
  erasureRequestDays,
  NewErasureRequest
} from "@partner-api/domain/ErasureRequest"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { employers, metadataOf } from "./declare/Declaration.ts"
import { list } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { accepted } from "./declare/Write.ts"
import { IdempotentWrite, JsonBody, ScopedAccess } from "./Middleware.ts"
import { writeHeadersOf } from "./RequestHeaders.ts"

const declared = { access: employers("privacy:manage"), extension: "privacy.erase" }

/** The work follows the answer, which has an address all the same: no function of `declare` has both. */
const create = HttpApiEndpoint.post("create", "/v1/erasure_requests", {
  disableCodecs: true,
  headers: writeHeadersOf(declared.access),
  payload: NewErasureRequest,
  success: HttpApiSchema.WithHeaders(accepted(ErasureRequest), {
    location: Schema.String.annotate({ description: "The address of the request" })
  })
})
  .middleware(IdempotentWrite)
  .middleware(JsonBody)
  .annotateMerge(
    metadataOf(
      {
        title: "Add an erasure request",
        description: `Erases a person for good from every application of the organization: candidate, note, answers, feedback and files, within minutes. Applications that the employer does not see are erased too. The request is kept for ${erasureRequestDays} days, without the email.`,
        command: "partner privacy erase --email grace@example.com",
        ...declared
      },
      { paginated: false, retry: "idempotency-key" }
    )
  )

export class ErasureRequests extends HttpApiGroup.make("erasureRequests")
  .add(
    list("list", "/v1/erasure_requests", {
      title: "List erasure requests",
      description: "The erasure requests of the organization, ordered by id, page by page.",
      command: "partner privacy requests",
      ...declared,
      items: ErasureRequest
    }),
    create,
    read("get", "/v1/erasure_requests/:erasureRequestId", {
      title: "Get an erasure request",
      description: "One erasure request of the organization.",
      command: "partner privacy request {erasureRequestId}",
      ...declared,
      params: { erasureRequestId: ErasureRequestId },
      success: ErasureRequest
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Erasure requests", description: "Requests to erase a person" })) {}
