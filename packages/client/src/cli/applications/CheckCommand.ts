/**
 * `partner applications check`: whether a person is free for a job, before a submission.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { NewCandidateCheck } from "@partner-api/domain/CandidateCheck"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type { CandidateCheck } from "../../core/Model.ts"
import { scoped, optionalFlag, textFlag } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"

const { fields } = NewCandidateCheck
const person = fields.candidate.fields

/** The result of a check, a line for each fact. */
const lines = ({ application_ids, result, similar_application_ids, until }: CandidateCheck): ReadonlyArray<string> => [
  result,
  ...(application_ids === undefined ? [] : [`Applications: ${application_ids.join(", ")}`]),
  ...(until === undefined ? [] : [`Until: ${until}`]),
  ...(similar_application_ids === undefined ? [] : [`Similar: ${similar_application_ids.join(", ")}`])
]

export const check = Command.make(
  "check",
  {
    job: textFlag("job", "ID", "The job").pipe(Flag.withSchema(fields.job_id)),
    agency: optionalFlag(
      "agency",
      "ID",
      "The agency that would submit; may be left out by an agency",
      fields.agency_id.schema
    ),
    email: textFlag("email", "EMAIL", "Email address of the person").pipe(Flag.withSchema(person.email)),
    phone: optionalFlag("phone", "NUMBER", "Telephone number, such as +4915112345678", person.phone.schema),
    linkedinUrl: optionalFlag("linkedin-url", "URL", "Profile, an https: address", person.linkedin_url.schema),
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const request = {
      job_id: input.job,
      ...Record.getSomes({ agency_id: input.agency }),
      candidate: { email: input.email, ...Record.getSomes({ phone: input.phone, linkedin_url: input.linkedinUrl }) }
    }
    const checked = yield* inOrganization(input, ({ applications }) => applications.check(request))
    yield* input.json ? Output.printJson([checked]) : Output.print(lines(checked))
  })
).pipe(
  Command.withDescription("Check before a submission whether a person is free for a job"),
  Command.withShortDescription("Check a person for a job"),
  Command.withExamples([{ command: "partner applications check --job job_7 --agency agy_7 --email grace@example.com" }])
)
