/**
 * `partner client secrets`: the secrets of the client. A new one is printed once, on standard output, and stored nowhere: the credentials of the program
 * stay as they are until `partner login`.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { ClientSecretId } from "@partner-api/domain/ClientSecret"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { CommandFailure } from "../CommandFailure.ts"
import { idempotencyKey, shared } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"
import { inClient } from "../Session.ts"
import { write } from "../Write.ts"
import { type ClientInput, secretLine } from "./ClientText.ts"

const listSecrets = Effect.fnUntraced(function* (input: ClientInput) {
  const { secrets } = yield* inClient(input, ({ client }) => client.get())
  yield* input.json ? Output.printJson(secrets) : Output.print(secrets.map(secretLine))
})

const list = Command.make("list", shared, listSecrets).pipe(
  Command.withDescription("List the live secrets of the client by their ids; with --json one object a line"),
  Command.withShortDescription("List the secrets"),
  Command.withExamples([{ command: "partner client secrets list" }])
)

/** The answer that is replayed under a key has no secret, so the command has not done what it is for. The secret may have ended since. */
const shownBefore = (id: string) =>
  new CommandFailure({
    message: `No secret is shown: ${id} was made before under the same key, and the answer then showed it.`,
    remedy: `partner client secrets shows whether ${id} still lives. If nobody has it, end it with partner client secrets delete ${id}, and make another one without this key.`
  })

const create = Command.make(
  "create",
  { idempotencyKey, ...shared },
  Effect.fnUntraced(function* (input) {
    const made = yield* inClient(input, ({ clientSecrets }) =>
      write("clientSecrets.create", input.idempotencyKey, (key) => clientSecrets.create({ idempotencyKey: key }))
    )
    const { client_secret: secret, id } = made
    if (secret === undefined) return yield* shownBefore(id)
    yield* input.json ? Output.printJson([made]) : Output.print([id, `Secret: ${secret}`])
    yield* notice(
      "The secret is shown only now. The one before still works: deploy the new one, then end the old one with partner client secrets delete."
    )
  })
).pipe(
  Command.withDescription("Make another secret of the client beside the present one, and show it once"),
  Command.withShortDescription("Make a secret"),
  Command.withExamples([{ command: "partner client secrets create" }])
)

const secretId = Argument.String("secret").pipe(
  Argument.withDescription("The id of the secret"),
  Argument.withSchema(ClientSecretId)
)

const remove = Command.make(
  "delete",
  { secretId, ...shared },
  Effect.fnUntraced(function* ({ secretId: id, ...input }) {
    yield* inClient(input, ({ clientSecrets }) => clientSecrets.remove(id))
    yield* input.json ? Output.printJson([{ id }]) : Output.print([id])
  })
).pipe(
  Command.withDescription("End a secret of the client: any but the one that this command logs in with"),
  Command.withShortDescription("End a secret"),
  Command.withExamples([{ command: "partner client secrets delete sec_1f0a9c3b" }])
)

export const secrets = Command.make("secrets", shared, listSecrets).pipe(
  Command.withDescription("List, make and end the secrets of the client"),
  Command.withShortDescription("List, make and end secrets"),
  Command.withSubcommands([list, create, remove]),
  Command.withExamples([
    { command: "partner client secrets", description: "The live ones by their ids" },
    { command: "partner client secrets create", description: "Another one, shown once" }
  ])
)
