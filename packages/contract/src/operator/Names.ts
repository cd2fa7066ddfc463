/**
 * Names for ids: what a page shows of clients, organizations and webhook endpoints that its answers call by their ids.
 */
import { KnownNames, NamesWanted } from "@partner-api/domain/operator/KnownNames"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadataOf } from "../declare/Declaration.ts"
import { UnprocessableEntity } from "../WireErrors.ts"
import { OperatorAccess, viewer } from "./OperatorAccess.ts"

const get = HttpApiEndpoint.get("get", "/operator/v1/names", {
  disableCodecs: true,
  query: NamesWanted.fields,
  success: KnownNames,
  error: [UnprocessableEntity]
}).annotateMerge(
  metadataOf(
    {
      title: "Get names",
      description: "The names of clients and organizations, and the hosts of webhook endpoints, by their ids.",
      access: viewer
    },
    { paginated: false, retry: "safe" }
  )
)

export class Names extends HttpApiGroup.make("names")
  .add(get)
  .middleware(OperatorAccess)
  .annotateMerge(OpenApi.annotations({ title: "Names", description: "Names for ids" })) {}
