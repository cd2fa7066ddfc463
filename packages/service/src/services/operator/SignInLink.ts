/**
 * The link that signs an operator in. Its token stands in the fragment, which browsers send to no server: it is in no log of a proxy, and no preview
 * of a link uses it up.
 */
import { consolePath } from "@partner-api/contract/operator/ConsolePath"
import * as Redacted from "effect/Redacted"

/** The link to the console at an address. */
export const signInLink = (address: string, token: Redacted.Redacted): string =>
  `${address}${consolePath}/#login=${Redacted.value(token)}`
