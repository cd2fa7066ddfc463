/**
 * The documentation page: the contract's own document, browsable. It carries everything it shows and sends nothing to another host. The address of the
 * service itself leads to it.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { oauthSecurity } from "@partner-api/contract/OAuth"
import type { SampleCaller } from "@partner-api/contract/SampleCaller"
import { docsPath } from "@partner-api/contract/System"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { DocumentedCaller } from "@partner-api/service/http/DocumentedCaller"
import { serviceFailed } from "@partner-api/service/http/ErrorResponse"
import type { Incoming } from "@partner-api/service/http/Incoming"
import * as Pages from "@partner-api/service/http/Pages"
import { staticAnswer } from "@partner-api/service/http/StaticAnswer"
import { pageDocument } from "./PageDocument.ts"
import { pagePolicy } from "./PagePolicy.ts"

/** The path at which browsers look for an icon. */
const faviconPath = "/favicon.ico"

/** A blue square with a white P, 32 pixels wide. */
const icon =
  "AAABAAEAICAAAAEAIACpAAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAIDAAAADhSSZwAAAAlQTFRFAAAAJWPr////C1CQ8wAAAAN0Uk5TAP//RFDWIQAAAExJREFUeNpj" +
  "YGANBYIABgaGUDBggAiAhOAMUQgjBMEIhQIgI2rVKjhjKQZjJYSxNAzGCF2FzoBJwRVjMycUpot8BqYvMH0KDwRYsAAAEwhbsoK5ZEIAAAAASUVORK5CYII="

/** The answer that is the icon. */
const favicon = staticAnswer(Buffer.from(icon, "base64"), "image/x-icon")

const documented = (publicUrl: string, caller: SampleCaller | undefined) =>
  PartnerApi.annotateMerge(OpenApi.annotations({ transform: () => pageDocument(publicUrl, caller) }))

/** The credentials that the page begins with, where they are public. */
const knownCredentials = (caller: SampleCaller | undefined) =>
  caller === undefined
    ? {}
    : Record.map(oauthSecurity(""), () => ({
        flows: {
          clientCredentials: {
            "x-scalar-secret-client-id": caller.clientId,
            "x-scalar-secret-client-secret": caller.clientSecret
          }
        }
      }))

/** The look of the page. The page takes more settings than its type has, so they stand here by themselves. */
const scalarOf = (caller: SampleCaller | undefined) => {
  const schemes = [...Object.keys(oauthSecurity("")), "bearer"]
  return {
    // Default fonts would be fetched from elsewhere.
    withDefaultFonts: false,
    // Both would send the reader, and the document, to another host.
    showDeveloperTools: "never",
    hideClientButton: true,
    // The samples of the document run; those that the page would make of it have no token.
    hiddenClients: true,
    authentication: { preferredSecurityScheme: schemes, securitySchemes: knownCredentials(caller) },
    // Endpoints are drawn when their group is opened, or a link or a search leads to one. All at once are 43,000 elements, and seconds of work before
    // the page answers. Each endpoint shows its own shapes.
    defaultOpenAllTags: false,
    hideModels: true,
    // The choice among examples would offer the one there is.
    customCss: ".request-card-footer-addon { display: none !important }"
  } as const
}

/** The page as bytes with its policy: three megabytes of text. */
const makePage = (publicUrl: string, caller: SampleCaller | undefined) =>
  Effect.scoped(
    Effect.gen(function* () {
      const router = yield* HttpRouter.make
      const shown = HttpApiScalar.layer(documented(publicUrl, caller), { path: docsPath, scalar: scalarOf(caller) })
      yield* Effect.provideService(Layer.build(shown), HttpRouter.HttpRouter, router)
      const request = HttpServerRequest.fromWeb(new Request(new URL(docsPath, publicUrl)))
      const { body } = yield* Effect.provideService(router.asHttpEffect(), HttpServerRequest.HttpServerRequest, request)
      if (body._tag !== "Uint8Array") return yield* Effect.fail(`its body is ${body._tag}`)
      return staticAnswer(body.body, body.contentType, pagePolicy(body.body, publicUrl))
    })
  )

const page = (publicUrl: string, caller: SampleCaller | undefined) => {
  let made: ReturnType<typeof staticAnswer> | undefined
  const remembered = Effect.tap(makePage(publicUrl, caller), (answer) =>
    Effect.sync(() => {
      made = answer
    })
  )
  return (incoming: Incoming) =>
    Effect.suspend(() => (made === undefined ? remembered : Effect.succeed(made))).pipe(
      Effect.map((answer) => answer(incoming)),
      Effect.catch((cause) =>
        Effect.andThen(Effect.logError("the documentation page cannot be made", cause), Effect.fail(serviceFailed))
      )
    )
}

// Without a length, Node would send an empty body in chunks.
const toPage = HttpServerResponse.redirect(docsPath, { headers: { "content-length": "0" } })

/** The page, its icon, and the way to it from the address of the service. */
export const pages = Effect.gen(function* () {
  const answer = page(yield* PublicUrl, yield* DocumentedCaller)
  return [{ path: docsPath, answer }, Pages.page("/", () => toPage), Pages.page(faviconPath, favicon)]
})
