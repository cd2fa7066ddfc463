/**
 * The shared parts of the commands of all actions: their flags, the description of an action in the contract, and its sending and printing.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { ApplicationTransition } from "@partner-api/domain/Application"
import type { ApplicationAction } from "@partner-api/domain/ApplicationState"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as SchemaAST from "effect/SchemaAST"
import type { ApplicationTransition as Request } from "../../core/Model.ts"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { applicationId, dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { write } from "../Write.ts"
import { applicationLine, costText } from "./ApplicationText.ts"

/** The argument and the flags of every action. */
export const actionInput = { applicationId, dryRun, idempotencyKey, ...scoped }

interface ActionInput {
  readonly applicationId: string
  readonly idempotencyKey: Option.Option<string>
  readonly json: boolean
}

/** The description of an action in the contract. */
export const aboutAction = (action: ApplicationAction): string => {
  const member = ApplicationTransition.members.find(({ fields }) => fields.action.literal === action)
  return (member && SchemaAST.resolveDescription(member.ast)) ?? action
}

/** Sends an action once, and shows the application after it. */
export const sendAction = Effect.fnUntraced(function* (
  { applications }: OrganizationShape,
  input: ActionInput,
  request: Request
) {
  const application = yield* write("applications.transition", input.idempotencyKey, (key) =>
    applications.transition(input.applicationId, request, { idempotencyKey: key })
  )
  if (input.json) return yield* Output.printJson([application])
  const { hire } = application
  yield* Output.print([applicationLine(application), ...(hire === undefined ? [] : [`Cost: ${costText(hire)}`])])
})
