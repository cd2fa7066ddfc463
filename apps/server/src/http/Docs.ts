/**
 * The documentation page: the contract's own document, browsable. It carries everything it shows and asks no other host.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { openApiDocument } from "@partner-api/contract/OpenApiDocument"
import { docsPath } from "@partner-api/contract/System"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { PublicUrl } from "../platform/PublicUrl.ts"

/** The contract as the page reads it: its document is the one that is served as JSON. */
const documented = (publicUrl: string) =>
  PartnerApi.annotateMerge(OpenApi.annotations({ transform: () => openApiDocument(publicUrl) }))

const encoder = new TextEncoder()

/** The page as bytes, encoded once: three megabytes of text, encoded again for each reader, would hold up everybody else. */
const encodeOnce = (): ((response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse) => {
  const known = new WeakMap<object, HttpServerResponse.HttpServerResponse>()
  return (response) => {
    const { body } = response
    if (body._tag !== "Uint8Array") return response
    const made =
      known.get(response) ??
      HttpServerResponse.uint8Array(body.text === undefined ? body.body : encoder.encode(body.text), {
        contentType: body.contentType
      })
    known.set(response, made)
    return made
  }
}

// Default fonts would be fetched from elsewhere.
const page = (publicUrl: string) =>
  HttpApiScalar.layer(documented(publicUrl), { path: docsPath, scalar: { withDefaultFonts: false } })

export const layer = Layer.unwrap(Effect.map(PublicUrl, page)).pipe(
  Layer.provide(HttpRouter.middleware(Effect.map(encodeOnce())).layer)
)
