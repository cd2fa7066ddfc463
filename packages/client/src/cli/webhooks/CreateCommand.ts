/**
 * `partner webhooks create`: adds an address that events are sent to, and shows the secret that signs them, once.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { showRequest } from "../DryRun.ts"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { checkedDryRun, membersOf, optionalMembers, url } from "./EndpointInputs.ts"
import { showSecret } from "./ShownSecret.ts"

export const create = Command.make(
  "create",
  { url, ...optionalMembers, dryRun, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const request = { url: input.url, ...membersOf(input) }
    if (input.dryRun) return yield* showRequest(request, input.json)
    const endpoint = yield* inOrganization(input, ({ webhookEndpoints }) =>
      write("webhookEndpoints.create", input.idempotencyKey, (key) =>
        webhookEndpoints.create(request, { idempotencyKey: key })
      )
    )
    const follows = `partner webhooks enable ${endpoint.id} sends another ping once it runs.`
    yield* showSecret(endpoint, { follows, isJson: input.json })
  })
).pipe(
  Command.validate((input) => checkedDryRun(input.dryRun, input.url)),
  Command.withDescription(
    "Add a webhook endpoint: an address that events are sent to, from now on. The secret that signs them is shown once"
  ),
  Command.withShortDescription("Add a webhook endpoint"),
  Command.withExamples([
    {
      command: "partner webhooks create --url https://example.com/webhooks",
      description: "Everything that your client may read"
    },
    { command: 'partner webhooks create --url https://example.com/webhooks --types "application.*,job.closed"' }
  ])
)
