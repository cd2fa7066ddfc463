/**
 * The address that a request comes from: the socket's, unless that is a proxy the operator trusts. Then it is the last address in
 * `X-Forwarded-For` that no trusted proxy has written; what stands before it anybody can make up.
 */
import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as IpInterface from "effect/net/IpInterface"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** A socket without an address has none to count by; all of them count as one. */
const unknownAddress = "unknown"

/** The longest chain of proxies that is followed, in addresses of a header. */
const hopsMax = 16

/** Reads an address. What a socket of both families writes as IPv6 is IPv4; the zone of a link-local address does not matter. */
const readAddress = (text: string): Option.Option<NetAddress.IpAddress> =>
  Option.map(Result.getSuccess(NetAddress.ipFromString(text.trim().replace(/%.*$/, ""))), (address) =>
    NetAddress.toCanonical(address)
  )

/** The proxies of a setting such as `10.0.0.0/8, 192.168.1.7`; nothing when it is not such a list. */
export const readProxies = (text: string): ReadonlyArray<IpNetwork.IpNetwork> | undefined =>
  Option.getOrUndefined(
    Option.all(
      text
        .split(",")
        .map((entry) => Option.map(Result.getSuccess(IpInterface.fromString(entry.trim())), IpNetwork.fromInterface))
    )
  )

/** Whether an address is that of a proxy which the operator trusts. */
const isTrustedIn =
  (proxies: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (address: Option.Option<NetAddress.IpAddress>): boolean =>
    Option.isSome(address) && proxies.some((proxy) => IpNetwork.contains(proxy, address.value))

const socketOf = (request: HttpServerRequest) => Option.flatMap(request.remoteAddress, readAddress)

/** Whether a request comes over one of these proxies. */
export const comesFrom =
  (proxies: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (request: HttpServerRequest): boolean =>
    isTrustedIn(proxies)(socketOf(request))

export class ClientAddress extends Context.Service<ClientAddress, (request: HttpServerRequest) => string>()(
  "@partner-api/service/ClientAddress"
) {
  static readonly layer = (proxies: ReadonlyArray<IpNetwork.IpNetwork>): Layer.Layer<ClientAddress> => {
    const isTrusted = isTrustedIn(proxies)
    return Layer.succeed(ClientAddress, (request) => {
      const socket = socketOf(request)
      // What is no address was not written by a proxy that can be trusted.
      const forwarded = isTrusted(socket)
        ? (request.headers["x-forwarded-for"] ?? "").split(",").slice(-hopsMax).map(readAddress)
        : []
      const client = forwarded.findLast((address) => !isTrusted(address)) ?? Option.none()
      return Option.match(
        Option.orElse(client, () => socket),
        {
          onNone: () => unknownAddress,
          onSome: NetAddress.formatIp
        }
      )
    })
  }
}
