/**
 * `partner client`: the client of the credentials, its requests and its secrets. Without a subcommand it shows the client.
 */
import * as Command from "effect/cli/Command"
import { shared } from "../Inputs.ts"
import { requests } from "./RequestsCommand.ts"
import { secrets } from "./SecretsCommand.ts"
import { show, showClient } from "./ShowCommand.ts"

export const client = Command.make("client", shared, showClient).pipe(
  Command.withDescription("Show the client of the credentials and its requests, and replace its secret"),
  Command.withShortDescription("Show the client, replace its secret"),
  Command.withSubcommands([show, requests, secrets]),
  Command.withExamples([
    { command: "partner client", description: "Its grants, its limits, and its secrets by their ids" },
    { command: "partner client requests --status 4xx", description: "Its requests that were refused" }
  ])
)
