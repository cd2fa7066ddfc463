/**
 * The states of an application and the actions that lead from one to the next (decisions, Resources).
 *
 * The parties and the states of each action are decided here. Ownership and fees are judged after that, in `commands/Application.ts`.
 */
import * as Schema from "effect/Schema"

/** The states of an application. */
export const ApplicationState = Schema.Literals([
  "UNCONFIRMED",
  "AWAITING_SORT",
  "REVIEWING",
  "INTERVIEWING",
  "OFFER",
  "HIRED",
  "DECLINED",
  "REJECTED",
  "WITHDRAWN"
])
export type ApplicationState = typeof ApplicationState.Type

/** The actions, each of which moves an application to another state; `release` leaves the state and gives up the claim. */
export const ApplicationAction = Schema.Literals([
  "confirm",
  "decline",
  "keep",
  "advance",
  "hire",
  "reject",
  "restore",
  "withdraw",
  "release"
])
export type ApplicationAction = typeof ApplicationAction.Type

/** The states in which a confirmed application is worked on; it can be rejected from each, and restored to each. */
export const ActiveState = Schema.Literals(["AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER"])
export type ActiveState = typeof ActiveState.Type

/** Whether a confirmed application is worked on in this state. */
export const isActive: (state: ApplicationState) => state is ActiveState = Schema.is(ActiveState)

/** Whether an application in this state is open: its agency has no second one of the person for the job (recruiting 7). */
export const isOpen = (state: ApplicationState): boolean =>
  state === "UNCONFIRMED" || state === "HIRED" || isActive(state)

/** Whether candidate, note and external id can still be changed: until the employer has sorted the application. */
export const isEditable = (state: ApplicationState): boolean => state === "UNCONFIRMED" || state === "AWAITING_SORT"

/** Whether no action leads to another state from this one, and nobody was hired: the agency may erase the person then. */
export const isEndedWithoutHire = (state: ApplicationState): boolean => state === "DECLINED" || state === "WITHDRAWN"

/** The state before, to which a rejected application returns. */
const before = "the state before"

type Target = ApplicationState | typeof before

const whileActive = { reject: "REJECTED", withdraw: "WITHDRAWN" } as const

/** The state that each action leads to. An action that is absent is not possible. */
const transitions: Readonly<Record<ApplicationState, Readonly<Partial<Record<ApplicationAction, Target>>>>> = {
  UNCONFIRMED: { confirm: "AWAITING_SORT", decline: "DECLINED", withdraw: "WITHDRAWN" },
  AWAITING_SORT: { keep: "REVIEWING", ...whileActive },
  REVIEWING: { advance: "INTERVIEWING", ...whileActive },
  INTERVIEWING: { advance: "OFFER", hire: "HIRED", ...whileActive },
  OFFER: { hire: "HIRED", ...whileActive },
  HIRED: {},
  DECLINED: {},
  REJECTED: { restore: before, release: "REJECTED" },
  WITHDRAWN: { release: "WITHDRAWN" }
}

/** The parties to an application, as actors. A client of the employer that submits for an agency is both. */
export type Party = "employer" | "agency" | "both"

/** The actions of the party that submits; all others are the employer's. */
const agencyActions: ReadonlySet<ApplicationAction> = new Set(["confirm", "decline", "withdraw", "release"])

/** Whether a party may take an action in at least one state. */
export const mayTake = (party: Party, action: ApplicationAction): boolean =>
  party === "both" || agencyActions.has(action) === (party === "agency")

/** Whether a party may take an action in a state. */
export const isAllowed = (state: ApplicationState, action: ApplicationAction, party: Party): boolean =>
  transitions[state][action] !== undefined && mayTake(party, action)

/** The actions that a party may take in a state, in the order of {@link ApplicationAction}. */
export const allowedActions = (state: ApplicationState, party: Party): ReadonlyArray<ApplicationAction> =>
  ApplicationAction.literals.filter((action) => isAllowed(state, action, party))

/** The state that an action leads to; absent when it is not possible. `rejectedFrom` is the state before a rejection. */
export const nextState = (
  state: ApplicationState,
  action: ApplicationAction,
  rejectedFrom: ActiveState | undefined
): ApplicationState | undefined => {
  const target = transitions[state][action]
  return target === before ? rejectedFrom : target
}

/** One row for each state, with the target of each action: the table of the documentation. */
export const transitionRows: ReadonlyArray<
  readonly [state: ApplicationState, targets: ReadonlyArray<readonly [action: ApplicationAction, target: string]>]
> = ApplicationState.literals.map((state) => [
  state,
  ApplicationAction.literals.map((action) => [action, transitions[state][action] ?? ""] as const)
])
