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
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { handlersOf } from "../Handlers.ts"
import { unprocessable } from "../ErrorResponse.ts"
import { Organizations } from "../../services/Organizations.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { checkMediaType, readBody } from "../stages/ReadBody.ts"

const decodeScopedTokenRequest = strictDecoder(ScopedTokenRequest)

/** The permissions that the token is narrowed to. An empty body of whatever media type is for everything (`curl -d ''`). */
const readPermissions = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top) {
  const context = yield* CurrentRequest
  const bytes = yield* readBody(context, endpoint)
  if (bytes.byteLength === 0) return undefined
  yield* checkMediaType(context.incoming, "application/json")
  const json = yield* Effect.fromResult(readJson(bytes))
  const { permissions } = yield* Effect.mapError(
    Effect.fromResult(decodeScopedTokenRequest(json, "body")),
    unprocessable
  )
  return permissions
})

export const layer = handlersOf(
  PartnerApi,
  "organizations",
  Effect.fnUntraced(function* (handlers) {
    const organizations = yield* Organizations
    const tokens = yield* Tokens

    return handlers({
      list: () =>
        Effect.flatMap(CurrentClient, ({ clientId }) =>
          Effect.map(organizations.list(clientId), (body) =>
            HttpApiSchema.withHeaders({ body, headers: mayBeCompressed })
          )
        ),
      create: ({ payload }) => Effect.flatMap(CurrentClient, ({ clientId }) => organizations.create(clientId, payload)),
      token: Effect.fnUntraced(function* ({ params, endpoint }) {
        const { clientId, tokenId } = yield* CurrentClient
        const permissions = yield* readPermissions(endpoint)
        return withNoStore(
          yield* tokens.mint({ clientId, parentId: tokenId, organizationId: params.organizationId, permissions })
        )
      })
    })
  })
)
