/**
 * The service on an open database, as one layer: services, handlers, listening socket. Wiring only.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Routes from "@partner-api/service/http/Routes"
import * as Service from "@partner-api/service/Service"
import * as Pages from "@partner-api/service/http/Pages"
import * as Docs from "./docs/Docs.ts"
import { confirmationPages } from "./docs/ConfirmationPage.ts"
import { invitationPages } from "./docs/InvitationPage.ts"
import * as CostMeter from "./platform/costs/CostMeter.ts"
import { NodeCosts } from "./platform/costs/NodeCosts.ts"
import * as CheckTransport from "./platform/listener/CheckTransport.ts"
import { AllowedHosts } from "./platform/AllowedHosts.ts"
import * as AccessLog from "./platform/log/AccessLog.ts"
import * as RequestLogWriter from "./platform/log/RequestLogWriter.ts"
import { checked } from "./platform/DatabaseCheck.ts"
import * as StorageQuotaMeter from "./platform/metrics/StorageQuotaMeter.ts"
import * as RateLimitMeter from "./platform/metrics/RateLimitMeter.ts"
import * as AssignmentGauge from "./platform/metrics/AssignmentGauge.ts"
import * as AttachmentMeter from "./platform/metrics/AttachmentMeter.ts"
import * as MailGauge from "./platform/metrics/MailGauge.ts"
import * as PlacementGauge from "./platform/metrics/PlacementGauge.ts"
import * as RetentionGauge from "./platform/metrics/RetentionGauge.ts"
import * as ScanGauge from "./platform/metrics/ScanGauge.ts"
import * as WebhookGauges from "./platform/metrics/WebhookGauges.ts"
import * as WebhookSendMeter from "./platform/metrics/WebhookSendMeter.ts"
import { ClientAddress } from "@partner-api/service/http/ClientAddress"
import * as EventSignal from "@partner-api/service/services/EventSignal"
import { Journal } from "@partner-api/service/services/Journal"
import { MailDelivery } from "@partner-api/service/services/mail/MailDelivery"
import { AttachmentScans } from "@partner-api/service/services/scan/AttachmentScans"
import { Deliveries } from "@partner-api/service/services/webhooks/Deliveries"
import * as DeliveryWorkers from "@partner-api/service/services/webhooks/DeliveryWorkers"
import { Drain } from "@partner-api/service/services/Drain"
import * as RequestEnvironment from "./platform/listener/RequestEnvironment.ts"
import * as HttpListener from "./platform/listener/HttpListener.ts"
import * as SmtpMailSender from "./mail/SmtpMailSender.ts"
import * as ClamdScanner from "./scan/ClamdScanner.ts"
import * as Maintenance from "./Maintenance.ts"
import * as ServiceSettings from "./ServiceSettings.ts"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import * as RequestSpans from "./platform/traces/RequestSpans.ts"
import { StorageQuota } from "@partner-api/service/services/access/StorageQuota"
import { RateLimits } from "@partner-api/service/services/access/RateLimits"
import type { Settings } from "./platform/Settings.ts"
import * as Database from "./store/Database.ts"
import * as Files from "./store/files/Files.ts"
import * as ClockWatch from "./store/postgres/ClockWatch.ts"
import * as RequestLogDatabase from "./store/requestlog/RequestLogDatabase.ts"
import * as HttpWebhookSender from "./webhooks/HttpWebhookSender.ts"

/** Without PUBLIC_URL, the address that was given to the listening socket. */
const publicUrl = (settings: Settings) =>
  Layer.effect(
    PublicUrl,
    Effect.map(HttpListener.ListeningAddress, (address) => settings.publicUrl ?? address)
  )

/** Files. Requests and the work between them share one `Attachments`. */
const files = (settings: Settings) => AttachmentMeter.around(Files.layer(settings))

const services = (settings: Settings) =>
  Layer.mergeAll(
    CheckTransport.layer.pipe(Layer.provide(AllowedHosts.layer(settings.hostPolicy))),
    AccessLog.addressLayer(settings.log).pipe(Layer.provideMerge(ClientAddress.layer(settings.trustedProxies))),
    RateLimitMeter.around(RateLimits.layer(settings.rateLimit)),
    StorageQuota.exchanging.pipe(
      Layer.provideMerge(StorageQuotaMeter.around(StorageQuota.layer(settings.storedBytesPerDay)))
    ),
    Service.layer.pipe(Layer.provideMerge(files(settings)))
  )

/**
 * Built last, so it ends first: the service is not ready any more for a while before it stops to listen, so that a proxy in front sends
 * no request to a closed socket.
 */
