/**
 * The hosts that requests may name (decisions, Limits). A page of another site whose name was made to point here (DNS rebinding) sends
 * its own name in `Host`, so it is refused before it can use a secret that everybody knows.
 *
 * Ports are ignored, and so is case. Does not check whether a request names a host at all.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { readAddress } from "@partner-api/service/Networks"
import { PublicUrl } from "@partner-api/service/PublicUrl"

/** The setting that adds hosts; refusals name it. */
export const allowedHostsSetting = "ALLOWED_HOSTS"

/** The names of this machine on the loopback interface, without a port. */
export const isLoopback = (host: string): boolean => /^(?:127(?:\.\d{1,3}){3}|localhost|::1)$/.test(host)

/** The host of a `Host` header or of a setting: in small letters, without port, brackets and the dot at its end. */
const hostOf = (text: string): string => {
  const [, inBrackets, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(text.trim().toLowerCase()) ?? []
  return (inBrackets ?? plain).replace(/\.$/, "")
}

/** The hosts of a setting such as `partners.example.com, 10.0.0.7`; nothing when it is not such a list. */
export const readHosts = (text: string): ReadonlyArray<string> | undefined => {
  const hosts = text.split(",").map(hostOf)
  return hosts.every((host) => /^[a-z0-9._:-]{1,255}$/.test(host)) ? hosts : undefined
}

/** The hosts that a server takes beside the host of its public address. */
export interface HostPolicy {
  readonly hosts: ReadonlyArray<string>
  readonly loopback: boolean
}

/** Whether a `Host` header names a host of a policy. */
export const isHostOf = ({ hosts, loopback }: HostPolicy): ((header: string) => boolean) => {
  const known = new Set(hosts)
  return (header) => {
    if (known.has(header)) return true
    const host = hostOf(header)
    return known.has(host) || (loopback && isLoopback(host))
  }
}

/** Whether a `Host` header names an address. No page of another site has one for its name. */
export const isAddress = (header: string): boolean => Option.isSome(readAddress(hostOf(header)))

/** Whether a `Host` header names a host that is allowed. */
export class AllowedHosts extends Context.Service<AllowedHosts, (header: string) => boolean>()(
  "@partner-api/server/AllowedHosts"
) {
  /** Without a policy every host is allowed. */
  static readonly layer = (policy: HostPolicy | undefined): Layer.Layer<AllowedHosts, never, PublicUrl> =>
    Layer.effect(
      AllowedHosts,
      Effect.map(PublicUrl, (publicUrl) => {
        if (policy === undefined) return AllowedHosts.of(() => true)
        const hosts = [...policy.hosts, hostOf(URL.parse(publicUrl)?.host ?? "")]
        return AllowedHosts.of(isHostOf({ ...policy, hosts }))
      })
    )
}
