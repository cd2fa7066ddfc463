/**
 * Erasure requests that tests put into the database beside the service.
 */
import type { TestServer } from "./TestServer.ts"

/** Adds an erasure request to an organization. */
export const plantErasureRequest = (
  { query, startMs }: Pick<TestServer, "query" | "startMs">,
  organizationId: string,
  id: string,
  digest = "digest"
) =>
  query(
    "INSERT INTO erasure_requests (organization_id, id, applications, email_digest, created_at_ms) VALUES (?, ?, 1, ?, ?)",
    organizationId,
    id,
    digest,
    startMs
  )