const beginDrain = ({ drainMs }: Settings) =>
  Layer.effectDiscard(
    Effect.flatMap(Drain, ({ begin }) =>
      Effect.addFinalizer(() => Effect.andThen(begin, Effect.sleep(Duration.millis(drainMs))))
    )
  )

/** The database that a server works on. No second server may run on the file of an embedded one. */
export const databaseLayer = ({ database, databaseConnections }: Settings) =>
  Database.serverLayer(database, databaseConnections)

/** The request log, which clients read, and what writes it. */
const requestLog = (settings: Settings) => {
  const kept = RequestLogDatabase.checkedLayer(settings)
  return settings.requestLog.isOn ? RequestLogWriter.layer(settings.requestLog).pipe(Layer.provideMerge(kept)) : kept
}

/** The layers that requests and the work between them share: the settings of the services, and the request log. */
const grounds = (settings: Settings) => Layer.merge(ServiceSettings.layer(settings), requestLog(settings))

/** The pages of the partners' listener. */
const pages = Pages.layerOf(Effect.map(Docs.pages, (own) => [...own, ...invitationPages, ...confirmationPages]))

const answering = (settings: Settings) =>
  beginDrain(settings).pipe(
    Layer.provideMerge(
      RequestEnvironment.layer(checked).pipe(
        Layer.provide(Routes.layer.pipe(Layer.provide(pages))),
        Layer.provide(RequestSpans.layer(settings))
      )
    ),
    Layer.provide(services(settings)),
    Layer.provide(CostMeter.layer(settings)),
    Layer.provideMerge(publicUrl(settings)),
    Layer.provideMerge(HttpListener.layer(settings)),
    Layer.provideMerge(Drain.layer)
  )

/**
 * Answers requests until it is interrupted, on an open database. It listens while the database is being checked. The caller provides the receiver
 * of costs.
 */
export const requestsLayer = (settings: Settings) => answering(settings).pipe(Layer.provide(grounds(settings)))

/** Delivers to webhook endpoints. */
const deliveryLayer = (settings: Settings) =>
  DeliveryWorkers.layer({ pollMs: settings.deliveryPollMs }).pipe(
    Layer.provide(Deliveries.layer),
    Layer.provide([
      Journal.layer,
      WebhookSendMeter.around(HttpWebhookSender.layer(ServiceSettings.webhookPolicy(settings)))
    ]),
    Layer.provide([Drain.layer, EventSignal.layer])
  )

/** The time between two looks at the outbox, in milliseconds: a person waits for the mail. A look reads an index of waiting mails. */
const mailPollMs = 2_000

/** Sends mails. A failure is logged by the store; the next look tries again. */
const mailLayer = (settings: Settings) =>
  settings.mail === undefined
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.flatMap(MailDelivery, ({ sendDue }) =>
          Effect.forkScoped(Effect.repeat(Effect.ignore(sendDue), Schedule.spaced(Duration.millis(mailPollMs))))
        )
      ).pipe(Layer.provide(MailDelivery.layer), Layer.provide(SmtpMailSender.layer(settings.mail)))

/** The time between two looks for files that wait for the scanner, in milliseconds: a person waits for the file. A look reads an index of waiting files. */
const scanPollMs = 2_000

/** Scans files. A failure is logged by the store; the next look tries again. */
const scanLayer = (settings: Settings) =>
  settings.scan === undefined
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.flatMap(AttachmentScans, ({ scanDue }) =>
          Effect.forkScoped(Effect.repeat(Effect.ignore(scanDue), Schedule.spaced(Duration.millis(scanPollMs))))
        )
      ).pipe(Layer.provide(AttachmentScans.layer), Layer.provide([Journal.layer, ClamdScanner.layer(settings.scan)]))

/** The watches of each server, also of one that works on nothing between requests. */
const watching = Layer.mergeAll(
  AssignmentGauge.layer,
  AttachmentMeter.layer,
  WebhookGauges.layer,
  MailGauge.layer,
  PlacementGauge.layer,
  RetentionGauge.layer,
  ScanGauge.layer,
  ClockWatch.layer
)

const working = (settings: Settings) =>
  Layer.mergeAll(Maintenance.layer, deliveryLayer(settings), mailLayer(settings), scanLayer(settings), watching)

/** The work between requests. */
export const maintenanceLayer = (settings: Settings) =>
  working(settings).pipe(Layer.provide([files(settings), grounds(settings)]))

/** Serves in one process until it is interrupted, on an open database, which may have to be prepared first. */
export const layer = (settings: Settings) =>
  Layer.merge(
    answering(settings).pipe(Layer.provide(NodeCosts.ownReceiver)),
    (settings.worksBetweenRequests ? working(settings) : watching).pipe(Layer.provide(files(settings)))
  ).pipe(Layer.provide(grounds(settings)))
