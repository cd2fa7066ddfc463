/**
 * `partner applications request-confirmation APPLICATION`: makes the link by which the person confirms, and shows it once where the agency may have it.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { applicationId, idempotencyKey, scoped } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"

export const requestConfirmation = Command.make(
  "request-confirmation",
  { applicationId, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const request = yield* inOrganization(input, ({ applications }) =>
      write("applications.requestConfirmation", input.idempotencyKey, (key) =>
        applications.requestConfirmation(input.applicationId, { idempotencyKey: key })
      )
    )
    if (input.json) return yield* Output.printJson([request])
    const { expires_at, url } = request
    if (url === undefined) {
      yield* Output.print([`The link works until ${expires_at}.`])
      yield* notice("The service sends it to the person, or the first answer under the same key has shown it.")
    } else {
      yield* Output.print([url])
      yield* notice(`The link is shown only now: send it to the person. It works until ${expires_at}.`)
    }
  })
).pipe(
  Command.withDescription(
    "Make a link by which the person confirms or declines, which works for 14 days and is shown once. The link before ends"
  ),
  Command.withShortDescription("Make a link for the person"),
  Command.withExamples([{ command: "partner applications request-confirmation app_7" }])
)
