/**
 * The IP addresses that the service connects to when a partner has chosen the address: public ones alone, so that a webhook is no way into
 * the network that the service runs in (SSRF).
 *
 * Of IPv4, the networks of the registries of special addresses (IANA, RFC 6890) are refused. Of IPv6, what is outside of global unicast is
 * refused as a whole, and inside of it what the registries name, with the forms that hide an IPv4 address. So are the addresses that clouds
 * answer at from within, although they are public ones. The predicates of `NetAddress` cover about half of them. Networks that one operator
 * alone uses inside are not known here.
 */
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import { isWithin, readAddress } from "../../Networks.ts"

/** The networks that are allowed beyond public addresses. */
export interface OutboundNetworks {
  /** The networks that an operator opens, for receivers within one network. */
  readonly allowedNetworks: ReadonlyArray<IpNetwork.IpNetwork>
  /** Whether receivers may run on this machine, as those of the sandbox do. */
  readonly allowsLoopback: boolean
}

/**
 * The addresses of services inside clouds, which are public by the registries. No receiver of a partner is there, so that refusing
 * them costs nobody anything.
 */
const insideClouds = [
  "34.118.224.0/20", // Services of a Kubernetes cluster of Google
  "161.26.0.0/16", // IBM: name servers, mirrors
  "166.8.0.0/14", // IBM: private endpoints of services
  "168.63.129.16/32", // Azure: the agent of a machine, name server
  "192.80.8.124/32", // Equinix Metal: metadata
  "199.36.153.4/30", // Google's APIs from a private network
  "199.36.153.8/30",
  "2600:2d00:0:4::/64", // Services of a Kubernetes cluster of Google
  "2600:2d00:2:1000::/56", // Google's APIs from a private network
  "2600:2d00:2:2000::/56"
]

/** IPv4-mapped addresses (`::ffff:0:0/96`) are missing: they are read as IPv4. */
const notPublic: ReadonlyArray<IpNetwork.IpNetwork> = [
  ...insideClouds,
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10", // Shared by the customers of a carrier; 100.100.100.200 is a metadata service.
  "127.0.0.0/8",
  "169.254.0.0/16", // Link-local; 169.254.169.254 is the metadata service of most clouds.
  "172.16.0.0/12",
  "192.0.0.0/24", // Protocol assignments; 192.0.0.192 is a metadata service.
  "192.0.2.0/24",
  "192.31.196.0/24", // AS112, which networks answer for themselves
  "192.52.193.0/24", // Multicast tunnels
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16",
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // Benchmarks
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/3", // Loopback, IPv4 in IPv6 (::/96, ::ffff:0:0:0/96), NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discarded
  "4000::/2", // Nobody's, and identifiers of segments (5f00::/16)
  "8000::/1", // Nobody's, unique local (fd00:ec2::254 is a metadata service), link-local, site-local, multicast
  "2001::/23", // Protocol assignments, Teredo and ORCHID among them
  "2001:db8::/32",
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // AS112
  "3fff::/20"
].map(IpNetwork.fromStringUnsafe)

const isNotPublic = isWithin(notPublic)

/** Whether an address may be connected to. */
export const isReachable = ({ allowedNetworks, allowsLoopback }: OutboundNetworks) => {
  const isAllowed = isWithin(allowedNetworks)
  return (given: NetAddress.IpAddress): boolean => {
    const address = NetAddress.toCanonical(given)
    return !isNotPublic(address) || isAllowed(address) || (allowsLoopback && NetAddress.isLoopback(address))
  }
}

/** Whether a host is written as an address that may not be connected to; a name decides nothing yet. */
export const isRefusedLiteral = (networks: OutboundNetworks) => {
  const isAllowed = isReachable(networks)
  return (host: string): boolean => Option.exists(readAddress(host), (address) => !isAllowed(address))
}
