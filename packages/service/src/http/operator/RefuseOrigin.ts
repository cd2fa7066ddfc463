/**
 * Refuses requests to the operator's listener that another site could have made a browser send (CSRF): whatever changes something must come
 * from the console itself, or from a program that names its address. Looks at headers alone, before anything is read.
 */
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { Forbidden } from "@partner-api/domain/Errors"
import { prepared } from "../ErrorResponse.ts"
import type { Incoming } from "../Incoming.ts"

const foreignOrigin = prepared(
  new Forbidden({
    message:
      "The header Origin must be the address of the console for whatever is not GET or HEAD. This is the port of the console; programs of partners use that of the API."
  })
)

const crossSite = prepared(new Forbidden({ message: "Another site has sent this request; open the console itself." }))

/** The refusal of a request to the listener at `origin`; undefined when it may go on. */
export const refuseOrigin = ({ headers, method }: Incoming, origin: string): PartnerError | undefined => {
  if (method === "GET" || method === "HEAD") {
    // A page of another site may lead here (`navigate`), and may not read or embed anything.
    const site = headers["sec-fetch-site"]
    const isForeign = site === "cross-site" || site === "same-site"
    return isForeign && headers["sec-fetch-mode"] !== "navigate" ? crossSite : undefined
  }
  return headers["origin"] === origin ? undefined : foreignOrigin
}
