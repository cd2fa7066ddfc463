/**
 * Where the model says that an action leads, and who may take it (decisions, Resources).
 */
import type { Caller } from "./World.ts"

const whileActive = { reject: "REJECTED", withdraw: "WITHDRAWN" }

/** By state: the actions that are possible, and where each leads. A restored application returns to the state before. */
const moves: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  UNCONFIRMED: { confirm: "AWAITING_SORT", decline: "DECLINED", withdraw: "WITHDRAWN" },
  AWAITING_SORT: { keep: "REVIEWING", ...whileActive },
  REVIEWING: { advance: "INTERVIEWING", ...whileActive },
  INTERVIEWING: { advance: "OFFER", hire: "HIRED", ...whileActive },
  OFFER: { hire: "HIRED", ...whileActive },
  HIRED: {},
  DECLINED: {},
  REJECTED: { restore: "the state before", release: "REJECTED" },
  WITHDRAWN: { release: "WITHDRAWN" }
}
export const states = Object.keys(moves)

/** The entry that each action leaves in the history. */
export const entries = {
  confirm: "application.confirmed",
  decline: "application.declined",
  keep: "application.kept",
  advance: "application.advanced",
  hire: "application.hired",
  reject: "application.rejected",
  restore: "application.restored",
  withdraw: "application.withdrawn",
  release: "application.claim_released"
} as const
export type Action = keyof typeof entries
/** The entry that the cancellation of a hire leaves in the history of its application. */
export const cancelled = "application.hire_cancelled"
export const actions: ReadonlyArray<Action> = [
  "confirm",
  "decline",
  "keep",
  "advance",
  "hire",
  "reject",
  "restore",
  "withdraw",
  "release"
]

/** Whether an action is ever open to a caller, of an application that a client submitted. Without that client: of any application. */
export const isOpenTo = ({ agencyId, clientId }: Caller, action: Action, submittedBy = clientId): boolean => {
  const isOfAgency = ["confirm", "decline", "withdraw", "release"].includes(action)
  return agencyId === undefined ? !isOfAgency || submittedBy === clientId : isOfAgency
}

/** The actions that a state allows a caller. */
export const possibleFrom = (state: string, caller: Caller, submittedBy: string | undefined): ReadonlyArray<Action> =>
  actions.filter((action) => moves[state]?.[action] !== undefined && isOpenTo(caller, action, submittedBy))

/** Where an action leads that is possible. */
export const targetOf = (state: string, action: Action, rejectedFrom: string | undefined): string =>
  (action === "restore" ? rejectedFrom : moves[state]?.[action]) ?? state

/** Whether an application in a state is worked on. */
export const isActive = (state: string): boolean =>
  ["AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER"].includes(state)

/** Whether an application in a state is open: its agency has no other one of the person for the job. */
export const isOpen = (state: string): boolean => state === "UNCONFIRMED" || state === "HIRED" || isActive(state)

/** Whether candidate, note and external id can be changed in a state. */
export const isEditable = (state: string): boolean => state === "UNCONFIRMED" || state === "AWAITING_SORT"
