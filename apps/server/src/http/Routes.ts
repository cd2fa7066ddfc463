/**
 * Everything that listens on HTTP: the contract with its handlers, the edge around it, and the documentation.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { openApiDocument } from "@partner-api/contract/OpenApiDocument"
import { docsPath } from "@partner-api/contract/System"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Layer from "effect/Layer"
import { PublicUrl } from "../platform/PublicUrl.ts"
import * as Access from "./Access.ts"
import * as Agencies from "./Agencies.ts"
import * as Boundary from "./Boundary.ts"
import * as Edge from "./Edge.ts"
import * as Jobs from "./Jobs.ts"
import * as OAuth from "./OAuth.ts"
import * as Organizations from "./Organizations.ts"
import * as PartnerAuth from "./PartnerAuth.ts"
import * as RequestBody from "./RequestBody.ts"
import * as System from "./System.ts"
import * as Users from "./Users.ts"

const handlers = Layer.mergeAll(
  OAuth.layer,
  PartnerAuth.layer,
  Organizations.layer,
  Jobs.layer,
  Users.layer,
  Agencies.layer,
  System.layer
).pipe(Layer.provide([Access.layer, Boundary.layer, RequestBody.layer]))

const contract = HttpApiBuilder.layer(PartnerApi).pipe(Layer.provide(handlers))

/** The contract as the page reads it: its document is the one that is served as JSON. */
const documented = (publicUrl: string) =>
  PartnerApi.annotateMerge(OpenApi.annotations({ transform: () => openApiDocument(publicUrl) }))

// The page carries everything it shows; default fonts would be fetched from elsewhere.
const docs = Layer.unwrap(
  Effect.map(PublicUrl, (publicUrl) =>
    HttpApiScalar.layer(documented(publicUrl), { path: docsPath, scalar: { withDefaultFonts: false } })
  )
)

export const layer = Layer.mergeAll(contract, docs, Edge.layer)
