/**
 * `partner webhooks`: where events are sent to. Without a subcommand it lists the endpoints.
 */
import * as Command from "effect/cli/Command"
import { listed, oneForm } from "../Inputs.ts"
import { create } from "./CreateCommand.ts"
import { remove } from "./DeleteCommand.ts"
import { deliveries } from "./DeliveriesCommand.ts"
import { list, listEndpoints } from "./ListCommand.ts"
import { recover } from "./RecoverCommand.ts"
import { redeliver } from "./RedeliverCommand.ts"
import { rotateSecret } from "./RotateSecretCommand.ts"
import { show } from "./ShowCommand.ts"
import { statusCommands } from "./StatusCommands.ts"
import { test } from "./TestCommand.ts"
import { update } from "./UpdateCommand.ts"

export const webhooks = Command.make("webhooks", listed, listEndpoints).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the webhook endpoints of your client, add and change them, and see what was delivered"),
  Command.withShortDescription("Manage webhook endpoints"),
  Command.withSubcommands([
    list,
    show,
    create,
    update,
    ...statusCommands,
    rotateSecret,
    remove,
    test,
    deliveries,
    redeliver,
    recover
  ]),
  Command.withExamples([
    { command: "partner webhooks", description: "Where events go" },
    { command: "partner webhooks create --url https://example.com/webhooks", description: "Send all events there" },
    { command: "partner webhooks deliveries whe_7 --status failed", description: "What was not accepted" }
  ])
)
