/**
 * `partner applications submit`: submits a person for an open job. The application waits for the person, and is confirmed after that.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { NewApplication } from "@partner-api/domain/Application"
import { NewCandidate } from "@partner-api/domain/Candidate"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { showRequest } from "../DryRun.ts"
import { dryRun, idempotencyKey, scoped, optionalFlag, textFlag } from "../Inputs.ts"
import { ownGrants } from "../OwnGrants.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { applicationLine } from "./ApplicationText.ts"
import { answerFlag, answersTo } from "./AnswerFlags.ts"
import { candidateFactsOf, candidateFlags } from "./CandidateFlags.ts"
import { checkSubmission, readable } from "./SubmissionCheck.ts"

const { fields } = NewApplication
const candidate = NewCandidate.fields

export const submit = Command.make(
  "submit",
  {
    job: textFlag("job", "ID", "The job; it must be open").pipe(Flag.withSchema(fields.job_id)),
    agency: optionalFlag(
      "agency",
      "ID",
      "The agency that submits; may be left out by an agency",
      fields.agency_id.schema
    ),
    firstName: textFlag("first-name", "NAME", "First name").pipe(Flag.withSchema(candidate.first_name)),
    lastName: textFlag("last-name", "NAME", "Last name").pipe(Flag.withSchema(candidate.last_name)),
    email: textFlag("email", "EMAIL", "Email address").pipe(Flag.withSchema(candidate.email)),
    phone: optionalFlag(
      "phone",
      "NUMBER",
      "Telephone number, such as +4915112345678; another form needs --phone-country",
      candidate.phone.schema
    ),
    linkedinUrl: optionalFlag("linkedin-url", "URL", "Profile, an https: address", candidate.linkedin_url.schema),
    location: optionalFlag("location", "PLACE", "Where the person lives", candidate.location.schema),
    resumeUrl: optionalFlag("resume-url", "URL", "Resume, an https: address", candidate.resume_url.schema),
    facts: candidateFlags,
    note: optionalFlag("note", "TEXT", "What the employer should know", fields.note.schema),
    externalId: optionalFlag(
      "external-id",
      "ID",
      "What your own system calls the application",
      fields.external_id.schema
    ),
    answers: answerFlag,
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const facts = yield* candidateFactsOf(input.facts)
    const submission = {
      job_id: input.job,
      ...Record.getSomes({ agency_id: input.agency, note: input.note, external_id: input.externalId }),
      candidate: {
        first_name: input.firstName,
        last_name: input.lastName,
        email: input.email,
        ...Record.getSomes({
          phone: input.phone,
          linkedin_url: input.linkedinUrl,
          location: input.location,
          resume_url: input.resumeUrl
        }),
        ...facts
      }
    }
    /** The request: answers are read as the questions of the job have them. */
    const requestIn = Effect.fnUntraced(function* ({ jobs }: OrganizationShape) {
      const job = input.answers.length === 0 ? Option.none() : yield* readable(jobs.get(input.job))
      return { ...submission, ...answersTo(Option.getOrUndefined(job), input.answers) }
    })
    if (input.dryRun) {
      const request = yield* inOrganization(
        input,
        Effect.fnUntraced(function* (organization, { organizationId, partner }) {
          const made = yield* requestIn(organization)
          const grants = Option.getOrElse(yield* ownGrants(partner), () => [])
          yield* checkSubmission({ grants, organization, organizationId }, made)
          return made
        })
      )
      return yield* showRequest(request, input.json)
    }
    const application = yield* inOrganization(
      input,
      Effect.fnUntraced(function* (organization) {
        const request = yield* requestIn(organization)
        return yield* write("applications.submit", input.idempotencyKey, (key) =>
          organization.applications.submit(request, { idempotencyKey: key })
        )
      })
    )
    yield* input.json ? Output.printJson([application]) : Output.print([applicationLine(application)])
  })
).pipe(
  Command.validate(({ facts }) => Effect.asVoid(candidateFactsOf(facts))),
  Command.withDescription("Submit a person for an open job; the application is confirmed when the person agrees"),
  Command.withShortDescription("Submit a person for a job"),
  Command.withExamples([
    {
      command:
        "partner applications submit --job job_7 --agency agy_7 --first-name Grace --last-name Hopper --email grace@example.com",
      description: "A new application"
    },
    {
      command:
        "partner applications submit --job job_7 --first-name Grace --last-name Hopper --email grace@example.com --answer permit=yes --answer skills=ts,sql",
      description: "One for a job with questions"
    },
    {
      command:
        "partner applications submit --job job_7 --first-name Grace --last-name Hopper --email grace@example.com --salary-expectation 72000.00:EUR --available-from 2027-01-01 --work-country DE",
      description: "One with what the person expects"
    },
    {
      command:
        "partner applications submit --job job_7 --first-name Grace --last-name Hopper --email grace@example.com --external-id CAND-7 --idempotency-key CAND-7",
      description: "An application of an agency's own records, submitted once however often this is run"
    }
  ])
)
