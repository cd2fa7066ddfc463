/**
 * `move_application`: takes an action on an application, after a human confirms it (extension `applications.write`).
 *
 * The human sees the person, the job and the agency by name, the states, and for a hire what it costs. The write is sent with the ETag
 * and the fee that were shown, so that what was changed meanwhile refuses it.
 */
import {
  type Application,
  type ApplicationTransition,
  type OrganizationShape,
  type RejectionReason,
  withResponse
} from "@partner-api/client/effect"
import { feedbackMax, feedbackMin, withdrawalNoteMax } from "@partner-api/domain/Application"
import { ApplicationAction, ApplicationState, nextState } from "@partner-api/domain/ApplicationState"
import { CalendarDate, dayOf } from "@partner-api/domain/CalendarDate"
import { ImportedConsent } from "@partner-api/domain/Consent"
import type { ChosenFee } from "@partner-api/domain/HireFee"
import { formatMoney } from "@partner-api/domain/Money"
import { cancelDays, nextPlacementStatus } from "@partner-api/domain/PlacementStatus"
import type { RejectionReasonId } from "@partner-api/domain/RejectionReason"
import { multiLineText } from "@partner-api/domain/Text"
import { exampleMoment } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { memberLines } from "../protocol/confirmation/Question.ts"
import { badArguments } from "../protocol/tool/Arguments.ts"
import { notSent, ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain, toolFailureOf } from "../upstream/UpstreamFailure.ts"
import { named, organizationInWords, readNames } from "./Names.ts"
import { ofOtherParty } from "./ActingParty.ts"
import { notKnownThen, personOwned } from "./Refused.ts"
import { confirmsByToken } from "./Choices.ts"
import { moveCommand } from "./Commands.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { costWords } from "./HireCost.ts"
import { feeOfHire, HireTerms } from "./HireTerms.ts"
import { applicationId, chosenOrganization, inOrganization, reasonId } from "./Inputs.ts"
import { applicationSchema, personOf, possibleActions, showApplication } from "./ApplicationView.ts"
import { briefSchema } from "./ItemView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "move_application"
const operation = "applications.transition"
const howToLook = "Call get_application and look at its state first."
const lookAgain = `Call ${name} with mode "preview" to see what it would do now.`

const Feedback = multiLineText(feedbackMin, feedbackMax).annotate({
  description: "Required to reject; the agency reads it",
  examples: ["We look for more years of practice."]
})

/** No tool sends files, so a consent names none. */
const AttestedConsent = Schema.Struct(ImportedConsent.fields).annotate({
  examples: [{ obtained_at: exampleMoment, method: "EMAIL" }]
})
type AttestedConsent = typeof AttestedConsent.Type

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "moved", "declined"]),
  request: briefSchema([]),
  application: Schema.optionalKey(applicationSchema)
})
type Output = typeof Output.Type

/** A preview with what it has shown: the action to send, and the ETag of the application that was read. */
interface Shown extends Preview<Output> {
  readonly transition: ApplicationTransition
  readonly request: Readonly<Record<string, string>>
  readonly etag: string | undefined
}

interface Given {
  readonly action: ApplicationAction
  readonly consent?: AttestedConsent
  readonly feedback?: string
  readonly reason_id?: RejectionReasonId
  readonly known_since?: string
  readonly note?: string
  readonly hire?: HireTerms
}

/** The body that is sent; for a hire, still without its fee. */
type Wanted =
  | Exclude<ApplicationTransition, { readonly action: "hire" | "confirm" }>
  | { readonly action: "confirm"; readonly consent?: AttestedConsent }
  | { readonly action: "hire"; readonly terms: HireTerms }

const refuse = (path: string, problem: string): Result.Result<never, ToolFailure> =>
  Result.fail(badArguments(name, [{ path, problem }]))

/** Only the user has reasons and terms. */
const fromUser = "ask the user for it, never invent it"

type Part = keyof Omit<Given, "action">

/** The parts of a call, and the actions to which each belongs. */
const parts: ReadonlyArray<readonly [part: Part, actions: ReadonlyArray<ApplicationAction>]> = [
  ["consent", ["confirm"]],
  ["feedback", ["reject"]],
  ["known_since", ["reject"]],
  ["reason_id", ["reject", "withdraw"]],
  ["note", ["withdraw"]],
  ["hire", ["hire"]]
]

