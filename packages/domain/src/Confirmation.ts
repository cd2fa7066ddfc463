/**
 * The confirmation of an application by its person, with a link (recruiting 6): what requests and answers have, and what is stored of a link. What a write
 * decides is in `commands/ConfirmationLink.ts`.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import type { ApplicationState } from "./ApplicationState.ts"
import type { ApplicationId, OrganizationId } from "./Ids.ts"
import { linkDays, linkToken } from "./Link.ts"
import { dayMs } from "./StorageQuota.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"
import { exampleLinkToken } from "./Token.ts"

/** The most links of one application in one day (UTC): a person gets no flood of them. */
export const confirmationLinksPerDayMax = 10

/** The time in which the same decision by the same link gets the same answer, in milliseconds: a page that is sent twice is no mistake. */
export const decisionRepeatMs = dayMs

/** The days that an application waits for its confirmation; then the service withdraws it. */
export const unconfirmedDays = 30

/** The days that the person of an application is kept that ended without a confirmation: the agency can still look up why it ended. */
export const unconfirmedPersonDays = 30

/** The link that was requested. */
export const ConfirmationRequest = Schema.Struct({
  expires_at: Timestamp,
  url: Schema.optionalKey(Schema.String).annotateKey({
    description:
      "The link for the person: shown when it is made, and never again; absent where the service alone sends it"
  })
}).annotate({
  identifier: "ConfirmationRequest",
  description: `A link by which the person confirms or declines; it works for ${linkDays} days`,
  examples: [{ expires_at: exampleMoment }],
  "x-extension": true
})
export type ConfirmationRequest = typeof ConfirmationRequest.Type

/** The token of a link, in a request about its application. */
export const ConfirmationToken = Schema.Struct({ token: linkToken }).annotate({
  identifier: "ConfirmationToken",
  description: "The token of a link, which is the part of the link behind `#`",
  examples: [{ token: Redacted.make(exampleLinkToken) }],
  "x-extension": true
})

/** The decision of a person. */
export const Decision = Schema.Literals(["CONFIRM", "DECLINE", "WITHDRAW"])
export type Decision = typeof Decision.Type

/** A decision by a link. */
export const ConfirmationDecision = Schema.Struct({
  token: linkToken,
  decision: Decision.annotate({
    description: "`WITHDRAW` takes a confirmation back, until the hire",
    examples: ["CONFIRM"]
  })
}).annotate({
  identifier: "ConfirmationDecision",
  description: "The decision of the person of a link",
  examples: [{ token: Redacted.make(exampleLinkToken), decision: "CONFIRM" }],
  "x-extension": true
})

/** The state of an application as its person sees it: the person does not see what the employer does after the confirmation. */
export const ConfirmationState = Schema.Literals(["UNCONFIRMED", "AWAITING_SORT", "DECLINED", "WITHDRAWN"])
export type ConfirmationState = typeof ConfirmationState.Type

/** The application as the person of its link reads it. */
export const ShownConfirmation = Schema.Struct({
  organization_name: Schema.String.annotate({ description: "The employer", examples: ["Acme"] }),
  job_title: Schema.String.annotate({ examples: ["Engineer"] }),
  agency_name: Schema.String.annotate({ description: "The agency that submits the person", examples: ["Hirewell"] }),
  first_name: Schema.String.annotate({ examples: ["Grace"] }),
  expires_at: Timestamp.pipe(Schema.annotateEncoded({ description: "The end of the link for a confirmation" })),
  state: ConfirmationState.annotate({
    description:
      "`UNCONFIRMED` until the person decides; `AWAITING_SORT` once confirmed, whatever the employer does then; `DECLINED`, `WITHDRAWN`",
    examples: ["UNCONFIRMED"]
  })
}).annotate({
  identifier: "ShownConfirmation",
  description: "The application as the person of its link reads it",
  "x-extension": true
})
export type ShownConfirmation = typeof ShownConfirmation.Type

/** The sender of a link: the service alone, or the agency too, which got it in an answer. */
export type DeliveredBy = "SERVICE" | "AGENCY"

/** The last link of an application. */
export interface ConfirmationLink {
  readonly organizationId: OrganizationId
  readonly applicationId: ApplicationId
  /** The digest of its token; absent where it was ended. */
  readonly digest: string | undefined
  readonly deliveredBy: DeliveredBy
  /** When it ends for a confirmation. */
  readonly expiresAtMs: number
  /** The last decision of the person. */
  readonly decided: { readonly decision: Decision; readonly atMs: number } | undefined
  /** The begin of the day (UTC) of the link, and how many links of the application were made on it. */
  readonly dayAtMs: number
  readonly linksOfDay: number
}

/** The state of an application as its person reads it; none where the person has nothing to do with it any more. */
export const stateForPerson = (state: ApplicationState): ConfirmationState | undefined => {
  switch (state) {
    case "UNCONFIRMED":
    case "DECLINED":
    case "WITHDRAWN":
      return state
    case "AWAITING_SORT":
    case "REVIEWING":
    case "INTERVIEWING":
    case "OFFER":
      return "AWAITING_SORT"
    case "HIRED":
    case "REJECTED":
      return undefined
  }
}
