/**
 * The invitations of the worst rows: of each organization as many as a page holds, with names as long as they may be, and of one more than a page passes.
 */
import * as Crypto from "node:crypto"
import { agencyNameMax } from "@partner-api/domain/Agency"
import { pendingInvitationsMax } from "@partner-api/domain/AgencyInvitation"
import { dayMs } from "@partner-api/domain/StorageQuota"
import { userNameMax } from "@partner-api/domain/User"
import { type AlphabetName, alphabets } from "./Alphabet.ts"
import { countTo, insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"

/** The invitations that the table makes of an organization before the next one is refused. */
const madeMax = 10

/** Invitations of an organization: as many with a link as may be pending, but for a few. */
export const writeInvitations = (organizationId: string, name: AlphabetName, count: number) => {
  const { text } = alphabets[name]
  const endMs = Date.now() + 14 * dayMs
  return insertAll(
    "agency_invitations",
    countTo(count, (number) => ({
      organization_id: organizationId,
      id: Names.invitationId(number),
      company_name: text(agencyNameMax, number),
      first_name: text(userNameMax, number),
      last_name: text(userNameMax, number + 1),
      email: `${number}@example.com`,
      optimized_fee: 1,
      // Another one can still be made, and the link of each pending one be made anew.
      ...(number < pendingInvitationsMax - madeMax
        ? {
            state: "PENDING",
            digest: Crypto.hash("sha256", Names.tokenOf(Names.invitationLink(organizationId, number)), "base64url")
          }
        : { state: "REVOKED", digest: null }),
      created_at_ms: 0,
      expires_at_ms: endMs,
      ends_at_ms: endMs,
      link_day_ms: 0,
      links_of_day: 1
    }))
  )
}
