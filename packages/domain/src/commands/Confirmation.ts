/**
 * The needs of a confirmation by an agency: an active agency, an open job, and the consent that the employer requires (recruiting, Confirmation and consent).
 *
 * `commands/Application.ts` decides who owns the person.
 */
import type { AgencyStatus } from "../Agency.ts"
import type { ApplicationAction } from "../ApplicationState.ts"
import { type Consent, consentProblems } from "../Consent.ts"
import { Conflict, Forbidden, UnprocessableEntity } from "../Errors.ts"
import type { JobStatus } from "../Job.ts"
import type { OrganizationSettings } from "../OrganizationSettings.ts"
import type { Problem } from "../Problem.ts"
import { inactiveAgency } from "./Agency.ts"

/** The settings by which a confirmation is judged. */
export type ConfirmationSettings = Pick<OrganizationSettings, "confirmation" | "consent" | "fees_apply">

/** The stored state on which a confirmation is decided. */
export interface ConfirmationFacts {
  readonly agencyStatus: AgencyStatus
  readonly jobStatus: JobStatus | undefined
  readonly settings: ConfirmationSettings
  /** Whether the attachment that the consent names is a consent of this application. */
  readonly isConsentFile: boolean
  readonly nowMs: number
}

/** The actions that are the person's where the employer wants the person itself to confirm. */
export const isOfPerson = (action: ApplicationAction, { confirmation }: Pick<ConfirmationSettings, "confirmation">) =>
  confirmation === "CANDIDATE" && (action === "confirm" || action === "decline")

/** The refusal of an action that is the person's. */
export const personActs = (action: ApplicationAction): Forbidden =>
  new Forbidden({
    message: `The action ${action} is the person's: this organization has the setting confirmation CANDIDATE. Request a confirmation, whose link the person opens.`
  })

const closedJob = new Conflict({ message: "The job is neither OPEN nor ON_HOLD: nobody can be confirmed for it." })

const noConsent: Problem = {
  in: "body",
  path: "/consent",
  code: "required",
  message: "is required: this organization has the setting consent REQUIRED"
}

const unknownFile: Problem = {
  in: "body",
  path: "/consent/attachment_id",
  code: "unknown",
  message: "must be the id of a CONSENT attachment of this application"
}

const problemsOf = (
  consent: Consent | undefined,
  { isConsentFile, nowMs, settings }: ConfirmationFacts
): ReadonlyArray<Problem> => {
  if (consent === undefined) return settings.consent === "REQUIRED" ? [noConsent] : []
  return [
    ...consentProblems(consent, nowMs),
    ...(consent.attachment_id === undefined || isConsentFile ? [] : [unknownFile])
  ]
}

/** The refusal of any confirmation: by its agency, by its job. */
export const refusedPlace = ({
  agencyStatus,
  jobStatus
}: Pick<ConfirmationFacts, "agencyStatus" | "jobStatus">): Conflict | undefined => {
  if (agencyStatus === "INACTIVE") return inactiveAgency
  return jobStatus === "OPEN" || jobStatus === "ON_HOLD" ? undefined : closedJob
}

/** The refusal of a confirmation: by its agency, by its job, by its consent. */
export const refusedConfirmation = (
  consent: Consent | undefined,
  facts: ConfirmationFacts
): Conflict | UnprocessableEntity | undefined => {
  const refused = refusedPlace(facts)
  if (refused !== undefined) return refused
  const details = problemsOf(consent, facts)
  return details.length === 0
    ? undefined
    : new UnprocessableEntity({ message: "The consent of the person is not complete.", details })
}
