/**
 * `partner-api webhooks redeliver ENDPOINT EVENT`: has one event sent again. With `--failed --since TIME` instead of an event, everything that
 * has failed since then, after it has printed the number of events.
 */
import { EventId } from "@partner-api/domain/EventId"
import { type Timestamp, timestampToMillis } from "@partner-api/domain/Timestamp"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { WebhookAdministration } from "@partner-api/service/services/administration/WebhookAdministration"
import { endpointState } from "@partner-api/service/services/webhooks/EndpointState"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperatorError } from "../../platform/OperatorError.ts"
import { confirm, yes } from "../Confirmation.ts"
import { json, sinceFlag } from "../Inputs.ts"
import { onDatabase, print, writeToDatabase } from "../Operator.ts"
import { endpointId } from "./WebhookInputs.ts"
import { waitText } from "./WebhookText.ts"

const eitherOr = new OperatorError({
  message: "Nothing says what is to be sent again, or two things do.",
  remedy: "Give the id of an event, or --failed with --since TIME."
})

/** The number of deliveries in a question and in a result. */
const deliveries = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "delivery" : "deliveries"}`

const redeliverOne = (id: WebhookEndpointId, eventId: EventId) =>
  Effect.as(writeToDatabase(Effect.flatMap(WebhookAdministration, (webhooks) => webhooks.redeliver(id, eventId))), 1)

const redeliverFailed = Effect.fnUntraced(function* (id: WebhookEndpointId, since: Timestamp, isConfirmed: boolean) {
  const sinceMs = timestampToMillis(since)
  const count = yield* onDatabase(
    Effect.flatMap(WebhookAdministration, (webhooks) => webhooks.countFailed(id, sinceMs))
  )
  if (count === 0) return 0
  yield* confirm(isConfirmed, `Send ${deliveries(count)} to ${id} again?`)
  return yield* writeToDatabase(
    Effect.flatMap(WebhookAdministration, (webhooks) => webhooks.redeliverFailed(id, sinceMs))
  )
})

export const redeliver = Command.make(
  "redeliver",
  {
    endpointId,
    eventId: Argument.String("event").pipe(
      Argument.withDescription("The id of the event"),
      Argument.withSchema(EventId),
      Argument.optional
    ),
    failed: Flag.Boolean("failed").pipe(
      Flag.withDescription("Every delivery that has failed, instead of one event"),
      Flag.withDefault(false)
    ),
    since: sinceFlag("Of the events"),
    yes,
    json
  },
  Effect.fnUntraced(function* (input) {
    const event = Option.getOrUndefined(input.eventId)
    const since = Option.getOrUndefined(input.since)
    if ((event === undefined) !== input.failed || input.failed !== (since !== undefined)) return yield* eitherOr
    // Before anything is requested: what was requested hides a pause until a worker has looked at it.
    const before = yield* onDatabase(
      Effect.flatMap(WebhookAdministration, (webhooks) => webhooks.show(input.endpointId))
    )
    const count =
      event === undefined
        ? yield* Effect.flatMap(Effect.fromNullishOr(since), (moment) =>
            redeliverFailed(input.endpointId, moment, input.yes)
          )
        : yield* redeliverOne(input.endpointId, event)
    const wait = count === 0 ? undefined : waitText(before, yield* Clock.currentTimeMillis)
    yield* print(input.json, { id: input.endpointId, deliveries: count, state: endpointState(before.endpointStatus) }, [
      count === 0
        ? "No delivery of that time has failed."
        : `${deliveries(count)} will be sent to ${input.endpointId} again.`,
      ...(wait === undefined ? [] : [wait])
    ])
  })
).pipe(
  Command.withDescription("Send an event again, or everything that has failed"),
  Command.withExamples([
    {
      command: "partner-api webhooks redeliver whe_01KGAS0F00D4N8P2R6T0V3X7Z9 evt_00000000000070000000000000",
      description: "One event"
    },
    {
      command: "partner-api webhooks redeliver whe_01KGAS0F00D4N8P2R6T0V3X7Z9 --failed --since 2h --yes",
      description: "What has failed in the last two hours, without a question"
    }
  ])
)
