/**
 * `partner-api candidates erase ORGANIZATION --email EMAIL`: removes the personal data of a candidate for good. Backups keep what they
 * hold; `docs/personal-data.md` states for how long.
 */
import { Email } from "@partner-api/domain/Email"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import { CandidateErasure } from "@partner-api/service/services/administration/CandidateErasure"
import { confirm, yes } from "../Confirmation.ts"
import { json, organizationId } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"

export const erase = Command.make(
  "erase",
  {
    organizationId,
    email: Flag.String("email").pipe(
      Flag.withDescription("The email of the candidate, whatever its case"),
      Flag.withSchema(Email)
    ),
    yes,
    json
  },
  Effect.fnUntraced(function* (input) {
    yield* confirm(
      input.yes,
      `Erase the candidate ${input.email} from all applications of ${input.organizationId} for good?`
    )
    const ids = yield* writeToDatabase(
      Effect.flatMap(CandidateErasure, (candidates) => candidates.erase(input.organizationId, input.email)),
      Effect.flatMap(CandidateErasure, (candidates) => candidates.clearAll(input.organizationId, input.email))
    )
    yield* print(input.json, { organization_id: input.organizationId, application_ids: ids, erased: true }, [
      `The candidate is erased from ${ids.length} application(s), with every stored answer about them.`,
      "Backups made before still hold the data: delete them in their time, and erase again after a restore."
    ])
  })
).pipe(
  Command.withDescription("Erase a candidate: the personal data of all applications, and stored answers about them")
)
