/**
 * `partner webhooks recover ENDPOINT --since TIME`: sends the deliveries again that have failed since then.
 */
import { momentForms } from "@partner-api/cli-kit/Moments"
import { WebhookRecovery } from "@partner-api/domain/WebhookDelivery"
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { idempotencyKey, scoped, textFlag } from "../Inputs.ts"
import { Moment } from "../Moments.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { endpointId } from "./EndpointInputs.ts"

const flags = {
  since: textFlag("since", "TIME", `Events from then on, ${momentForms}`).pipe(Flag.withSchema(Moment)),
  only: Flag.Literals("only", WebhookRecovery.fields.only.schema.literals).pipe(
    Flag.withDescription("failed: the deliveries that have failed, by default; all: every event, in order"),
    Flag.optional
  )
}

export const recover = Command.make(
  "recover",
  { endpointId, ...flags, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const request = { since: input.since, ...Record.getSomes({ only: input.only }) }
    const recovered = yield* inOrganization(input, ({ webhookEndpoints }) =>
      write("webhookEndpoints.recover", input.idempotencyKey, (key) =>
        webhookEndpoints.recover(input.endpointId, request, { idempotencyKey: key })
      )
    )
    yield* input.json
      ? Output.printJson([recovered])
      : Output.print([`${recovered.deliveries} ${recovered.deliveries === 1 ? "delivery" : "deliveries"}`])
  })
).pipe(
  Command.withDescription(
    "Send the deliveries again that have failed since a moment, or every event since then; prints how many"
  ),
  Command.withShortDescription("Send failed deliveries again"),
  Command.withExamples([
    { command: "partner webhooks recover whe_7 --since 2h", description: "What has failed in the last two hours" },
    {
      command: "partner webhooks recover whe_7 --since 2026-01-31T09:30:00Z --only all",
      description: "Every event since then, in order: the receiver has lost what it had"
    }
  ])
)
