/**
 * The actions that the state of an application allows. The rule is the domain's; this file asks it for an answer of the service.
 */
import { allowedActions, type ApplicationAction, ApplicationState } from "@partner-api/domain/ApplicationState"
import { mayHaveClaim } from "@partner-api/domain/Claim"
import * as Schema from "effect/Schema"
import type { Application } from "../../core/Model.ts"
import { CommandFailure } from "../CommandFailure.ts"

const isState = Schema.is(ApplicationState)

/** The state of an application; none when it came later than this program. */
export const knownState = ({ state }: Application): ApplicationState | undefined => (isState(state) ? state : undefined)

/** The actions that are possible for the employer and the agency together; each may take fewer. None is known of a state later than this program. */
export const possibleActions = (application: Application): ReadonlyArray<ApplicationAction> | undefined => {
  if (application.erased_at !== undefined) return []
  const state = knownState(application)
  if (state === undefined) return undefined
  return allowedActions(state, "both").filter((action) => action !== "release" || mayHaveClaim(application))
}

/** The actions that are possible, as a sentence without its end. */
export const actionsText = (application: Application): string => {
  const actions = possibleActions(application)
  if (actions === undefined) return `not known: this program is older than the state ${application.state}`
  if (application.erased_at !== undefined) return "none: the person was erased"
  return actions.length === 0 ? "none: the state is final" : actions.join(", ")
}

/** Why an action that is not possible is not taken. */
export const notPossible = (application: Application, action: ApplicationAction): CommandFailure =>
  new CommandFailure({
    message: `The action ${action} is not possible in the state ${application.state}.`,
    remedy: `Possible actions: ${actionsText(application)}.`
  })
