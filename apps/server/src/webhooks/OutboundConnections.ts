/**
 * Opens the connections to receivers of webhooks, over TCP or TLS, to addresses that may be connected to and to no other.
 *
 * The host name stays what TLS and `Host` name: only where the socket goes is decided here.
 */
import type * as Net from "node:net"
import type { buildConnector } from "@effect/platform-node/Undici"
import { isRefusedLiteral, type OutboundNetworks } from "@partner-api/service/services/webhooks/OutboundAddress"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import { Dns } from "effect/net/Dns"
import * as NetAddress from "effect/net/NetAddress"
import { boundAnswers } from "./OutboundBytes.ts"
import { addressesOf, OutboundRefused } from "./OutboundNames.ts"

/** The function that opens connections, and the number of open ones. */
interface OutboundConnections {
  readonly connect: buildConnector.connector
  readonly open: () => number
}

interface ConnectionOptions extends OutboundNetworks {
  readonly connectTimeoutMs: number
  readonly answerBytesMax: number
}

const toLookupAddress = (address: NetAddress.IpAddress) => ({
  address: NetAddress.formatIp(address),
  family: NetAddress.isIpv4Address(address) ? 4 : 6
})

/** Looks a name up as Node's sockets need it: all of its addresses, or the first where they need one. */
const makeLookup = Effect.fnUntraced(function* (networks: OutboundNetworks) {
  const find = addressesOf(yield* Dns, networks)
  const run = yield* FiberSet.makeRuntime<never>()
  const lookup: Net.LookupFunction = (name, { all }, callback) => {
    run(
      Effect.match(find(name), {
        onFailure: (refused) => callback(refused, []),
        onSuccess: (found) => {
          const addresses = found.map(toLookupAddress)
          const [first] = addresses
          if (all === true || first === undefined) callback(null, addresses)
          else callback(null, first.address, first.family)
        }
      })
    )
  }
  return lookup
})

/** The connections of a sender. */
export const make = Effect.fnUntraced(function* (
  undici: { readonly buildConnector: typeof buildConnector },
  { answerBytesMax, connectTimeoutMs, ...networks }: ConnectionOptions
) {
  const lookup = yield* makeLookup(networks)
  const isRefused = isRefusedLiteral(networks)
  // Over HTTP/2 a connection would carry any number of requests.
  const connect = undici.buildConnector({ lookup, timeout: connectTimeoutMs, allowH2: false })
  let open = 0
  const connections: OutboundConnections = {
    open: () => open,
    connect: (target, callback) => {
      // Sockets look up names alone: what is an address already is judged here.
      if (isRefused(target.hostname)) return callback(new OutboundRefused({ failure: "address" }), null)
      connect(target, (...opened) => {
        const [error, socket] = opened
        if (error === null) {
          open += 1
          boundAnswers(socket, answerBytesMax)
          socket.once("close", () => {
            open -= 1
          })
        }
        callback(...opened)
      })
    }
  }
  return connections
})
