/**
 * The reasons of the worst rows: as many as an organization may have, each with the longest text.
 */
import { reasonTextMax, reasonsMax } from "@partner-api/domain/RejectionReason"
import { type AlphabetName, alphabets } from "./Alphabet.ts"
import { countTo, insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"

/** The reasons of an organization. */
export const writeReasons = (organizationId: string, name: AlphabetName) =>
  insertAll(
    "rejection_reasons",
    countTo(reasonsMax, (number) => ({
      organization_id: organizationId,
      id: Names.reasonId(number),
      text: alphabets[name].text(reasonTextMax, number),
      category: "CANDIDATE",
      is_active: 1
    }))
  )
