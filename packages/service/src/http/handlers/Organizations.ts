/**
 * Handlers of the organizations group: list, create, and mint a scoped token.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { mayBeCompressed } from "@partner-api/contract/Encoding"
import { ScopedTokenRequest } from "@partner-api/contract/Organizations"
import { CurrentClient } from "@partner-api/contract/Middleware"
import { withNoStore } from "@partner-api/contract/TokenAnswer"
import { readJson } from "@partner-api/contract/StrictJson"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { unprocessable } from "../ErrorResponse.ts"
import { Organizations } from "../../services/Organizations.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { checkMediaType, readBody } from "../middleware/RequestBody.ts"

const decodeScopedTokenRequest = strictDecoder(ScopedTokenRequest)

/** What the token is narrowed to. An empty body of whatever media type asks for everything (`curl -d ''`). */
const readPermissions = Effect.fnUntraced(function* (request: HttpServerRequest, bytes: ArrayBuffer) {
  if (bytes.byteLength === 0) return undefined
  yield* checkMediaType(request, "application/json")
  const json = yield* Effect.fromResult(readJson(bytes))
  const { permissions } = yield* Effect.mapError(
    Effect.fromResult(decodeScopedTokenRequest(json, "body")),
    unprocessable
  )
  return permissions
})

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "organizations",
  Effect.fnUntraced(function* (handlers) {
    const organizations = yield* Organizations
    const tokens = yield* Tokens

    const mint = HttpApiBuilder.handler(
      PartnerApi,
      "organizations",
      "token",
      Effect.fnUntraced(function* ({ params, request, endpoint }) {
        const { clientId, tokenId } = yield* CurrentClient
        const permissions = yield* readPermissions(request, yield* readBody(request, endpoint))
        return withNoStore(
          yield* tokens.mint({ clientId, parentId: tokenId, organizationId: params.organizationId, permissions })
        )
      })
    )

    return handlers
      .handle("list", () =>
        Effect.flatMap(CurrentClient, ({ clientId }) =>
          Effect.map(organizations.list(clientId), (body) =>
            HttpApiSchema.withHeaders({ body, headers: mayBeCompressed })
          )
        )
      )
      .handle("create", ({ payload }) =>
        Effect.flatMap(CurrentClient, ({ clientId }) => organizations.create(clientId, payload))
      )
      .handle("token", mint)
  })
)
