/**
 * The links of persons among the worst rows: one for each application whose number is given, as long-lived as one may be.
 */
import * as Crypto from "node:crypto"
import { linkDays } from "@partner-api/domain/Link"
import { dayMs } from "@partner-api/domain/StorageQuota"
import { insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

/** Links of applications of an organization, by their numbers. */
export const writeConfirmations = (organizationId: string, applications: ReadonlyArray<number>) =>
  insertAll(
    "confirmation_links",
    applications.map((number) => ({
      organization_id: organizationId,
      application_id: Records.applicationId(number),
      digest: Crypto.hash("sha256", Names.tokenOf(Names.confirmationLink(organizationId, number)), "base64url"),
      delivered_by: "AGENCY",
      expires_at_ms: Date.now() + linkDays * dayMs,
      decision: null,
      decided_at_ms: null,
      day_at_ms: 0,
      links_of_day: 1
    }))
  )
