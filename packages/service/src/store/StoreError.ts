/**
 * The errors of stores: the service is unavailable at the moment, or it is broken. A store logs the cause; the error does not have it.
 */
import type { InternalError, Unavailable } from "@partner-api/domain/Errors"

export type StoreError = Unavailable | InternalError
