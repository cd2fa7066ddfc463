/**
 * The address that a request comes from: the socket's, unless that is a proxy the operator trusts. Then it is the last address in
 * `X-Forwarded-For` that no trusted proxy has written; what stands before it anybody can make up.
 */
import * as Context from "effect/Context"
import type { Incoming } from "./Incoming.ts"
import * as Layer from "effect/Layer"
import type * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import { isWithin, readAddress, readForwarded } from "../Networks.ts"

/** A socket without an address has none to count by; all of them count as one. */
const unknownAddress = "unknown"

/** The longest chain of proxies that is followed, in addresses of a header. */
const hopsMax = 16

/** Whether an address is that of a proxy which the operator trusts. */
const isTrustedIn =
  (proxies: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (address: Option.Option<NetAddress.IpAddress>): boolean =>
    Option.exists(address, isWithin(proxies))

const socketOf = ({ remoteAddress }: Incoming) =>
  remoteAddress === undefined ? Option.none() : readAddress(remoteAddress)

/** Whether a request comes over one of these proxies. */
export const comesFrom =
  (proxies: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (request: Incoming): boolean =>
    isTrustedIn(proxies)(socketOf(request))

export class ClientAddress extends Context.Service<ClientAddress, (request: Incoming) => string>()(
  "@partner-api/service/ClientAddress"
) {
  static readonly layer = (proxies: ReadonlyArray<IpNetwork.IpNetwork>): Layer.Layer<ClientAddress> => {
    const isTrusted = isTrustedIn(proxies)
    return Layer.succeed(ClientAddress, (request) => {
      const socket = socketOf(request)
      // What is no address was not written by a proxy that can be trusted.
      const forwarded = isTrusted(socket)
        ? (request.headers["x-forwarded-for"] ?? "").split(",").slice(-hopsMax).map(readForwarded)
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
