/**
 * The erasure requests of the worst rows: of each organization as many as the lists pass, none of today, and each done.
 */
import { countTo, insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"

/** Erasure requests of an organization. */
export const writeErasureRequests = (organizationId: string, count: number) =>
  insertAll(
    "erasure_requests",
    countTo(count, (number) => ({
      organization_id: organizationId,
      id: Names.erasureRequestId(number),
      applications: number,
      email_digest: "d".repeat(43),
      created_at_ms: 0,
      done_at_ms: Date.now()
    }))
  )
