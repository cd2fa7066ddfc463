/**
 * What caches on the way may do with answers (decisions, Tokens): a cache that several callers share keeps nothing of an endpoint that needs a
 * token, whichever header carries that, and nothing that names no lifetime.
 *
 * Every endpoint of the contract is asked, as its caller, with a wrong token, and without one.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { fillPath } from "@partner-api/contract/Path"
import { assert, describe, it } from "@effect/vitest"
import { type Answer, textOf } from "./HttpCall.ts"
import { nowhere } from "./TenantWebhooks.ts"
import { sharedServer } from "./TestServer.ts"

const { call, tokens } = await sharedServer()
const token = tokens.acme

const ids = {
  organizationId: "org_acme",
  jobId: "job_00000001",
  userId: "usr_00000001",
  agencyId: "agy_hirewell",
  applicationId: "app_none",
  eventId: "evt_none",
  webhookEndpointId: "whe_none"
}
const tokenHeader = partnerTokenHeader.toLowerCase()

const requests = endpoints.map(({ method, path, metadata }) => ({
  title: `${method} ${path}`,
  method,
  path: fillPath(path, ids),
  access: metadata.access.level,
  right: metadata.access.level === "primary" ? tokens.primary : token
}))

/** Whether a cache for several callers may keep an answer and give it to others, as RFC 9111 §3 and the defaults of proxies have it. */
const isKeptForOthers = ({ headers }: Answer): boolean => {
  const directives = headers["cache-control"] ?? ""
  return !/\b(?:private|no-store|no-cache)\b/.test(directives)
}

const variesBy = ({ headers }: Answer): ReadonlyArray<string> =>
  (headers["vary"] ?? "").split(",").map((name) => name.trim().toLowerCase())

describe("an answer of an endpoint that needs a token", () => {
  const guarded = requests.filter(({ access }) => access !== "public")

  it.for(guarded)("is for its caller alone: $title (decisions, Tokens)", async ({ access, method, path, right }) => {
    const shown = [
      { headers: { [tokenHeader]: right } },
      { headers: { authorization: `Bearer ${right}` } },
      { headers: { [tokenHeader]: "wrong" } },
      {}
    ]
    for (const request of shown) {
      const answer = await call(method, path, request)
      assert.match(String(answer.headers["cache-control"]), /^(?:private, no-cache|no-store)$/, access)
      assert.includeMembers([...variesBy(answer)], ["authorization", tokenHeader])
    }
  })

  it("that says nothing has changed is too (RFC 9111 §4.3.4)", async () => {
    const path = "/v1/jobs/job_00000001"
    const { headers } = await call("GET", path, { headers: { [tokenHeader]: token } })
    const again = await call("GET", path, { token, headers: { "if-none-match": String(headers["etag"]) } })
    assert.deepStrictEqual([again.status, again.headers["cache-control"]], [304, "private, no-cache"])
    assert.includeMembers([...variesBy(again)], ["authorization", tokenHeader])
  })

  it("and shows a secret is not kept at all (decisions, Tokens)", async () => {
    const made = await call("POST", "/v1/webhook_endpoints", {
      token,
      json: { url: nowhere }
    })
    assert.strictEqual(made.status, 201)
    assert.match(textOf(made, "secret"), /^whsec_/)
    assert.strictEqual(made.headers["cache-control"], "no-store")
  })
})

describe("an answer that nobody needs a token for", () => {
  const open = requests.filter(({ access }) => access === "public")

  it.for(open)("is not kept without asking: $title", async ({ method, path }) => {
    assert.isFalse(isKeptForOthers(await call(method, path)))
  })

  it.for([
    ["GET", "/nowhere"],
    ["OPTIONS", "/v1/jobs"],
    ["PUT", "/v1/jobs"]
  ] as const)("is not kept where no endpoint answers: %s %s", async ([method, path]) => {
    assert.isFalse(isKeptForOthers(await call(method, path)))
  })
})
