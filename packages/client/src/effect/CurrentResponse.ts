/**
 * The response of a call, for programs in Effect: status, headers, and the body before it was decoded.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallResponse, WithResponse } from "../core/CallResponse.ts"

/** Receives the response of each successful call; none by default. */
export const ResponseListener = Context.Reference<((response: CallResponse) => void) | undefined>(
  "@partner-api/client/ResponseListener",
  { defaultValue: () => undefined }
)

/** The data of a call with its response. Of several calls in one effect it is the response of the last. */
export const withResponse = <Data, Error, Requirements>(
  call: Effect.Effect<Data, Error, Requirements>
): Effect.Effect<WithResponse<Data>, Error, Requirements> =>
  Effect.suspend(() => {
    let last: CallResponse = { status: 0, headers: {}, body: undefined, requestId: undefined, attempts: 0 }
    const listen = (response: CallResponse) => {
      last = response
    }
    return Effect.map(Effect.provideService(call, ResponseListener, listen), (data) => ({ data, response: last }))
  })
