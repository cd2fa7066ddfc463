/**
 * `submit_application`: submits a person for an open job, after a human confirms it (extension `applications.write`).
 *
 * The human sees job and agency by name, and everything that is sent about the person.
 */
import type { Job, NewApplication } from "@partner-api/client/effect"
import { answerProblems, type NewAnswer, NewAnswers } from "@partner-api/domain/Answer"
import { NewApplication as NewApplicationRecord } from "@partner-api/domain/Application"
import { NewCandidate } from "@partner-api/domain/Candidate"
import { Phone } from "@partner-api/domain/Phone"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { memberLines } from "../protocol/confirmation/Question.ts"
import { badArguments, contradictoryArguments } from "../protocol/tool/Arguments.ts"
import { notSent, type ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { named, organizationInWords, readNames } from "./Names.ts"
import { externalIdTaken, personOwned } from "./Refused.ts"
import { confirmsByToken } from "./Choices.ts"
import { submissionCommand } from "./Commands.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { agencyId, chosenOrganization, inOrganization, jobId } from "./Inputs.ts"
import { applicationSchema, showApplication } from "./ApplicationView.ts"
import { briefSchema, type Item } from "./ItemView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "submit_application"
const operation = "applications.submit"
const howToLook = "Call find_applications and look for this person first."

const { external_id, note } = NewApplicationRecord.fields
const answers = Schema.optionalKey(
  NewAnswers.annotate({ description: "Answers to the questions that get_job shows; ask the user, guess none" })
)

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "submitted", "declined"]),
  request: briefSchema([]),
  application: Schema.optionalKey(applicationSchema)
})
type Output = typeof Output.Type

/** A preview with what it has shown: the body to send. */
interface Shown extends Preview<Output> {
  readonly body: NewApplication
  readonly request: Item
}

/** Members of the person stand beside the others here. */
const renamed = (path: string): string => path.replace(/^\/candidate\//u, "/")

const noAgency = "is required: the credentials of this server are bound to no agency; ask the user which one submits"

const notOpen = (status: string): ToolFailure =>
  notSent(
    "conflict",
    `The job is ${status}, and only an OPEN one takes applications. Nothing was done. Tell the user.`,
    {
      fields: [{ path: "/job_id", problem: `is a job that is ${status}` }],
      next: ["find_jobs"]
    }
  )

/** The answers as the user reads them: by their questions, with the labels of options. Without the job, by the ids. */
const shownAnswers = (job: Job | undefined, given: ReadonlyArray<NewAnswer>): Item =>
  Object.fromEntries(
    given.map(({ question_id, value }) => {
      const question = job?.questions?.find(({ id }) => id === question_id)
      const labelOf = (id: unknown) => question?.options?.find((option) => option.id === id)?.label ?? id
      return [question?.text ?? question_id, Array.isArray(value) ? value.map(labelOf).join(", ") : labelOf(value)]
    })
  )

export const submitApplication = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, {
    job_id: jobId,
    agency_id: Schema.optionalKey(
      agencyId.annotate({ description: "Leave out only if the credentials are those of one agency" })
    ),
    ...Struct.omit(NewCandidate.fields, ["phone_country"]),
    // Models write E.164.
    phone: Schema.optionalKey(Phone),
    note,
    external_id,
    answers
  })
  type Input = typeof input.Type

  const bodyOf = ({ agency_id, answers, external_id, job_id, note, ...given }: Input): NewApplication => ({
    job_id,
    ...(agency_id === undefined ? {} : { agency_id }),
    candidate: Struct.omit(given, ["organization_id"]),
    ...(note === undefined ? {} : { note }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(answers === undefined ? {} : { answers })
  })

  return writeTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Submit an application",
    description:
      "Submits a person of an agency for an OPEN job; it is UNCONFIRMED until the person agrees. Never invent data of a person.",
    toolset: "applications",
    howToLook: () => howToLook,
    command: "partner applications submit",
    commandOf: (given) => submissionCommand(chosenOrganization(platform)(given), bodyOf(given)),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const organization = yield* organizationOf(platform, given.organization_id)
        const body = bodyOf(given)
        const { agency_id, answers: given_answers, candidate, job_id, ...more } = body
        const call = { tool: name, operation }
        if (agency_id === undefined && platform.grants.areUnbound(organization.id)) {
          return yield* badArguments(name, [{ path: "/agency_id", problem: noAgency }], input)
        }
        const about = { tool: name, operation, job_id, agency_id, mustExist: true }
        const { agency, job } = yield* readNames(platform, organization, about)
        if (job?.status !== undefined && job.status !== "OPEN") return yield* notOpen(job.status)
        const problems = job === undefined ? [] : answerProblems(job.questions, given_answers)
        if (problems.length > 0) return yield* contradictoryArguments(name, problems)
        const person = { job_id, email: candidate.email, path: "/email", call }
        const request = {
          job: named(job?.title, job_id),
          ...(agency_id === undefined ? {} : { agency: named(agency?.name, agency_id) }),
          ...candidate,
          ...more,
          ...(given_answers === undefined ? {} : { answers: shownAnswers(job, given_answers) })
        }
        return {
          question: [
            `Submit this person in ${yield* organizationInWords(platform, organization.id)}?`,
            memberLines(request).join("\n")
          ].join("\n\n"),
          fingerprint: { organization: organization.id, body },
          output: { status: "previewed" as const, request },
          declined: { status: "declined" as const, request },
          refusal:
            (yield* personOwned(platform, organization, person)) ??
            (yield* externalIdTaken(platform, organization, { agency_id, external_id: body.external_id, call })),
          body,
          request
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { body, request } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { applications } = yield* organizationOf(platform, given.organization_id)
        const application = yield* explain(applications.submit(body, { idempotencyKey: nonce }), {
          tool: name,
          operation,
          afterUnknown: howToLook,
          next: ["find_applications", "list_agencies", "find_jobs"],
          renamed
        })
        return { status: "submitted" as const, request, application: showApplication(application) }
      })
  })
}
