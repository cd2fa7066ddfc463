/** Requests for the log of tests. */
import type { NewLoggedRequest } from "@partner-api/domain/operator/LoggedRequest"

/** A list of jobs that was answered at a moment. */
export const loggedAt = (atMs: number, more: Partial<NewLoggedRequest> = {}): NewLoggedRequest => ({
  requestId: "logged",
  atMs,
  method: "GET",
  route: "/v1/jobs",
  status: 200,
  error: undefined,
  durationMs: 1.25,
  isReplay: false,
  clientId: undefined,
  organizationId: undefined,
  traceId: undefined,
  admittedMs: undefined,
  bodyReadMs: undefined,
  problems: [],
  query: [],
  body: [],
  deprecated: [],
  rateLimit: undefined,
  ...more
})
