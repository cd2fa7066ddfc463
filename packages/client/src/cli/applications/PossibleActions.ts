/**
 * The actions that the state of an application allows. The rule is the domain's; this file asks it for an answer of the service.
 */
import { allowedActions, type ApplicationAction, ApplicationState } from "@partner-api/domain/ApplicationState"
import * as Schema from "effect/Schema"
import type { Application } from "../../core/Model.ts"

const isState = Schema.is(ApplicationState)

/** The state of an application; none when it came later than this program. */
export const knownState = ({ state }: Application): ApplicationState | undefined => (isState(state) ? state : undefined)

/** The actions that are possible for an employer; an agency may take fewer. None is known of a state later than this program. */
export const possibleActions = (application: Application): ReadonlyArray<ApplicationAction> | undefined => {
  if (application.erased_at !== undefined) return []
  const state = knownState(application)
  return state === undefined ? undefined : allowedActions(state, "employer")
}
