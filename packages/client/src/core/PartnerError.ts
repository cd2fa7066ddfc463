/**
 * The class of every error of the library, for `instanceof`. `ErrorClasses.ts` has one for each kind.
 */
import { type ClientError, ClientFailure, type ErrorClass, isPartnerError } from "./ClientError.ts"

/** Any error of this library, whichever copy of the library made it. */
export const PartnerError: ErrorClass<ClientError> = class extends ClientFailure {
  static override [Symbol.hasInstance](value: unknown): value is ClientError {
    return isPartnerError(value)
  }
}
export type PartnerError = ClientError
