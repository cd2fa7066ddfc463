/**
 * The handler of exports of a person: a stream of lines, which the listener sends. The client pays for each piece when it is made.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { linesType } from "@partner-api/contract/declare/Lines"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { unitsPerPoint } from "@partner-api/domain/RequestCost"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { FilePlaces, streamInPlace } from "../../services/access/FilePlaces.ts"
import type { ChargeWork } from "../../services/access/RateLimits.ts"
import { SubjectExports } from "../../services/SubjectExports.ts"
import { handlersOf } from "../Handlers.ts"
import { CurrentRequest } from "../RequestContext.ts"

const encoder = new TextEncoder()

/** Charges a client for a piece: as for the answer to a request of its own. */
const chargeFor = (charge: ChargeWork | undefined, bytes: number): void =>
  void charge?.(Math.ceil(bytes / unitsPerPoint.bytesOut))

export const layer = handlersOf(
  PartnerApi,
  "subjectExports",
  Effect.fnUntraced(function* (handlers) {
    const subjectExports = yield* SubjectExports
    const places = yield* FilePlaces

    return handlers({
      create: Effect.fnUntraced(function* ({ payload: { email } }) {
        const view = yield* CurrentOrganization
        const { charge } = yield* CurrentRequest
        const pieces = subjectExports.lines(view, email).pipe(
          Stream.map((text) => {
            const piece = encoder.encode(text)
            chargeFor(charge, piece.byteLength)
            return piece
          })
        )
        const lines = yield* streamInPlace(places.export(view.clientId), pieces)
        return HttpServerResponse.stream(lines, { contentType: linesType })
      })
    })
  })
)
