/**
 * The stage of writes that clear before they write: of an application whose person is erased, what is large goes in transactions of its own
 * (`CandidateErasure.clear`). Clears nothing itself: `RunOnce` does, once it has found no stored answer and the client has room.
 */
import { Applications } from "@partner-api/contract/Applications"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { ApplicationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CandidateErasure } from "../../services/administration/CandidateErasure.ts"
import type { Stage } from "../Stage.ts"

const { identifier: group, endpoints } = Applications

const erasesCandidate = (entry: EndpointEntry): boolean =>
  entry.group.identifier === group && entry.name === endpoints.eraseCandidate.identifier

const decodeId = Schema.decodeUnknownOption(ApplicationId)

export const stage = Effect.map(CandidateErasure, (erasure): Stage => (next, entry) => {
  if (!erasesCandidate(entry)) return next
  return (context) => {
    const { params, view } = context
    const id = Option.getOrUndefined(decodeId(params["applicationId"]))
    if (view !== undefined && id !== undefined) context.clearing = erasure.clearOwn(view, id)
    return next(context)
  }
})
