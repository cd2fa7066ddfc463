/**
 * The operators' API and the console on a listener of their own, as one layer on an open database. Wiring only.
 *
 * A part that the partners' listener has too and that depends on the address of the listener is made anew: the check of the transport and the lists.
 */
import { operatorDocument } from "@partner-api/contract/operator/OperatorDocument"
import { operatorDocumentPath } from "@partner-api/contract/operator/OperatorApi"
import type { Incoming } from "@partner-api/service/http/Incoming"
import * as OperatorRoutes from "@partner-api/service/http/operator/OperatorRoutes"
import { refuseOrigin } from "@partner-api/service/http/operator/RefuseOrigin"
import * as Pages from "@partner-api/service/http/Pages"
import { CheckTransport } from "@partner-api/service/http/stages/CheckRequest"
import { staticAnswer } from "@partner-api/service/http/StaticAnswer"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { Grants } from "@partner-api/service/services/access/Grants"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { WebhookAdministration } from "@partner-api/service/services/administration/WebhookAdministration"
import { Agencies } from "@partner-api/service/services/Agencies"
import { AgencyInvitations } from "@partner-api/service/services/AgencyInvitations"
import { Applications } from "@partner-api/service/services/Applications"
import { AuditLog } from "@partner-api/service/services/AuditLog"
import { CursorSigning } from "@partner-api/service/services/CursorSigning"
import { Drain } from "@partner-api/service/services/Drain"
import { Idempotency } from "@partner-api/service/services/Idempotency"
import { Jobs } from "@partner-api/service/services/Jobs"
import { Journal } from "@partner-api/service/services/Journal"
import { Lists } from "@partner-api/service/services/Lists"
import { ClientViews } from "@partner-api/service/services/operator/ClientViews"
import { NamesById } from "@partner-api/service/services/operator/NamesById"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import { Representation } from "@partner-api/service/services/access/Representation"
import { RequestLog } from "@partner-api/service/services/operator/RequestLog"
import { Placements } from "@partner-api/service/services/Placements"
import { RejectionReasons } from "@partner-api/service/services/RejectionReasons"
import { Users } from "@partner-api/service/services/Users"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ConsolePage from "./console/ConsolePage.ts"
import * as IdentityProvider from "./console/provider/IdentityProvider.ts"
import * as ProviderSignIn from "./console/provider/ProviderSignIn.ts"
import * as ServerHealth from "./operations/ServerHealth.ts"
import { NodeCosts } from "./platform/costs/NodeCosts.ts"
import { AllowedHosts } from "./platform/AllowedHosts.ts"
import * as OwnTransport from "./platform/listener/CheckTransport.ts"
import * as HttpListener from "./platform/listener/HttpListener.ts"
import * as RequestEnvironment from "./platform/listener/RequestEnvironment.ts"
import { Meters } from "./platform/metrics/Meters.ts"
import * as ServiceSettings from "./ServiceSettings.ts"
import { type OperatorSettings, operatorUrlOf } from "./platform/OperatorSettings.ts"
import type { Settings } from "./platform/Settings.ts"
import * as RequestLogDatabase from "./store/requestlog/RequestLogDatabase.ts"

/** The address that operators use: the set one, else that of the listening socket. */
const address = (operator: OperatorSettings) =>
  Layer.effect(
    PublicUrl,
    Effect.map(HttpListener.ListeningAddress, (address) => operatorUrlOf(operator) ?? address)
  )

/** Refuses what is ambiguous, names a foreign host, or comes from another site. */
const transport = Layer.effect(
  CheckTransport,
  Effect.gen(function* () {
    const refuse = yield* CheckTransport
    const { origin } = new URL(yield* PublicUrl)
    return (incoming: Incoming) => refuse(incoming) ?? refuseOrigin(incoming, origin)
  })
).pipe(
  Layer.provide(
    OwnTransport.layerOf("open the console at the address that the server has printed, or set OPERATOR_URL")
  ),
  Layer.provide(AllowedHosts.layer({ hosts: [], loopback: true }))
)

const openApi = Effect.map(PublicUrl, (publicUrl) => {
  const document = new TextEncoder().encode(JSON.stringify(operatorDocument(publicUrl)))
  return [Pages.page(operatorDocumentPath, staticAnswer(document, "application/json"))]
})

const pages = ({ provider }: OperatorSettings) => {
  const own = Effect.map(Effect.all([openApi, ConsolePage.pages]), (all) => all.flat())
  return provider === undefined
    ? Pages.layerOf(own)
    : Pages.layerOf(Effect.map(Effect.all([own, ProviderSignIn.pages(provider)]), (all) => all.flat())).pipe(
        Layer.provide(IdentityProvider.layer(provider))
      )
}

const services = (settings: Settings) =>
  Layer.mergeAll(ClientViews.layer, Layer.fresh(Lists.layer), Idempotency.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Agencies.layer,
        AgencyInvitations.layer,
        Applications.layer,
        AuditLog.layer,
        ClientAdministration.layer,
        Jobs.layer,
        NamesById.layer,
        NodeCosts.layer,
        OperatorSessions.layer,
        OrganizationAdministration.layer,
        Placements.layer,
        RejectionReasons.layer,
        Representation.layer,
        RequestLog.layer,
        Users.layer,
        WebhookAdministration.layer,
        ServerHealth.layer(settings)
      )
    ),
    Layer.provide([
      CursorSigning.layer,
      Grants.layer,
      ServiceSettings.layer(settings),
      RequestLogDatabase.checkedLayer(settings)
    ]),
    Layer.provideMerge(Journal.layer)
  )

/** Listens until it is interrupted. */
export const layer = (settings: Settings, operator: OperatorSettings) =>
  RequestEnvironment.layer(Effect.void).pipe(
    Layer.provide(OperatorRoutes.layer.pipe(Layer.provide(pages(operator)))),
    Layer.provide(ProviderSignIn.named(operator.provider)),
    Layer.provide(services(settings)),
    Layer.provide(transport),
    Layer.provideMerge(address(operator)),
    Layer.provideMerge(
      HttpListener.layer(
        { host: operator.host, port: operator.port, sharesPort: false, keepAliveMs: settings.keepAliveMs },
        { host: "OPERATOR_HOST", port: "OPERATOR_PORT" }
        // The metric of requests under way is of the partners' listener: a second one would take its place.
      ).pipe(Layer.provide(Layer.succeed(Meters, undefined)))
    ),
    Layer.provide(Drain.layer)
  )
