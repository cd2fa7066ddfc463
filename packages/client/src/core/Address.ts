/**
 * Which addresses are one: a token goes to the configured host and to no other.
 */

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
