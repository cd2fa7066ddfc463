/**
 * The addresses that a name of a partner leads to. DNS is queried once for a connection, and exactly the addresses that are judged here are
 * connected to: a name that changes its answer in between (DNS rebinding) gains nothing.
 *
 * Name servers are queried directly. A search domain is not appended and a hosts file is not read, so that a name means the same here as
 * it does to everybody. It also waits for an answer without one of the few threads that `getaddrinfo` blocks: name servers of a partner
 * that do not answer hold up nobody else.
 */
import type { WebhookFailure } from "@partner-api/domain/WebhookDelivery"
import { isReachable, type OutboundNetworks } from "@partner-api/service/services/webhooks/OutboundAddress"
import { isLocalName } from "@partner-api/domain/WebhookAddressRules"
import * as Arr from "effect/Array"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Dns } from "effect/net/Dns"
import * as NetAddress from "effect/net/NetAddress"

/** A connection that is not opened; an `Error`, as Node's sockets carry it to the request. */
export class OutboundRefused extends Data.TaggedError("OutboundRefused")<{
  readonly failure: WebhookFailure
}> {}

/** The addresses of the names of this machine, whatever name servers answer. */
const loopback = [NetAddress.ipFromStringUnsafe("127.0.0.1"), NetAddress.ipFromStringUnsafe("::1")]

/** Looks a name up. Fails unless all of its addresses may be connected to: a name that leads to one that may not has no honest use. */
export const addressesOf = (dns: Dns["Service"], networks: OutboundNetworks) => {
  const isAllowed = isReachable(networks)
  // Most names have addresses of one family, so one question may fail.
  const lookUp = (name: string) =>
    Effect.all([Effect.option(dns.resolve(name, "A")), Effect.option(dns.resolve(name, "AAAA"))], {
      concurrency: "unbounded"
    }).pipe(Effect.map((answers) => Arr.getSomes(answers).flatMap((records) => records.map(({ address }) => address))))
  return (name: string): Effect.Effect<ReadonlyArray<NetAddress.IpAddress>, OutboundRefused> =>
    (isLocalName(name) ? Effect.succeed(loopback) : lookUp(name)).pipe(
      Effect.filterOrFail(Arr.isReadonlyArrayNonEmpty, () => new OutboundRefused({ failure: "dns" })),
      Effect.filterOrFail(Arr.every(isAllowed), () => new OutboundRefused({ failure: "address" }))
    )
}
