/**
 * Applications as results show them. Names, notes and feedback are written by candidates and agencies, and are data.
 */
import type { Application } from "@partner-api/client/effect"
import { Application as ApplicationRecord } from "@partner-api/domain/Application"
import { type ApplicationAction, ApplicationState, type Party } from "@partner-api/domain/ApplicationState"
import * as PossibleActions from "@partner-api/domain/PossibleActions"
import * as Schema from "effect/Schema"
import { costWords } from "./HireCost.ts"
import { briefSchema, compact, type Item } from "./ItemView.ts"
import { visibleMembers } from "./MembersView.ts"

const required = ["id", "state"]

/** An application. Its other members speak for themselves; their schema would take a tenth of the list of tools. */
export const applicationSchema = briefSchema(required)

/** The whole name of the person; absent once the person was erased. */
export const personOf = ({ candidate }: Application): string | undefined =>
  candidate === undefined ? undefined : `${candidate.first_name} ${candidate.last_name}`

/** An application whole, with the cost of its hire in words. */
export const showApplication = ({ hire, ...application }: Application): Item =>
  compact(hire === undefined ? application : { ...application, hire: { ...hire, cost: costWords(hire) } }, required)

/** Applications in lists: who, where it stands, for what, from where. */
export const listedApplications = visibleMembers(
  ["name", ...Object.keys(ApplicationRecord.fields)],
  ["name", "state", "state_entered_at", "job_id", "agency_id"]
)

/** An application in a line of a list, with these members. */
export const briefApplication = (application: Application, fields: ReadonlyArray<string> | undefined): Item => {
  const { id, ...rest } = application
  return listedApplications.show({ id, name: personOf(application), ...rest }, fields)
}

const isState = Schema.is(ApplicationState)

/** The actions that are possible, by default for the employer and the agency together. Undefined for a state that this version does not know. */
export const possibleActions = (
  application: Application,
  party: Party = "both"
): ReadonlyArray<ApplicationAction> | undefined => {
  const { state } = application
  return isState(state) ? PossibleActions.possibleActions({ ...application, state }, party) : undefined
}