/** A part that belongs to another action, with those it belongs to: nobody would see it. */
const misplaced = (given: Given): (typeof parts)[number] | undefined =>
  parts.find(([name, actions]) => given[name] !== undefined && !actions.includes(given.action))

/** The members that an action needs must be there, and those of another action must not. */
const wantedOf = (given: Given): Result.Result<Wanted, ToolFailure> => {
  const wrong = misplaced(given)
  if (wrong !== undefined) {
    const [member, actions] = wrong
    const whose = `the action${actions.length > 1 ? "s" : ""} ${actions.join(" and ")}`
    return refuse(`/${member}`, `belongs to ${whose}; leave it out`)
  }
  const { action, consent, feedback, hire } = given
  switch (action) {
    case "reject":
      return feedback === undefined
        ? refuse("/feedback", `is required to reject; ${fromUser}`)
        : Result.succeed({ action, feedback, ...Struct.pick(given, ["reason_id", "known_since"]) })
    case "hire":
      return hire === undefined
        ? refuse("/hire", `is required to hire; ${fromUser}`)
        : Result.succeed({ action, terms: hire })
    case "confirm":
      return Result.succeed({ action, ...(consent === undefined ? {} : { consent }) })
    case "withdraw":
      return Result.succeed({ action, ...Struct.pick(given, ["reason_id", "note"]) })
    default:
      return Result.succeed({ action })
  }
}

const choiceOf = (actions: ReadonlyArray<ApplicationAction>): string =>
  actions.length === 0 ? "none" : actions.join(", ")

/** Why an action is not possible, and which are: an agency may take fewer. */
const whyNot = (
  application: Application,
  action: ApplicationAction,
  possible: ReadonlyArray<ApplicationAction>
): string => {
  if (application.erased_at !== undefined && possible.length === 0) {
    return "The person of this application was erased: no action is possible."
  }
  const not =
    action === "restore" && application.rejection?.known_since !== undefined
      ? "The employer knew this person, so the rejection stays."
      : `The action ${action} is not possible in the state ${application.state}.`
  if (application.state === "HIRED") return `${not} No action is: find_placements shows the placement of the hire.`
  if (possible.length === 0) return `${not} No action is.`
  const ofAgency = possibleActions(application, "agency") ?? []
  const forAgency = ofAgency.length === possible.length ? "" : ` With an agency's credentials: ${choiceOf(ofAgency)}.`
  return `${not} Possible are: ${choiceOf(possible)}.${forAgency}`
}

/** The refusal of an action that is not possible. It gives no example: which action is right only the user can say. */
const notPossible = (
  application: Application,
  action: ApplicationAction,
  possible: ReadonlyArray<ApplicationAction>
): ToolFailure =>
  notSent("invalid_transition", `${whyNot(application, action, possible)} Nothing was done. Ask the user.`, {
    fields: [{ path: "/action", problem: `is not possible in the state ${application.state}` }],
    next: ["get_application"]
  })

const isState = Schema.is(ApplicationState)

/** The state that follows. Where a rejected application returns to, the platform alone knows. */
const stateAfter = (state: string, action: ApplicationAction): string =>
  action === "restore" ? "the state before" : ((isState(state) ? nextState(state, action, undefined) : undefined) ?? "")

/** The actions after which the application owns its person for the job, which only one may. */
const owningActions: ReadonlySet<ApplicationAction> = new Set(["confirm", "restore"])

/** The consequences that the lines of the question do not show. */
const consequences: Readonly<Partial<Record<Exclude<ApplicationAction, "hire">, string>>> = {
  confirm: "Other unconfirmed applications of this person for this job are withdrawn.",
  decline: "This is final.",
  reject: "The agency reads the feedback.",
  release: "The agency gives up its claim to the fee for this person on this job.",
  withdraw: "This is final."
}

/** Whether the employer can cancel a hire: its placement is started at once where the start is past. */
const hireConsequence = ({ start_date }: HireTerms, today: string): string =>
  nextPlacementStatus({ status: "COMPLETED", start_date }, "cancel", today) === undefined
    ? `The start is more than ${cancelDays} days ago, so the employer cannot cancel it.`
    : `The employer can cancel it until ${cancelDays} days after the start.`

const consequenceOf = (wanted: Wanted, today: string): string | undefined => {
  if (wanted.action === "hire") return hireConsequence(wanted.terms, today)
  return wanted.action === "reject" && wanted.known_since !== undefined
    ? "The agency reads the feedback. Its claim to the fee becomes the employer's, and the rejection cannot be taken back."
    : consequences[wanted.action]
}

