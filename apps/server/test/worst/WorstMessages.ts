/**
 * The messages of the worst rows: more than a page has, each with the longest body.
 */
import { messageBodyMax } from "@partner-api/domain/Message"
import { lookAhead, limitMax } from "@partner-api/domain/Pagination"
import { type AlphabetName, alphabets } from "./Alphabet.ts"
import { countTo, insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

/** More messages than a page has. */
export const longConversation = 2 * lookAhead(limitMax)

/** Messages of applications of an organization, `each` of one. */
export const writeMessages = (
  organizationId: string,
  name: AlphabetName,
  applications: ReadonlyArray<number>,
  each: number
) =>
  insertAll(
    "messages",
    applications.flatMap((application) =>
      countTo(each, (number) => {
        const application_id = Records.applicationId(application)
        return {
          organization_id: organizationId,
          application_id,
          number,
          json: JSON.stringify({
            id: Names.idOf("msg", application * 10_000 + number),
            application_id,
            from: "AGENCY",
            body: alphabets[name].text(messageBodyMax, number),
            recruiter_id: Names.idOf("rec", number),
            created_at: "2026-01-01T00:00:00.000Z"
          })
        }
      })
    )
  )
