/**
 * The address that a request comes from: the socket's, unless that is a proxy the operator trusts. Then it is the last address in
 * `X-Forwarded-For` that no trusted proxy has written; what stands before it anybody can make up.
 */
import * as Net from "node:net"
import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** A socket without an address has none to count by; all of them count as one. */
const unknownAddress = "unknown"

/** So many addresses of a header are looked at: no chain of proxies is longer. */
const hopsMax = 16

/** An IPv4 address that a socket of both families writes as IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "").trim()

const family = (address: string): "ipv4" | "ipv6" => (Net.isIPv6(address) ? "ipv6" : "ipv4")

const isNetwork = (text: string): boolean => {
  const [address = "", prefix, ...rest] = text.split("/")
  const bits = Net.isIPv6(address) ? 128 : 32
  return (
    Net.isIP(address) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

/** The proxies of a setting such as `10.0.0.0/8, 192.168.1.7`; nothing when it is not such a list. */
export const readProxies = (text: string): ReadonlyArray<string> | undefined => {
  const entries = text.split(",").map((entry) => entry.trim())
  return entries.every(isNetwork) ? entries : undefined
}

export class ClientAddress extends Context.Service<ClientAddress, (request: HttpServerRequest) => string>()(
  "@partner-api/server/ClientAddress"
) {
  static readonly layer = (proxies: ReadonlyArray<string>): Layer.Layer<ClientAddress> =>
    Layer.sync(ClientAddress, () => {
      const trusted = new Net.BlockList()
      for (const proxy of proxies) {
        const [address = "", prefix] = proxy.split("/")
        if (prefix === undefined) trusted.addAddress(address, family(address))
        else trusted.addSubnet(address, Number(prefix), family(address))
      }
      const isTrusted = (address: string): boolean => Net.isIP(address) !== 0 && trusted.check(address, family(address))
      return ClientAddress.of((request) => {
        const socket = plain(Option.getOrElse(request.remoteAddress, () => unknownAddress))
        if (proxies.length === 0 || !isTrusted(socket)) return socket
        const forwarded = (request.headers["x-forwarded-for"] ?? "").split(",").slice(-hopsMax).map(plain)
        // What is no address was not written by a proxy that can be trusted.
        const client = forwarded.findLast((address) => !isTrusted(address))
        return client !== undefined && Net.isIP(client) !== 0 ? client : socket
      })
    })
}