/** The reason that an action names, in the lines of a question: as people read it. */
const reasonLines = (reason: RejectionReason | undefined): Readonly<Record<string, string>> =>
  reason === undefined ? {} : { reason: reason.text }

/** The members of an action other than a hire, in the lines of a question. */
const plainLines = (
  wanted: Exclude<Wanted, { readonly action: "hire" }>,
  reason: RejectionReason | undefined
): Readonly<Record<string, string>> => {
  if (wanted.action === "reject") {
    return { ...Struct.pick(wanted, ["feedback", "known_since"]), ...reasonLines(reason) }
  }
  if (wanted.action === "withdraw") return { ...Struct.pick(wanted, ["note"]), ...reasonLines(reason) }
  return wanted.action === "confirm" && wanted.consent !== undefined ? { consent: consentWords(wanted.consent) } : {}
}

const consentWords = ({ expires_at, method, obtained_at }: AttestedConsent): string =>
  `${method}, obtained ${obtained_at}${expires_at === undefined ? "" : `, until ${expires_at}`}`

/** The terms of a hire and its cost, in the lines of a question. */
const hireLines = (
  { base_salary_cents: amount, currency, fee_base_cents: base, start_date }: HireTerms,
  fee: ChosenFee
): Readonly<Record<string, string>> => ({
  start_date,
  base_salary: formatMoney({ currency, amount }),
  ...(base === undefined ? {} : { fee_base: formatMoney({ currency, amount: base }) }),
  cost: costWords({ currency, ...fee, ...(base === undefined ? {} : { fee_base_cents: base }) }),
  ...(fee.fee.feeType === "OPTIMIZED_FEE" || fee.fee.note === undefined ? {} : { fee_note: fee.fee.note })
})

const inactiveReason = notSent(
  "unprocessable_entity",
  "The organization does not use this reason any more. Nothing was done.",
  {
    fields: [{ path: "/reason_id", problem: "must be the id of a reason that is active" }],
    next: ["list_reasons"]
  }
)

const changed = (cause: ToolFailure): ToolFailure =>
  new ToolFailure({
    ...cause,
    error: "changed_since_preview",
    message: `The application was changed meanwhile and nothing was done. ${lookAgain}`,
    next: [name, "get_application"]
  })

