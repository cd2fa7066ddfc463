/**
 * Applications that the client of the requests does not see, and a journal that is about them alone: its pages look up each entry and show none.
 */
import { seenLookedMax } from "@partner-api/service/store/JournalStore"
import { exampleMoment } from "@partner-api/domain/Timestamp"
import * as Effect from "effect/Effect"
import { countTo, insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

/** More than a page looks up, so that no two of its entries are about one application. */
const hiddenCount = seenLookedMax + 20

const entryAbout = (sequence: number): string =>
  JSON.stringify({
    id: Names.idOf("aud", sequence),
    occurred_at: exampleMoment,
    action: "application.confirmation_requested",
    resource_id: Records.applicationId(1 + (sequence % hiddenCount)),
    agency_id: Records.agencyId(1),
    client_id: Names.bystanderClient,
    request_id: "r".repeat(128)
  })

/** Writes both into an organization that has no journal. */
export const writeHidden = Effect.fnUntraced(function* (organizationId: string) {
  yield* insertAll(
    "applications",
    countTo(hiddenCount, (number) => ({
      organization_id: organizationId,
      id: Records.applicationId(number),
      job_id: Records.jobId(1),
      agency_id: Records.agencyId(1),
      email_key: `${number}@example.com`,
      external_id: null,
      state: "UNCONFIRMED",
      rejected_from: null,
      written_at_ms: number,
      json: "{}",
      submitted_by: Names.bystanderClient,
      only_client_id: Names.bystanderClient
    }))
  )
  yield* insertAll(
    "journal",
    countTo(Names.sizes.passed, (sequence) => ({
      organization_id: organizationId,
      sequence,
      id: Names.idOf("aud", sequence),
      json: entryAbout(sequence)
    }))
  )
  yield* insertAll("journal_counters", [
    { organization_id: organizationId, sequence: Names.sizes.passed, events_purged_to: 0 }
  ])
})
