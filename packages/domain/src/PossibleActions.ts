/**
 * The actions that are possible on an application as it is shown, for programs that offer them. A release is among them while the shown claim may last: only the
 * service has the moment. Judges no action: `commands/Application.ts` does.
 */
import { allowedActions, type ApplicationAction, type ApplicationState, type Party } from "./ApplicationState.ts"
import { mayHaveClaim } from "./Claim.ts"
import type { Ownership } from "./Ownership.ts"

/** The members of an application that decide which actions are possible. */
interface ActedOn {
  readonly state: ApplicationState
  readonly ownership?: Partial<Record<keyof Ownership, string>>
  readonly rejection?: { readonly known_since?: string }
  readonly erased_at?: string
}

/** The actions that a party may take on an application. Of an erased one nothing is left but its claim; a person whom the employer knew stays rejected. */
export const possibleActions = (application: ActedOn, party: Party): ReadonlyArray<ApplicationAction> =>
  allowedActions(application.state, party).filter((action) => {
    switch (action) {
      case "release":
        return mayHaveClaim(application)
      case "restore":
        return application.erased_at === undefined && application.rejection?.known_since === undefined
      default:
        return application.erased_at === undefined
    }
  })
