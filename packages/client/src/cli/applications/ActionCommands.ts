/**
 * `partner applications confirm|decline|keep|…`: one command for each action of the domain. An action that needs more than its name has
 * flags of its own.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { ApplicationTransition, feedbackMax, feedbackMin } from "@partner-api/domain/Application"
import { ApplicationAction } from "@partner-api/domain/ApplicationState"
import { multiLineText } from "@partner-api/domain/Text"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as SchemaAST from "effect/SchemaAST"
import type * as Model from "../../core/Model.ts"
import { applicationId, dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { applicationLine } from "./ApplicationText.ts"
import { previewAction } from "./DryRun.ts"

/** The actions that need nothing but their name. */
type PlainAction = Exclude<ApplicationAction, "reject" | "hire">

const common = { applicationId, dryRun, idempotencyKey, ...scoped }

interface Given {
  readonly applicationId: string
  readonly dryRun: boolean
  readonly idempotencyKey: Option.Option<string>
  readonly config: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly json: boolean
}

/** What the contract says of an action. */
const aboutAction = (action: ApplicationAction): string => {
  const member = ApplicationTransition.members.find(({ fields }) => fields.action.literal === action)
  return (member && SchemaAST.resolveDescription(member.ast)) ?? action
}

const takeAction = (input: Given, request: Model.ApplicationTransition) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* (organization) {
      const { applications } = organization
      if (input.dryRun) {
        const before = yield* applications.get(input.applicationId)
        return yield* previewAction(organization, before, request, input.json)
      }
      const application = yield* write("applications.transition", input.idempotencyKey, (key) =>
        applications.transition(input.applicationId, request, { idempotencyKey: key })
      )
      yield* input.json ? Output.printJson([application]) : Output.print([applicationLine(application)])
    })
  )

const plainCommand = (action: PlainAction) =>
  Command.make(action, common, (input) => takeAction(input, { action })).pipe(
    Command.withDescription(aboutAction(action)),
    Command.withExamples([{ command: `partner applications ${action} app_7` }])
  )

const reject = Command.make(
  "reject",
  {
    ...common,
    feedback: Flag.String("feedback").pipe(
      Flag.withDescription("Why; the agency reads it"),
      Flag.withMetavar("TEXT"),
      Flag.withSchema(multiLineText(feedbackMin, feedbackMax))
    )
  },
  (input) => takeAction(input, { action: "reject", feedback: input.feedback })
).pipe(
  Command.withDescription(aboutAction("reject")),
  Command.withExamples([
    { command: 'partner applications reject app_7 --feedback "We need more experience with payroll."' }
  ])
)

const commandOf = (action: Exclude<ApplicationAction, "hire">) => (action === "reject" ? reject : plainCommand(action))

/** One command for each action. */
export const actionCommands = ApplicationAction.literals.filter((action) => action !== "hire").map(commandOf)
