/**
 * Receivers of webhooks on this machine, and name servers that say where names lead.
 */
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Https from "node:https"
import type { AddressInfo, Socket } from "node:net"
import * as Path from "node:path"
import { text } from "node:stream/consumers"
import * as Tls from "node:tls"
import { readNetworks } from "@partner-api/service/Networks"
import { WebhookSender } from "@partner-api/service/services/webhooks/WebhookSender"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Dns from "effect/net/Dns"
import * as NetAddress from "effect/net/NetAddress"
import { layerNoDns, type WebhookSenderOptions } from "../../src/webhooks/HttpWebhookSender.ts"

const fixture = (name: string): string => Fs.readFileSync(Path.join(import.meta.dirname, "tls", name), "utf8")

/** The name in the certificate of a receiver. `*.hooks.example.com` is in it too. */
export const name = "hooks.example.com"

/** Makes this process trust the certificates of receivers. Undone by what it returns. */
export const trustReceivers = () => {
  const before = Tls.getCACertificates("default")
  Tls.setDefaultCACertificates([...before, fixture("authority.pem")])
  return () => Tls.setDefaultCACertificates(before)
}

/** The certificate of a receiver, by an authority that only {@link trustReceivers} knows. */
export const certificate = { cert: fixture("receiver.pem"), key: fixture("receiver.key") }

/** A certificate of an authority that nobody knows. */
export const strangeCertificate = {
  cert: fixture("../../postgres/tls/server.pem"),
  key: fixture("../../postgres/tls/server.key")
}

/** A request as it arrives. */
interface Arrival {
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
  readonly socket: Socket
  /** The address of this machine that it was sent to. */
  readonly address: string | undefined
}

type Credentials = typeof certificate

/** A receiver, with what it has got. It listens on every address of this machine, so that only the sender keeps requests from it. */
export const startReceiver = (answer: Http.RequestListener, credentials: Credentials | "no TLS" = certificate) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const arrivals: Array<Arrival> = []
      const sockets = new Set<Socket>()
      const waiting: Array<() => void> = []
      const take: Http.RequestListener = (request, response) => {
        const address = request.socket.localAddress
        void text(request).then((body) => {
          arrivals.push({ headers: request.headers, body, socket: request.socket, address })
          for (const resolve of waiting.splice(0)) resolve()
          answer(request, response)
        })
      }
      const server = credentials === "no TLS" ? Http.createServer(take) : Https.createServer(credentials, take)
      server.on("connection", (socket: Socket) => sockets.add(socket))
      // It neither closes a connection unasked nor says when it would: the sender does.
      server.keepAliveTimeout = 0
      server.listen(0, "0.0.0.0")
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      return {
        server,
        port,
        url: `https://${name}:${port}/hook`,
        arrivals,
        /** Every connection that there has been. */
        sockets,
        /** When the next request has arrived. */
        arrived: Effect.promise(() => new Promise<void>((resolve) => waiting.push(resolve)))
      }
    }),
    ({ server }) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        server.close()
        await once(server, "close")
      })
  )

/** When a connection has ended on the receiver's side. */
export const ended = (socket: Socket) =>
  Effect.promise(
    () => new Promise<void>((resolve) => (socket.destroyed ? resolve() : socket.once("close", () => resolve())))
  )

/** Turns of the event loop, after which a connection whose answer has ended is used again: undici lets one pass. */
export const settled = Effect.promise(async () => {
  for (const _ of [1, 2, 3]) await new Promise((resolve) => setImmediate(resolve))
})

/** Name servers: each time a name is requested, its next answer; the last one stays. An answer is a list of addresses. */
export const nameServers = (names: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>) => {
  const queries: Array<string> = []
  const turns = new Map<string, number>()
  const dns = Dns.make({
    lookup: () => Effect.die("webhooks ask name servers"),
    resolve: (domain, type) =>
      Effect.sync(() => {
        const host = domain.replace(/\.$/, "")
        if (type === "A") queries.push(host)
        const key = `${type} ${host}`
        const turn = turns.get(key) ?? 0
        turns.set(key, turn + 1)
        const answers = names[host] ?? []
        const addresses = (answers[Math.min(turn, answers.length - 1)] ?? []).map(NetAddress.ipFromStringUnsafe)
        return type === "A"
          ? addresses.filter(NetAddress.isIpv4Address).map((address) => Dns.makeRecordUnsafe("A", { address }))
          : addresses.filter(NetAddress.isIpv6Address).map((address) => Dns.makeRecordUnsafe("AAAA", { address }))
      })
  })
  return { dns, queries }
}

/** Names that lead to this machine, which stands for an address that is public. */
export const leadingHere = () => nameServers({ [name]: [["127.0.0.1"]], [`a.${name}`]: [["127.0.0.1"]] })

/** To the tests, one address of this machine is public, and all others are not. */
export const oneAddress: WebhookSenderOptions = {
  allowedNetworks: readNetworks("127.0.0.1") ?? [],
  allowsLoopback: false,
  publicUrl: "https://partners.example.com"
}

/** A sender that asks these name servers. */
export const startSender = ({ dns } = leadingHere(), options: Partial<WebhookSenderOptions> = {}) =>
  Layer.build(layerNoDns({ ...oneAddress, ...options }).pipe(Layer.provide(Layer.succeed(Dns.Dns, dns)))).pipe(
    Effect.map((context) => {
      const { send } = Context.get(context, WebhookSender)
      return {
        send: (url: string) => send({ url, headers: { "webhook-id": "evt_1" }, body: '{"type":"ping"}' })
      }
    })
  )
