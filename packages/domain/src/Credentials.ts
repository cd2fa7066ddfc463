/**
 * The credentials of a client: an identifier and a secret. How they are compared is the service's business: by digests, in constant time.
 */
import { Unauthorized } from "./Errors.ts"

/** Unknown client and wrong secret are one answer: which of them it is would only help those who guess. */
export const wrongCredentials = new Unauthorized({ message: "The client id or the client secret is wrong." })
