/**
 * Commands about the link by which a person confirms (recruiting 6): who gets one, whether it works, and what a decision by it does.
 *
 * All pure. `commands/Application.ts` judges whether an agency may confirm now, and who owns the person.
 */
import * as Result from "effect/Result"

import type { Application, StoredApplication } from "../Application.ts"
import { type ApplicationAction, isActive } from "../ApplicationState.ts"
import {
  type ConfirmationLink,
  confirmationLinksPerDayMax,
  type Decision as Choice,
  type DeliveredBy,
  decisionRepeatMs
} from "../Confirmation.ts"
import { Conflict, NotFound, RateLimited, retryAfterSecondsOf } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import { linkEndMs, type MadeLink } from "../Link.ts"
import type { Confirmation } from "../OrganizationSettings.ts"
import { dayMs, dayStartMs } from "../StorageQuota.ts"
import { timestampFromMillis } from "../Timestamp.ts"

const notWaiting = new Conflict({
  message: "Only an UNCONFIRMED application waits for its person. Get the application for its state."
})

const nobodySends = new Conflict({
  message:
    "This organization lets the person confirm, and this service has no mail to send the link. Ask the operator to set up mail."
})

const tooManyLinks = (nowMs: number): RateLimited => {
  const retryAfterSeconds = retryAfterSecondsOf(dayStartMs(nowMs) + dayMs - nowMs)
  return new RateLimited({
    message: `The application has got the ${confirmationLinksPerDayMax} links of one day. Request another one when the day ends (UTC), in ${retryAfterSeconds} s.`,
    retryAfterSeconds
  })
}

/** The stored state on which the request of a link is decided. */
export interface LinkRequestFacts {
  readonly organizationId: OrganizationId
  /** The link before. */
  readonly former: ConfirmationLink | undefined
  readonly confirmation: Confirmation
  readonly hasMail: boolean
  readonly made: MadeLink
}

/** Makes a link for an unconfirmed application; the link before ends. It is answered to the agency, unless the person alone may have it. */
export const requestConfirmation = (
  stored: StoredApplication,
  { confirmation, former, hasMail, made, organizationId }: LinkRequestFacts
): Result.Result<Decision<ConfirmationLink>, Conflict | RateLimited> => {
  const { agency_id, candidate, id, state } = stored.application
  if (state !== "UNCONFIRMED" || candidate === undefined) return Result.fail(notWaiting)
  if (confirmation === "CANDIDATE" && !hasMail) return Result.fail(nobodySends)
  const dayAtMs = dayStartMs(made.nowMs)
  const linksBefore = former?.dayAtMs === dayAtMs ? former.linksOfDay : 0
  if (linksBefore >= confirmationLinksPerDayMax) return Result.fail(tooManyLinks(made.nowMs))
  const deliveredBy: DeliveredBy = confirmation === "CANDIDATE" ? "SERVICE" : "AGENCY"
  return Result.succeed({
    next: {
      organizationId,
      applicationId: id,
      digest: made.digest,
      deliveredBy,
      expiresAtMs: linkEndMs(made.nowMs),
      decided: undefined,
      dayAtMs,
      linksOfDay: linksBefore + 1
    },
    entries: [
      ofApplication(
        { organizationId, action: "application.confirmation_requested", resource_id: id, agency_id, changed: [] },
        stored
      )
    ]
  })
}

/** The refusal of a link: wrong, used, ended, or of what is not possible any more. Which of them it is helps only those who guess. */
export const noConfirmation = new NotFound({
  message:
    "This is no longer possible: the link is not valid, has been used or has ended. Ask the agency that sent it for a new one."
})

const hasDecided = ({ decided }: ConfirmationLink, nowMs: number): boolean =>
  decided !== undefined && nowMs < decided.atMs + decisionRepeatMs

/** Whether a link works at a moment: for the decision, after a confirmation until the hire, and for a day after the last decision. */
export const isLinkUsable = (
  link: ConfirmationLink,
  { candidate, state }: Pick<Application, "candidate" | "state">,
  nowMs: number
): boolean => {
  if (candidate === undefined) return false
  const isOpen = nowMs < link.expiresAtMs
  if (state === "UNCONFIRMED") return isOpen
  if (isActive(state)) return isOpen || link.decided?.decision === "CONFIRM"
  return (state === "DECLINED" || state === "WITHDRAWN") && hasDecided(link, nowMs)
}

/** Whether a decision repeats the last one by the same link, and is answered again. */
export const isRepeatedDecision = (link: ConfirmationLink, decision: Choice, nowMs: number): boolean =>
  link.decided?.decision === decision && hasDecided(link, nowMs)

/** The action that each decision takes. */
export const actionOf: Readonly<Record<Choice, Extract<ApplicationAction, "confirm" | "decline" | "withdraw">>> = {
  CONFIRM: "confirm",
  DECLINE: "decline",
  WITHDRAW: "withdraw"
}

/** The consent that a confirmation by a link is. */
export const consentOf = ({ deliveredBy }: ConfirmationLink, nowMs: number) =>
  ({ obtained_at: timestampFromMillis(nowMs), method: "LINK", delivered_by: deliveredBy }) as const

/** A link after a decision by it. */
export const decided = (link: ConfirmationLink, decision: Choice, nowMs: number): ConfirmationLink => ({
  ...link,
  decided: { decision, atMs: nowMs }
})
