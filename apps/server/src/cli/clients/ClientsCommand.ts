/**
 * `partner-api clients`: the partners' credentials. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { create } from "./CreateCommand.ts"
import { grant } from "./GrantCommand.ts"
import { list } from "./ListCommand.ts"
import { revoke } from "./RevokeCommand.ts"
import { rotateSecret } from "./RotateSecretCommand.ts"
import { show } from "./ShowCommand.ts"
import { ungrant } from "./UngrantCommand.ts"

export const clients = Command.make("clients").pipe(
  Command.withDescription("Onboard partners, grant, rotate and revoke"),
  Command.withSubcommands([create, list, show, grant, ungrant, rotateSecret, revoke])
)
