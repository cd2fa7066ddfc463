/**
 * The class of every error of the library, for `instanceof`. `ErrorClasses.ts` has one for each kind.
 */
import {
  type ClientError,
  ClientFailure,
  type ErrorTag,
  isPartnerError,
  type MadeFailure,
  madeFailure
} from "./ClientError.ts"

/** The class of failures of all kinds. */
interface PartnerErrorClass {
  new (tag: ErrorTag, given?: MadeFailure): ClientFailure
  [Symbol.hasInstance](value: unknown): value is ClientError
}

/** Any error of this library, whichever copy of the library made it. */
export const PartnerError: PartnerErrorClass = class extends ClientFailure {
  constructor(tag: ErrorTag, given: MadeFailure = {}) {
    super(tag, ...madeFailure(tag, given))
  }
  static override [Symbol.hasInstance](value: unknown): value is ClientError {
    return isPartnerError(value)
  }
}
export type PartnerError = ClientError
