/**
 * Whether what goes to an address can be read on the way.
 */
import { isLoopback } from "./AllowedHosts.ts"

/** Whether nobody on the way reads what goes to an http or https address: it is encrypted, or does not leave this machine. */
export const isPrivateAddress = (address: string): boolean => {
  const { hostname, protocol } = new URL(address)
  return protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""))
}
