/**
 * Compares addresses: a token goes to the configured host and to no other.
 */
import { pathPattern } from "@partner-api/contract/Path"

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host name means this machine. */
const isLoopback = (hostname: string): boolean => loopback.test(hostname)

/** Whether what is sent there can be read on its way: nothing leaves this machine on the way to itself. */
export const isUnencrypted = ({ hostname, protocol }: URL): boolean => protocol === "http:" && !isLoopback(hostname)

/** Whether two addresses are at one host. Loopback names with the same port are one (decisions, Discovery). */
const sameHost = (one: URL, other: URL): boolean =>
  one.host === other.host || (isLoopback(one.hostname) && isLoopback(other.hostname) && one.port === other.port)

/** Whether two addresses are at one host, by one scheme. */
export const sameOrigin = (one: URL, other: URL): boolean => one.protocol === other.protocol && sameHost(one, other)

/** The parts of an endpoint that its address needs. */
interface Addressed {
  readonly method: string
  readonly path: string
  readonly metadata: { readonly paginated: boolean }
}

/**
 * The path of a page of a list, without what is in front of it; nothing where the address is none of a page. As where lists follow `next`, the host
 * of the address does not matter: a service that is reached by another name than its own gives addresses that lead elsewhere.
 */
export const pagePathOf = ({ pathname }: URL, endpoints: ReadonlyArray<Addressed>): string | undefined => {
  const lists = endpoints.filter(({ metadata }) => metadata.paginated).map(({ path }) => pathPattern(path))
  return pathname
    .split("/")
    .map((_, from, segments) => `/${segments.slice(from).join("/")}`)
    .find((path) => lists.some((list) => list.test(path)))
}
