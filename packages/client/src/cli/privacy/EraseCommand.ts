/**
 * `partner privacy erase --email EMAIL`: requests the erasure of a person from every application of the organization.
 */
import { Email } from "@partner-api/domain/Email"
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { nothingChanged } from "../DryRun.ts"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { applicationsText, requestLine } from "./ErasureText.ts"

const personEmail = Flag.String("email").pipe(
  Flag.withMetavar("EMAIL"),
  Flag.withDescription("The email of the person, whatever its case"),
  Flag.withSchema(Email)
)

/** The ids of the applications of a person that the client sees. */
const idsOf = ({ applications }: OrganizationShape, email: string) =>
  applications.list({ email }).items.pipe(
    Stream.map(({ id }) => id),
    Stream.runCollect
  )

export const erase = Command.make("erase", { email: personEmail, dryRun, idempotencyKey, ...scoped }, (input) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* (organization) {
      const { email, json } = input
      if (input.dryRun) {
        const ids = yield* idsOf(organization, email)
        yield* json ? Output.printJson([{ before: ids, request: { email } }]) : Output.print(ids)
        yield* notice(
          `${applicationsText(ids.length)} of the person would be erased, and those that are hidden from you.`
        )
        return yield* nothingChanged
      }
      const request = yield* write("erasureRequests.create", input.idempotencyKey, (key) =>
        organization.erasureRequests.create({ email }, { idempotencyKey: key })
      )
      yield* json ? Output.printJson([request]) : Output.print([requestLine(request)])
      yield* notice(`The service erases the person now: partner privacy request ${request.id} shows when it is DONE.`)
    })
  )
).pipe(
  Command.withDescription(
    "Erase a person for good from every application of the organization, with files and messages. Job, agency, states and fees stay, without the person"
  ),
  Command.withShortDescription("Erase a person"),
  Command.withExamples([
    {
      command: "partner privacy erase --email grace@example.com --dry-run",
      description: "Which applications there are"
    },
    { command: "partner privacy erase --email grace@example.com" }
  ])
)
