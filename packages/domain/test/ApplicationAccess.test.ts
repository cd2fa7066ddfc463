/**
 * Who sees an application and its events, and as which party a viewer acts on it (recruiting 6).
 */
import { assert, describe, it } from "@effect/vitest"

import type { StoredApplication } from "../src/Application.ts"
import { isApplicationShown, partyOf } from "../src/ApplicationAccess.ts"
import { isSeenBy } from "../src/EventAudience.ts"
import { AgencyId, ApplicationId, ClientId, JobId, OrganizationId } from "../src/Ids.ts"
import { ofApplication } from "../src/Journal.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import type { Viewer } from "../src/Viewer.ts"

const at = timestampFromMillis(Date.UTC(2026, 1, 3))
const agencyId = AgencyId.make("agy_1")
const submitter = ClientId.make("cli_submitter")

const stored = (isConfirmed: boolean, submittedBy?: ClientId): StoredApplication => ({
  application: {
    id: ApplicationId.make("app_1"),
    job_id: JobId.make("job_1"),
    agency_id: agencyId,
    state: isConfirmed ? "REVIEWING" : "UNCONFIRMED",
    state_entered_at: at,
    ...(isConfirmed ? { confirmed_at: at } : {}),
    version: 1,
    created_at: at,
    updated_at: at
  },
  rejectedFrom: undefined,
  ...(submittedBy === undefined ? {} : { submittedBy })
})
const unconfirmed = stored(false, submitter)
const confirmed = stored(true, submitter)
const imported = stored(false)

const viewers = {
  "the agency": { agencyId, clientId: ClientId.make("cli_agency") },
  "another agency": { agencyId: AgencyId.make("agy_2"), clientId: ClientId.make("cli_rival") },
  "the submitting client": { agencyId: undefined, clientId: submitter },
  "another client of the employer": { agencyId: undefined, clientId: ClientId.make("cli_other") },
  "an operator": { agencyId: undefined, clientId: undefined }
} as const satisfies Readonly<Record<string, Viewer>>

/** Who sees an unconfirmed, a confirmed and an imported application, and as whom a viewer acts on each. */
const rows = [
  ["the agency", [true, true, true], ["agency", "agency", "agency"]],
  ["another agency", [false, false, false], undefined],
  ["the submitting client", [true, true, true], ["both", "both", "both"]],
  ["another client of the employer", [false, true, true], ["employer", "employer", "both"]],
  ["an operator", [true, true, true], undefined]
] as const

const applications = [unconfirmed, confirmed, imported]

describe("an application (recruiting 6)", () => {
  it.for(rows)("unconfirmed, confirmed, imported: %s sees them %s", ([name, seen]) =>
    assert.deepStrictEqual(
      applications.map((one) => isApplicationShown(viewers[name], one)),
      [...seen]
    )
  )

  it.for(rows)("unconfirmed, confirmed, imported: %s sees the events of them %s", ([name, seen]) =>
    assert.deepStrictEqual(
      applications.map((one) => {
        const { audience } = ofApplication(
          {
            organizationId: OrganizationId.make("org_1"),
            action: "application.updated",
            resource_id: "app_1",
            changed: ["note"]
          },
          one
        )
        const shown = audience ?? { agencyId, isForAgencies: false, onlyClientId: undefined }
        return isSeenBy(shown, viewers[name], () => false)
      }),
      [...seen]
    )
  )

  it.for(rows)("unconfirmed, confirmed, imported: %s, who sees them %s, acts as %s", ([name, , parties]) => {
    if (parties === undefined) return
    assert.deepStrictEqual(
      applications.map((one) => partyOf(viewers[name], one)),
      [...parties]
    )
  })
})
