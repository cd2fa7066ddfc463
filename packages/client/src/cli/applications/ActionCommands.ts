/**
 * `partner applications confirm|decline|keep|…`: one command for each action of the domain. An action that needs more than its name has
 * flags of its own.
 */
import { feedbackMax, feedbackMin, withdrawalNoteMax } from "@partner-api/domain/Application"
import { ApplicationAction } from "@partner-api/domain/ApplicationState"
import { CalendarDate } from "@partner-api/domain/CalendarDate"
import { RejectionReasonId } from "@partner-api/domain/RejectionReason"
import { multiLineText } from "@partner-api/domain/Text"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { ApplicationTransition } from "../../core/Model.ts"
import { inOrganization } from "../Session.ts"
import { aboutAction, actionInput, sendAction } from "./Action.ts"
import { consentFlags, consentOf } from "./ConsentFlags.ts"
import { previewAction } from "./DryRun.ts"
import { hire } from "./HireCommand.ts"

/** The actions that need nothing but their name. */
type PlainAction = Exclude<ApplicationAction, "confirm" | "reject" | "withdraw" | "hire">

interface Given {
  readonly applicationId: string
  readonly dryRun: boolean
  readonly idempotencyKey: Option.Option<string>
  readonly config: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly json: boolean
}

const takeAction = (input: Given, request: ApplicationTransition) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* (organization) {
      if (!input.dryRun) return yield* sendAction(organization, input, request)
      const before = yield* organization.applications.get(input.applicationId)
      yield* previewAction(organization, before, request, input.json)
    })
  )

const plainCommand = (action: PlainAction) =>
  Command.make(action, actionInput, (input) => takeAction(input, { action })).pipe(
    Command.withDescription(aboutAction(action)),
    Command.withExamples([{ command: `partner applications ${action} app_7` }])
  )

/** `--reason ID`: by which reason of the organization. */
const reason = Flag.String("reason").pipe(
  Flag.withDescription("The id of an active reason of the organization: partner reasons"),
  Flag.withMetavar("ID"),
  Flag.withSchema(RejectionReasonId),
  Flag.optional
)

const reject = Command.make(
  "reject",
  {
    ...actionInput,
    reason,
    feedback: Flag.String("feedback").pipe(
      Flag.withDescription("Why; the agency reads it"),
      Flag.withMetavar("TEXT"),
      Flag.withSchema(multiLineText(feedbackMin, feedbackMax))
    ),
    knownSince: Flag.String("known-since").pipe(
      Flag.withDescription("Since when the employer knew the person, which makes the claim the employer's"),
      Flag.withMetavar("DATE"),
      Flag.withSchema(CalendarDate),
      Flag.optional
    )
  },
  (input) =>
    takeAction(input, {
      action: "reject",
      feedback: input.feedback,
      ...Record.getSomes({ reason_id: input.reason, known_since: input.knownSince })
    })
).pipe(
  Command.withDescription(aboutAction("reject")),
  Command.withExamples([
    { command: 'partner applications reject app_7 --feedback "We need more experience with payroll."' },
    { command: 'partner applications reject app_7 --reason not_qualified --feedback "We need more experience."' },
    {
      command: 'partner applications reject app_7 --feedback "Already in talks with us." --known-since 2026-01-10',
      description: "Where the employer knew the person before the submission"
    }
  ])
)

const withdraw = Command.make(
  "withdraw",
  {
    ...actionInput,
    reason,
    note: Flag.String("note").pipe(
      Flag.withDescription("Why, in words; employer and agency read it"),
      Flag.withMetavar("TEXT"),
      Flag.withSchema(multiLineText(1, withdrawalNoteMax)),
      Flag.optional
    )
  },
  (input) =>
    takeAction(input, { action: "withdraw", ...Record.getSomes({ reason_id: input.reason, note: input.note }) })
).pipe(
  Command.withDescription(aboutAction("withdraw")),
  Command.withExamples([
    { command: "partner applications withdraw app_7" },
    { command: "partner applications withdraw app_7 --reason other_offer --note 'Signed elsewhere on Monday.'" }
  ])
)

const confirm = Command.make(
  "confirm",
  { ...actionInput, consent: consentFlags },
  Effect.fnUntraced(function* (input) {
    const consent = yield* consentOf(input.consent)
    yield* takeAction(input, { action: "confirm", ...(consent === undefined ? {} : { consent }) })
  })
).pipe(
  Command.validate((input) => Effect.asVoid(consentOf(input.consent))),
  Command.withDescription(aboutAction("confirm")),
  Command.withExamples([
    { command: "partner applications confirm app_7" },
    {
      command: "partner applications confirm app_7 --consent-method EMAIL --consent-obtained-at 2026-01-30T08:00:00Z",
      description: "With the consent of the person, which an employer may require"
    }
  ])
)

const commandOf = (action: Exclude<ApplicationAction, "hire">) => {
  if (action === "confirm") return confirm
  if (action === "reject") return reject
  return action === "withdraw" ? withdraw : plainCommand(action)
}

/** One command for each action. */
export const actionCommands = [...ApplicationAction.literals.filter((action) => action !== "hire").map(commandOf), hire]
