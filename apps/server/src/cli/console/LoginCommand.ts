/**
 * `partner-api console login --operator NAME`: prints a link that signs an operator in, once. Who may run this has the database, and is an
 * operator already: so it makes operators too.
 */
import { OperatorRole, signInLinkLifetimeMs } from "@partner-api/domain/operator/Operator"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import { signInLink } from "@partner-api/service/services/operator/SignInLink"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperatorError } from "../../platform/OperatorError.ts"
import { operatorUrlOf } from "../../platform/OperatorSettings.ts"
import { readSettings } from "../../platform/Settings.ts"
import { json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { defaultFile } from "../ServeCommand.ts"
import { operatorName } from "./OperatorInputs.ts"

const noPort = new OperatorError({
  message: "OPERATOR_PORT is not set, so there is no console.",
  remedy: "Set OPERATOR_PORT to a port of this machine, such as 8090, here and for the server; then restart the server."
})

const noAddress = new OperatorError({
  message: "OPERATOR_PORT is 0, so only the server knows the address of the console.",
  remedy: "Set OPERATOR_PORT to a port, or OPERATOR_URL to the address that operators use."
})

const linkMinutes = signInLinkLifetimeMs / 60_000

export const login = Command.make(
  "login",
  {
    operator: operatorName,
    role: Flag.Literals("role", OperatorRole.literals).pipe(
      Flag.withDescription(
        "viewer reads, admin changes too; without it, a new operator is an admin and a known one keeps its role"
      ),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const { operator: place } = yield* readSettings(defaultFile)
    if (place === undefined) return yield* noPort
    const url = operatorUrlOf(place)
    if (url === undefined) return yield* noAddress
    const { expiresAtMs, operator, token } = yield* writeToDatabase(
      Effect.flatMap(OperatorSessions, (sessions) =>
        sessions.makeLink(input.operator, Option.getOrUndefined(input.role))
      )
    )
    const link = signInLink(url, token)
    yield* print(input.json, { operator, link, expires_at: timestampFromMillis(expiresAtMs) }, [
      `operator  ${operator.name} (${operator.role})`,
      `link      ${link}`,
      `The link works once and for ${linkMinutes} minutes. Open it in the browser of ${operator.name}, and hand it to nobody else.`
    ])
  })
).pipe(
  Command.withDescription("Print a link that signs an operator in to the console"),
  Command.withExamples([
    { command: "partner-api console login --operator Ada", description: "Sign in as Ada, who may change everything" },
    {
      command: "partner-api console login --operator Ben --role viewer",
      description: "Ben may look, and change nothing"
    }
  ])
)
