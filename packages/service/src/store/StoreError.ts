/**
 * What a failing store means to a caller: the service is unavailable just now, or it is broken. A store logs the cause; nothing of it
 * goes further.
 */
import type { InternalError, Unavailable } from "@partner-api/domain/Errors"

export type StoreError = Unavailable | InternalError
