/**
 * The credentials of a client: an identifier and a secret. How they are compared is the service's business: by digests, in constant time.
 */
import { Unauthorized } from "./Errors.ts"

/** Unknown client and wrong secret are one answer: which of them it is would only help those who guess. */
export const wrongCredentials = new Unauthorized({ message: "The client id or the client secret is wrong." })

/** The refusal of a request that must show the credentials themselves, and shows a token or nothing. */
export const missingCredentials = new Unauthorized({
  message: "This takes the client id and the client secret by HTTP Basic, and no token."
})
