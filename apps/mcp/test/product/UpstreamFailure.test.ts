/**
 * Failures of this server's own client, as a model reads them: each has a remedy of its own (mcp.md, 5.6).
 */
import { assert, it } from "@effect/vitest"
import { type ClientError, createClient, isPartnerError } from "@partner-api/client"
import { toolFailureOf } from "../../src/upstream/UpstreamFailure.ts"

/** The failure of a client whose connections end with this code. */
const failureOf = async (code: string): Promise<ClientError> => {
  const fetch = () => Promise.reject(Object.assign(new Error("fetch failed"), { code }))
  const client = createClient({
    baseUrl: "https://api.example.com",
    clientId: "a",
    clientSecret: "b",
    retries: 0,
    fetch
  })
  const failure: unknown = await client.organizations.list().catch((error: unknown) => error)
  return isPartnerError(failure) ? failure : assert.fail("no failure of the client")
}

it.for([
  [
    "CERT_HAS_EXPIRED",
    "tls",
    false,
    /has expired .* Tell the user, who can mend it: Ask the operator .* Do not retry\.$/
  ],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", false, /no secure connection .* Check scheme and port .* Do not retry\.$/],
  [
    "ECONNREFUSED",
    "network",
    true,
    /^The connection to api\.example\.com failed \(ECONNREFUSED\)\..* try again later\.$/
  ]
] as const)("a connection that ended with %s is %s", async ([code, error, retryable, message]) => {
  const toolFailure = toolFailureOf(await failureOf(code), { tool: "find_jobs" })
  assert.deepInclude(toolFailure, { error, retryable, outcome: "not_sent" })
  assert.match(toolFailure.message, message)
})

it("a call that found no place in the queue may be made again, with fewer at once", async () => {
  // Ten thousand calls would have to wait for this failure; only its kind and its sentence matter here.
  const failure = await failureOf("ECONNREFUSED")
  const full: ClientError = Object.assign(failure, { _tag: "QueueFull" as const, code: "queue_full", message: "Full." })
  const toolFailure = toolFailureOf(full, { tool: "find_jobs" })
  assert.deepInclude(toolFailure, { error: "queue_full", retryable: true, outcome: "not_sent" })
  assert.match(toolFailure.message, /^Full\. .* fewer calls at once\.$/)
})
