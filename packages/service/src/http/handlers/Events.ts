/**
 * Handlers of the change feed and of the types of events.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { listEventTypes } from "@partner-api/domain/EventType"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { EventFeed } from "../../services/EventFeed.ts"
import { answerFeed } from "./ListAnswer.ts"

const events = handlersOf(
  PartnerApi,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const feed = yield* EventFeed
    const publicUrl = yield* PublicUrl
    return handlers({
      list: answerFeed(publicUrl, feed.read),
      get: ({ params }) => Effect.flatMap(CurrentOrganization, (reader) => feed.get(reader, params.eventId))
    })
  })
)

const types = handlersOf(PartnerApi, "eventTypes", (handlers) =>
  Effect.succeed(handlers({ list: () => Effect.sync(listEventTypes) }))
)

export const layer = Layer.merge(events, types)
