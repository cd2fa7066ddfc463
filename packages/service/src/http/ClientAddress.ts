/**
 * The address of the client of a request: that of the socket, unless the socket belongs to a trusted proxy. Then it is the last address in
 * `X-Forwarded-For` that is no trusted proxy; a client can forge the addresses before it.
 */
import * as Context from "effect/Context"
import type { Incoming } from "./Incoming.ts"
import * as Layer from "effect/Layer"
import type * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import { isWithin, readAddress, readForwarded } from "../Networks.ts"

/** The address of all sockets without one. */
const unknownAddress = "unknown"

/** The number of addresses that are read from the end of the header. */
const hopsMax = 16

/** Whether an address belongs to a trusted proxy. */
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
      // A trusted proxy writes addresses alone; any other text ends the search.
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
