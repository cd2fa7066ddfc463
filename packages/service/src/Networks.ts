/**
 * IP addresses and networks as settings, sockets and headers write them.
 */
import * as IpInterface from "effect/net/IpInterface"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** Reads an address. What a socket of both families writes as IPv6 is IPv4; the zone of a link-local address does not matter. */
export const readAddress = (text: string): Option.Option<NetAddress.IpAddress> =>
  Option.map(Result.getSuccess(NetAddress.ipFromString(text.trim().replace(/%.*$/, ""))), (address) =>
    NetAddress.toCanonical(address)
  )

/** An address with the port behind it, as some proxies write it: IPv6 stands in brackets then. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/

/** Reads an address of `X-Forwarded-For`, which may have a port. */
export const readForwarded = (text: string): Option.Option<NetAddress.IpAddress> => {
  const [, inBrackets, plain] = withPort.exec(text.trim()) ?? []
  return readAddress(inBrackets ?? plain ?? text)
}

/** The networks of a setting such as `10.0.0.0/8, 192.168.1.7`; nothing when it is not such a list. */
export const readNetworks = (text: string): ReadonlyArray<IpNetwork.IpNetwork> | undefined =>
  Option.getOrUndefined(
    Option.all(
      text
        .split(",")
        .map((entry) => Option.map(Result.getSuccess(IpInterface.fromString(entry.trim())), IpNetwork.fromInterface))
    )
  )

/** Whether an address is in one of these networks. */
export const isWithin =
  (networks: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (address: NetAddress.IpAddress): boolean =>
    networks.some((network) => IpNetwork.contains(network, address))
