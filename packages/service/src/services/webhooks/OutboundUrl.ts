/**
 * Which URLs of partners the service sends requests to, as far as a URL tells. Where its name leads is looked at when a connection is
 * opened.
 *
 * The WHATWG parser has already written odd spellings of an address as the address: `0x7f.1`, `2130706433` and full-width digits are
 * `127.0.0.1`.
 */
import { urlMax } from "@partner-api/domain/Url"
import * as NetAddress from "effect/net/NetAddress"
import * as Option from "effect/Option"
import { readAddress } from "../../Networks.ts"
import { isRefusedLiteral, type OutboundNetworks } from "./OutboundAddress.ts"

/** What the service sends requests to. */
export interface OutboundPolicy extends OutboundNetworks {
  /** The address of this service, which never calls itself; absent where it is not known. */
  readonly publicUrl: string | undefined
}

/** Ports below belong to services of the system, such as mail, whose protocols a request must not reach. */
const portMin = 1_024

/** A URL, where a text is one. Node 20 has no `URL.parse`. */
const readUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** The host of a URL: an address without brackets, a name without the dot at its end. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.+$/g, "")

/** Whether a host is a name of this machine, which means its loopback interface (RFC 6761 §6.3). */
export const isLocalName = (host: string): boolean => /^(?:.*\.)?localhost$/.test(host)

const isThisMachine = (host: string): boolean =>
  isLocalName(host) || Option.exists(readAddress(host), NetAddress.isLoopback)

/** The names of this machine are one host, on which each port is a service. Elsewhere a host is one service. */
const isSameService = (url: URL, own: URL): boolean =>
  isThisMachine(hostOf(url)) ? isThisMachine(hostOf(own)) && url.port === own.port : hostOf(url) === hostOf(own)

/** Why requests to a URL are never sent, as the end of a sentence that begins with its name; nothing where they may be. */
export const refusalOf = (policy: OutboundPolicy) => {
  const own = readUrl(policy.publicUrl ?? "")
  const isRefused = isRefusedLiteral(policy)
  return (text: string): string | undefined => {
    if (text.length > urlMax) return `must be at most ${urlMax} characters long`
    const url = readUrl(text)
    if (url === undefined) return "must be an https: address"
    const host = hostOf(url)
    const isLocal = isThisMachine(host)
    if (url.protocol !== "https:" && !(url.protocol === "http:" && policy.allowsLoopback && isLocal)) {
      return "must be an https: address"
    }
    if (url.username !== "" || url.password !== "") return "must be an address without user and password"
    if (url.href.includes("#")) return "must be an address without a fragment"
    if (url.port !== "" && Number(url.port) < portMin) return `must use port 443, or one from ${portMin} on`
    if (own !== undefined && isSameService(url, own)) return "must not be an address of this service"
    return isRefused(host) || (isLocalName(host) && !policy.allowsLoopback)
      ? "must lead to a public address"
      : undefined
  }
}
