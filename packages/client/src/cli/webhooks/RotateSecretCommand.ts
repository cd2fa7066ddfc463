/**
 * `partner webhooks rotate-secret ENDPOINT`: gives a webhook endpoint another secret, and shows it once.
 */
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { overlapSecondsDefault, SecretRotation } from "@partner-api/domain/WebhookEndpoint"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { WebhookEndpoint } from "../../core/Model.ts"
import { idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { endpointId } from "./EndpointInputs.ts"
import { showSecret } from "./ShownSecret.ts"

const overlap = Flag.Int("overlap").pipe(
  Flag.withDescription("For how many seconds the old secret signs too; default a day, 0 for not at all"),
  Flag.withMetavar("SECONDS"),
  Flag.withSchema(SecretRotation.fields.expires_previous_in.schema),
  Flag.optional
)

/** Until when the secret before signs too. It was replaced when the endpoint was written. */
const overlapText = ({ updated_at: at }: WebhookEndpoint, overlapSeconds: number): string =>
  overlapSeconds === 0
    ? "The old one signs no more."
    : `The old one signs too until ${timestampFromMillis(Date.parse(at) + overlapSeconds * 1_000)}.`

export const rotateSecret = Command.make(
  "rotate-secret",
  { endpointId, overlap, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const request = Record.getSomes({ expires_previous_in: input.overlap })
    const endpoint = yield* inOrganization(input, ({ webhookEndpoints }) =>
      write("webhookEndpoints.rotateSecret", input.idempotencyKey, (key) =>
        webhookEndpoints.rotateSecret(input.endpointId, request, { idempotencyKey: key })
      )
    )
    const follows = overlapText(
      endpoint,
      Option.getOrElse(input.overlap, () => overlapSecondsDefault)
    )
    yield* showSecret(endpoint, { follows, isJson: input.json })
  })
).pipe(
  Command.withDescription(
    "Give a webhook endpoint another secret, which is shown once. The old one signs too for a day, so that the receiver can change over"
  ),
  Command.withShortDescription("Replace the secret of a webhook endpoint"),
  Command.withExamples([
    { command: "partner webhooks rotate-secret whe_7" },
    { command: "partner webhooks rotate-secret whe_7 --overlap 0", description: "Somebody knows the old one" }
  ])
)