export const moveApplication = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, {
    application_id: applicationId,
    action: ApplicationAction.annotate({ description: "keep: into review; advance: to the next stage" }),
    feedback: Schema.optionalKey(Feedback),
    known_since: Schema.optionalKey(
      CalendarDate.annotate({ description: "To reject: when the employer first knew the person" })
    ),
    reason_id: Schema.optionalKey(reasonId),
    note: Schema.optionalKey(
      multiLineText(1, withdrawalNoteMax).annotate({
        description: "Why it is withdrawn",
        examples: ["Took another offer."]
      })
    ),
    consent: Schema.optionalKey(AttestedConsent),
    hire: Schema.optionalKey(HireTerms)
  })
  type Input = typeof input.Type
  const metadata = contractMetadata(platform, operation, { reads: "applications.get" })

  const read = ({ applications }: OrganizationShape, { application_id }: Input) =>
    Effect.map(
      explain(withResponse(applications.get(application_id)), {
        tool: name,
        operation,
        about: "/application_id",
        next: ["find_applications"]
      }),
      ({ data, response }) => ({ application: data, etag: response.headers["etag"] })
    )

  /** The reason that an action names. One that the organization does not have, or does not use any more, is refused before anybody is asked. */
  const reasonOf = Effect.fnUntraced(function* (wanted: Wanted, { rejectionReasons }: OrganizationShape) {
    const id = wanted.action === "reject" || wanted.action === "withdraw" ? wanted.reason_id : undefined
    if (id === undefined) return undefined
    const reason = yield* explain(rejectionReasons.get(id), {
      tool: name,
      operation,
      about: "/reason_id",
      next: ["list_reasons"]
    })
    return reason.active ? reason : yield* inactiveReason
  })

  /** The body to send, and the lines of the question to the human. */
  const transitionOf = (wanted: Wanted, organization: OrganizationShape, { agency_id, terms: agreed }: Application) =>
    Effect.gen(function* () {
      const { agencies } = organization
      if (wanted.action !== "hire") {
        const transition: ApplicationTransition = wanted
        return { transition, lines: plainLines(wanted, yield* reasonOf(wanted, organization)) }
      }
      const { action, terms } = wanted
      const fee = yield* feeOfHire(platform, { agencies, agencyId: agency_id, agreed, tool: name, operation }, terms)
      const hire = { ...Struct.omit(terms, ["custom_fee"]), expected_fee: fee.fee }
      const transition: ApplicationTransition = { action, hire }
      return { transition, lines: hireLines(terms, fee) }
    })

  /** The refusal by the platform of an action that the state allows, as far as it can be known. */
  const refusalOf = Effect.fnUntraced(function* (
    wanted: Wanted,
    application: Application,
    organization: OrganizationShape
  ) {
    const { candidate, job_id } = application
    if (owningActions.has(wanted.action) && candidate !== undefined) {
      const call = { tool: name, operation }
      const person = { job_id, email: candidate.email, path: "/application_id", call }
      return yield* personOwned(platform, organization, person)
    }
    return wanted.action === "reject" && wanted.known_since !== undefined
      ? yield* notKnownThen(application, wanted.known_since)
      : undefined
  })

  return writeTool({
    ...metadata,
    // Some actions are final, and each replaces a state.
    annotations: { ...metadata.annotations, destructive: true },
    name,
    title: "Move an application",
    description:
      "Takes an action on an application; get_application says which are possible. The result says what a hire costs. Never invent " +
      "feedback or a consent.",
    toolset: "applications",
    howToLook: () => howToLook,
    command: "partner applications",
    commandOf: (given) =>
      Result.match(wantedOf(given), {
        onFailure: () => undefined,
        onSuccess: (wanted) => moveCommand(chosenOrganization(platform)(given), given.application_id, wanted)
      }),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const wanted = yield* Effect.fromResult(wantedOf(given))
        const organization = yield* organizationOf(platform, given.organization_id)
        const { application, etag } = yield* read(organization, given)
        const { action } = wanted
        const { agency_id, candidate, id, job_id, state } = application
        const possible = possibleActions(application)
        if (possible?.includes(action) === false) return yield* notPossible(application, action, possible)
        const call = { tool: name, operation }
        const refusal =
          (yield* ofOtherParty(platform, organization, application, { action, call })) ??
          (yield* refusalOf(wanted, application, organization))
        const { agency, job } = yield* readNames(platform, organization, {
          tool: name,
          operation,
          job_id,
          agency_id,
          mustExist: false
        })
        const { transition, lines } = yield* transitionOf(wanted, organization, application)
        const consequence = consequenceOf(wanted, dayOf(yield* Clock.currentTimeMillis))
        const request = {
          application: id,
          person: personOf(application) ?? "not known",
          ...(candidate === undefined ? {} : { email: candidate.email }),
          job: named(job?.title, job_id),
          agency: named(agency?.name, agency_id),
          action,
          from: state,
          to: stateAfter(state, action),
          ...lines
        }
        const shown = consequence === undefined ? request : { ...request, consequence }
        return {
          question: [
            `Take this action on an application in ${yield* organizationInWords(platform, organization.id)}?`,
            memberLines(request).join("\n"),
            ...(consequence === undefined ? [] : [consequence])
          ].join("\n\n"),
          fingerprint: { organization: organization.id, transition, application, etag },
          output: { status: "previewed" as const, request: shown },
          declined: { status: "declined" as const, request: shown },
          refusal,
          transition,
          request: shown,
          etag
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { etag, request, transition } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { applications } = yield* organizationOf(platform, given.organization_id)
        const ifMatch = etag === undefined ? {} : { ifMatch: etag }
        const answer = yield* Effect.result(
          applications.transition(given.application_id, transition, { idempotencyKey: nonce, ...ifMatch })
        )
        if (Result.isSuccess(answer)) {
          return { status: "moved" as const, request, application: showApplication(answer.success) }
        }
        const failure = toolFailureOf(answer.failure, {
          tool: name,
          operation,
          about: "/application_id",
          afterUnknown: howToLook,
          conflict: lookAgain,
          // A missing permission hides the tool; this refusal is about who acts on the application, as the platform's sentence explains.
          forbidden: "Tell the user; do not retry.",
          next: [name, "get_application"]
        })
        return yield* answer.failure._tag === "PreconditionFailed" ? changed(failure) : failure
      })
  })
}
