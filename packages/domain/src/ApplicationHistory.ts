/**
 * The history of an application: where each change led from and to.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { ApplicationState } from "./ApplicationState.ts"
import { type AuditEntry, exampleEntry } from "./Audit.ts"
import { changeFields, changeOf } from "./History.ts"
import type { AgencyId } from "./Ids.ts"

/** One change of an application. */
export const ApplicationChange = Schema.Struct({
  ...changeFields,
  state_before: Schema.optionalKey(ApplicationState).annotateKey({
    description: "Absent for the submission and for an import"
  }),
  state_after: Schema.optionalKey(ApplicationState).annotateKey({
    description: "Absent where the state did not change"
  })
}).annotate({
  identifier: "ApplicationChange",
  description: "One change of an application; an agency is not told which client it was",
  examples: [
    {
      ...exampleEntry,
      action: "application.confirmed",
      changed: ["state"],
      actor: "client",
      state_before: "UNCONFIRMED",
      state_after: "AWAITING_SORT"
    }
  ],
  "x-extension": true
})
export type ApplicationChange = typeof ApplicationChange.Type

const decodeState = Schema.decodeUnknownOption(Schema.Struct({ state: ApplicationState }))

const stateIn = (value: unknown) => Option.getOrUndefined(Option.map(decodeState(value), ({ state }) => state))

/** An entry of the journal as a change of its application, for the employer or for an agency. */
export const applicationChangeOf = (entry: AuditEntry, agencyId: AgencyId | undefined): ApplicationChange => {
  const [before, after] = [stateIn(entry.before), stateIn(entry.after)]
  return {
    ...changeOf(entry, agencyId),
    ...(before === undefined ? {} : { state_before: before }),
    ...(after === undefined ? {} : { state_after: after })
  }
}
