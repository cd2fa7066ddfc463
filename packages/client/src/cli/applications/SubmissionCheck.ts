/**
 * Finds by reading alone why the service would refuse a submission for its job or its agency: for a dry run. Reads as far
 * as the credentials may; only the service knows whether another application owns the person.
 */
import { answerProblems } from "@partner-api/domain/Answer"
import { isUnbound } from "@partner-api/domain/OwnClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ClientError } from "../../core/ClientError.ts"
import type { ClientGrant, NewApplication } from "../../core/Model.ts"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { CommandFailure } from "../CommandFailure.ts"

/** The result of a read; none where the credentials may not read it. */
export const readable = <A>(read: Effect.Effect<A, ClientError>): Effect.Effect<Option.Option<A>, ClientError> =>
  Effect.catchTag(Effect.map(read, Option.some), "Forbidden", () => Effect.succeed(Option.none()))

/** An organization, and what the credentials are granted. Without grants the service alone knows. */
interface Place {
  readonly organization: OrganizationShape
  readonly organizationId: string
  readonly grants: ReadonlyArray<ClientGrant>
}

/** Fails where the service would refuse the job or the agency of a submission. */
export const checkSubmission = Effect.fnUntraced(function* (
  { grants, organization, organizationId }: Place,
  { agency_id, answers, job_id }: NewApplication
) {
  if (agency_id === undefined && isUnbound(grants, organizationId)) {
    return yield* new CommandFailure({
      message: "A submission needs --agency: these credentials are bound to no agency.",
      remedy: "Add --agency ID: partner agencies lists them."
    })
  }
  if (agency_id !== undefined) yield* readable(organization.agencies.get(agency_id))
  const job = Option.getOrUndefined(yield* readable(organization.jobs.get(job_id)))
  const status = job?.status
  if (status !== undefined && status !== "OPEN") {
    return yield* new CommandFailure({
      message: `The job ${job_id} is ${status}, and only an OPEN one takes applications.`,
      remedy: `Open it with partner jobs open ${job_id}, or choose one of partner jobs --status OPEN.`
    })
  }
  const problems = job === undefined ? [] : answerProblems(job.questions, answers)
  if (problems.length > 0) {
    return yield* new CommandFailure({
      message: `The answers do not fit the questions of the job: ${problems.map(({ message, path }) => `${path} ${message}`).join("; ")}.`,
      remedy: `Give --answer ID=VALUE for each: partner jobs questions ${job_id} lists them.`
    })
  }
})
