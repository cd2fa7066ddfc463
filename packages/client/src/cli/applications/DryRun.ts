/**
 * The changes that an action would make, without taking it. The rules of the domain judge the state here; whether another application owns
 * the person is known to the service alone.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { ActiveState, nextState } from "@partner-api/domain/ApplicationState"
import { readConfirmed, refusedKnownSince } from "@partner-api/domain/KnownSince"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Application, ApplicationTransition, Hire } from "../../core/Model.ts"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { refusalOf } from "../Refusal.ts"
import { nothingChanged, requestLine } from "../DryRun.ts"
import { candidateText, costText } from "./ApplicationText.ts"
import { knownState, notPossible, possibleActions } from "./PossibleActions.ts"

const isActive = Schema.is(ActiveState)

/** The state that the last rejection ended: where a restored application returns to. */
const rejectedFrom = (organization: OrganizationShape, applicationId: string) =>
  organization.applications.history(applicationId).items.pipe(
    Stream.filter(({ state_after }) => state_after === "REJECTED"),
    Stream.runLast,
    Effect.map((last) => Option.getOrUndefined(last)?.state_before),
    Effect.map((state) => (isActive(state) ? state : undefined))
  )

/** The state after an action. Fails where the action is not possible. */
const stateAfter = Effect.fnUntraced(function* (
  organization: OrganizationShape,
  application: Application,
  { action }: ApplicationTransition
) {
  const state = knownState(application)
  if (state === undefined || possibleActions(application)?.includes(action) !== true) {
    return yield* notPossible(application, action)
  }
  const before = action === "restore" ? yield* rejectedFrom(organization, application.id) : undefined
  // A history without the rejection does not have the state.
  return nextState(state, action, before) ?? "the state before the rejection"
})

/** Fails where a rejection names too late, or out of range, since when the employer knew the person. */
const checkKnownSince = Effect.fnUntraced(function* (application: Application, request: ApplicationTransition) {
  if (request.action !== "reject" || request.known_since === undefined) return
  const confirmed = Option.getOrUndefined(readConfirmed(application))
  if (confirmed?.confirmed_at === undefined) return
  const refusal = refusedKnownSince(confirmed, request.known_since, yield* Clock.currentTimeMillis)
  if (refusal !== undefined) return yield* refusalOf(refusal, "Leave --known-since out.")
})

/** Shows what an action would send and change, and what a hire costs. */
export const previewAction = Effect.fnUntraced(function* (
  organization: OrganizationShape,
  application: Application,
  request: ApplicationTransition,
  isJson: boolean,
  hire?: Hire
) {
  const after = yield* stateAfter(organization, application, request)
  yield* checkKnownSince(application, request)
  yield* isJson
    ? Output.printJson([
        {
          before: { state: application.state },
          after: { state: after, ...(hire === undefined ? {} : { hire }) },
          request
        }
      ])
    : Output.print([
        `${application.id}  ${candidateText(application)}`,
        `Before: ${application.state}`,
        `After: ${after}`,
        ...(hire === undefined ? [] : [`Cost: ${costText(hire)}`]),
        requestLine(request)
      ])
  yield* nothingChanged
})
