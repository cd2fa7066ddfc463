/**
 * The settings of an organization, each declared once (recruiting, Organization settings).
 *
 * A stored organization keeps the settings that were written of it. One that it does not have, because it is older than the setting, has the value that the
 * organization behaved by before. What a setting does is decided where it is obeyed.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { boundedInteger } from "./Integer.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { RetentionDays } from "./RetentionDays.ts"
import { FeesApply } from "./Terms.ts"

/** The agencies that see a job. */
export const AgencyAccess = Schema.Literals(["ALL", "ASSIGNED"]).annotate({ "x-extension": true })
export type AgencyAccess = typeof AgencyAccess.Type

/** The party that confirms an application: its agency, which attests that the person agrees, or the person, by a link. */
export const Confirmation = Schema.Literals(["ATTESTED", "CANDIDATE"]).annotate({ "x-extension": true })
export type Confirmation = typeof Confirmation.Type

/** The most days of a claim: two years, after which a person is another one for a job. */
const ownershipDaysMax = 730

/** The days of a claim in a new organization: half a year is what agencies usually agree. */
const newOwnershipDays = 180

/** The values of each setting. */
const fields = {
  agency_access: AgencyAccess.annotate({
    description:
      "The agencies that see a new or imported job that does not have its own `agency_access`: `ALL` agencies, or those that are `ASSIGNED` to it",
    examples: ["ASSIGNED"]
  }),
  confirmation: Confirmation.annotate({
    description:
      "The party that confirms an application: `ATTESTED`, its agency, which attests that the person agrees; `CANDIDATE`, the person by a link that the service sends, which needs a service with mail",
    examples: ["ATTESTED"]
  }),
  consent: Schema.Literals(["OPTIONAL", "REQUIRED"]).annotate({
    description: "Whether an agency that confirms has to state the consent of the person",
    examples: ["REQUIRED"],
    "x-extension": true
  }),
  fees_apply: FeesApply.annotate({
    description:
      "The fees of a hire: `AT_HIRE`, those of the agency at the hire; `AT_CONFIRMATION`, those at the confirmation of the person. A change acts on applications that are confirmed after it",
    examples: ["AT_CONFIRMATION"]
  }),
  ownership_days: boundedInteger(0, ownershipDaysMax).annotate({
    description:
      "The days after the confirmation that an agency's claim to the fee for a person on a job lasts, also where the application was rejected or withdrawn; 0 ends it with the application. A change acts on later confirmations",
    examples: [180],
    "x-extension": true
  }),
  retention_days: RetentionDays.annotate({
    description:
      "The days that the person of an application is kept after its end, or after the last change of a `CLOSED` job and the application: from 30 to 3650, or 0, which keeps every person",
    examples: [365],
    "x-extension": true
  })
}

/** The settings of an organization. */
export const OrganizationSettings = Schema.Struct(fields).annotate({
  identifier: "OrganizationSettings",
  description: "The organization's rules for the work with its agencies",
  examples: [
    {
      agency_access: "ASSIGNED",
      confirmation: "ATTESTED",
      consent: "OPTIONAL",
      fees_apply: "AT_HIRE",
      ownership_days: 180,
      retention_days: 365
    }
  ],
  "x-extension": true
})
export type OrganizationSettings = typeof OrganizationSettings.Type

/** The settings of a new organization. */
export const newSettings: OrganizationSettings = {
  agency_access: "ASSIGNED",
  confirmation: "ATTESTED",
  consent: "OPTIONAL",
  fees_apply: "AT_HIRE",
  ownership_days: newOwnershipDays,
  retention_days: 0
}

/** The settings of an organization from before each of them. */
export const formerSettings: OrganizationSettings = {
  agency_access: "ALL",
  confirmation: "ATTESTED",
  consent: "OPTIONAL",
  fees_apply: "AT_HIRE",
  ownership_days: 0,
  retention_days: 0
}

/** Settings as they are stored: those that were written. */
export const StoredSettings = Schema.Struct(Struct.map(fields, Schema.optionalKey))
export type StoredSettings = typeof StoredSettings.Type

/** The settings of an organization with those that are stored. */
export const settingsOf = (stored: StoredSettings): OrganizationSettings => ({ ...formerSettings, ...stored })

/** The change of settings. */
export const OrganizationSettingsPatch = mergePatchOf({ kept: fields, removable: {}, readOnly: [] }).annotate({
  identifier: "OrganizationSettingsPatch",
  description: "The change of the settings: an absent one stays",
  examples: [{ agency_access: "ALL" }],
  "x-extension": true
})
