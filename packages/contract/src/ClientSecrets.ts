/**
 * The secrets of the client itself, which it makes and ends without its operator (recruiting 11). A request shows the client id and a live secret by HTTP
 * Basic: a token that was stolen must not become a secret.
 */
import { secretsMax } from "@partner-api/domain/Client"
import { ClientSecretId, NewOwnSecret, secretsPerDayMax } from "@partner-api/domain/ClientSecret"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadataOf } from "./declare/Declaration.ts"
import { created, remove } from "./declare/Write.ts"
import { CredentialsAccess, IdempotentWrite } from "./Middleware.ts"
import { writeHeaders } from "./RequestHeaders.ts"
import { Conflict } from "./WireErrors.ts"

const access = { level: "credentials" } as const
const extension = "client.secrets"

// Its path names no resource that could be missing, and it has no body.
const create = HttpApiEndpoint.post("create", "/v1/client/secrets", {
  disableCodecs: true,
  headers: writeHeaders,
  success: created(NewOwnSecret),
  error: [Conflict]
})
  .middleware(IdempotentWrite)
  .annotateMerge(
    metadataOf(
      {
        title: "Create a secret of the client",
        description: `Makes another secret beside the one that the request is made with, and shows it, once: the answer that is replayed under an \`Idempotency-Key\` lacks it. A client has at most ${secretsMax}, and makes no more than ${secretsPerDayMax} in 24 hours. 403 where the operator makes all secrets.`,
        access,
        extension,
        command: "partner client secrets create",
        shownOnce: "client_secret"
      },
      { paginated: false, retry: "never" }
    )
  )

export class ClientSecrets extends HttpApiGroup.make("clientSecrets")
  .add(
    create,
    remove("remove", "/v1/client/secrets/:clientSecretId", {
      title: "Delete a secret of the client",
      description:
        "Ends the other secret of the client, within a second; 409 for the one that the request is made with. Tokens go on to their end.",
      access,
      extension,
      command: "partner client secrets delete {clientSecretId}",
      mayConflict: true,
      params: { clientSecretId: ClientSecretId }
    })
  )
  .middleware(CredentialsAccess)
  .annotateMerge(
    OpenApi.annotations({
      title: "Secrets of the client",
      description: "The replacement of a client's secret without its operator"
    })
  ) {}
