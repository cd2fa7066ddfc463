/**
 * The actions that the state of an application allows. The rule is the domain's; this file applies it to an application as the client reads it.
 */
import { type ApplicationAction, ApplicationState } from "@partner-api/domain/ApplicationState"
import * as PossibleActions from "@partner-api/domain/PossibleActions"
import * as Schema from "effect/Schema"
import type { Application } from "../../core/Model.ts"
import { CommandFailure } from "../CommandFailure.ts"

const isState = Schema.is(ApplicationState)

/** The state of an application; none when it came later than this program. */
export const knownState = ({ state }: Application): ApplicationState | undefined => (isState(state) ? state : undefined)

/** The actions that are possible for the employer and the agency together; each may take fewer. None is known of a state later than this program. */
export const possibleActions = (application: Application): ReadonlyArray<ApplicationAction> | undefined => {
  const state = knownState(application)
  return state === undefined ? undefined : PossibleActions.possibleActions({ ...application, state }, "both")
}

/** Why no action is possible. A hire is undone by its placement. */
const whyNone = ({ erased_at, id, rejection, state }: Application): string => {
  if (erased_at !== undefined) return "the person was erased"
  if (state === "HIRED") return `partner placements list --application ${id} shows the placement of the hire`
  return rejection?.known_since === undefined ? "the state is final" : "the employer knew the person"
}

/** The actions that are possible, as a sentence without its end. */
export const actionsText = (application: Application): string => {
  const actions = possibleActions(application)
  if (actions === undefined) return `not known: this program is older than the state ${application.state}`
  return actions.length === 0 ? `none: ${whyNone(application)}` : actions.join(", ")
}

/** Why an action that is not possible is not taken. */
export const notPossible = (application: Application, action: ApplicationAction): CommandFailure =>
  new CommandFailure({
    message: `The action ${action} is not possible in the state ${application.state}.`,
    remedy: `Possible actions: ${actionsText(application)}.`
  })
