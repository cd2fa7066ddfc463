/**
 * The URLs of partners that the service sends requests to, by the text of the URL. The address of its name is judged when a connection is
 * opened. `WebhookAddressRules.ts` of the domain has the mistakes of a URL for every service.
 */
import { urlMax } from "@partner-api/domain/Url"
import { addressMistakes, hostOf, isLocalName, isThisMachine, readUrl } from "@partner-api/domain/WebhookAddressRules"
import { isRefusedLiteral, type OutboundNetworks } from "./OutboundAddress.ts"

/** The addresses that the service sends requests to. */
export interface OutboundPolicy extends OutboundNetworks {
  /** The address of this service, which never calls itself; absent where it is not known. */
  readonly publicUrl: string | undefined
}

/** The names of this machine are one host, on which each port is a service. Elsewhere a host is one service. */
const isSameService = (url: URL, own: URL): boolean =>
  isThisMachine(hostOf(url)) ? isThisMachine(hostOf(own)) && url.port === own.port : hostOf(url) === hostOf(own)

/** Why requests to a URL are never sent, each as the end of a sentence that begins with its name; none where they may be. */
export const refusalsOf = (policy: OutboundPolicy) => {
  const own = readUrl(policy.publicUrl ?? "")
  const isRefused = isRefusedLiteral(policy)
  return (text: string): ReadonlyArray<string> => {
    if (text.length > urlMax) return [`must be at most ${urlMax} characters long`]
    const mistakes = addressMistakes(text, policy.allowsLoopback)
    const url = readUrl(text)
    if (url === undefined) return mistakes
    const host = hostOf(url)
    if (own !== undefined && isSameService(url, own)) return [...mistakes, "must not be an address of this service"]
    return isRefused(host) || (isLocalName(host) && !policy.allowsLoopback)
      ? [...mistakes, "must lead to a public address"]
      : mistakes
  }
}
