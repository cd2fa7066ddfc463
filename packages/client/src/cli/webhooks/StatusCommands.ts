/**
 * `partner webhooks enable|disable ENDPOINT`: lets events go to an address again, or holds them back.
 */
import * as Command from "effect/cli/Command"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { changeEndpoint } from "./ChangeEndpoint.ts"
import { endpointId } from "./EndpointInputs.ts"

const statuses = [
  {
    name: "enable",
    status: "enabled",
    about: "Enable a webhook endpoint: its address gets a ping, then deliveries resume where they stopped"
  },
  { name: "disable", status: "disabled", about: "Disable a webhook endpoint: nothing is sent to it" }
] as const

/** One command for each status that an endpoint is given. */
export const statusCommands = statuses.map(({ about, name, status }) =>
  Command.make(name, { endpointId, dryRun, idempotencyKey, ...scoped }, (input) =>
    changeEndpoint(input, { status })
  ).pipe(Command.withDescription(about), Command.withExamples([{ command: `partner webhooks ${name} whe_7` }]))
)
