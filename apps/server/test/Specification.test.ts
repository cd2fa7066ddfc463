/**
 * The seven documented endpoints, exactly as the specification shows them: shapes member by member, both flows from end to end,
 * and what each kind of token opens in each of the two headers (spec 4, 5, 7).
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server

const form = { grant_type: "client_credentials", client_id: "sandbox-client", client_secret: "sandbox-secret" }
const partner = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }
const fees = {
  optimizedFee: false,
  customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 150_000, note: "per hire" }]
}
const user = (email: string) => ({
  id: email.replaceAll(/[^a-z]/g, "-"),
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-02-01T09:30:00.000Z",
  first_name: "Ada",
  last_name: "Lovelace",
  email
})

/** The members of a token answer apart from the token, which must be opaque text. */
const tokenAnswer = (answer: Answer) => {
  const { access_token, ...rest } = membersOf(answer)
  assert.match(String(access_token), /^[A-Za-z0-9_-]{43}$/)
  return { status: answer.status, rest }
}

describe("the documented endpoints", () => {
  it("1. /oauth/token gives a primary token for form-encoded credentials (spec 4.1)", async () =>
    assert.deepStrictEqual(tokenAnswer(await call("POST", "/oauth/token", { form })), {
      status: 200,
      rest: { token_type: "bearer", expires_in: 3_600 }
    }))

  it("2. GET /v1/organizations lists what the caller can access, id and name, as an array (spec 4.2)", async () => {
    const answer = await call("GET", "/v1/organizations", { token: tokens.primary })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, [
      { id: "org_acme", name: "Acme" },
      { id: "org_globex", name: "Globex" }
    ])
  })

  it("3. /v1/organizations/{id}/token gives a scoped token without a body (spec 4.3)", async () =>
    assert.deepStrictEqual(
      tokenAnswer(await call("POST", "/v1/organizations/org_acme/token", { token: tokens.primary })),
      { status: 200, rest: { token_type: "Bearer", expires_in: 86_400, scope: "org_acme" } }
    ))

  it("4. GET /v1/jobs answers with content, next and count, and nothing else (spec 4.4)", async () => {
    const answer = await call("GET", "/v1/jobs?limit=2", { token: tokens.acme })
    const { content, next, count, ...others } = membersOf(answer)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(others, {})
    assert.strictEqual(count, 2)
    assert.match(String(next), /^http:\/\/127\.0\.0\.1:\d+\/v1\/jobs\?/)
    assert.isArray(content)
    assert.include(
      JSON.stringify(content),
      '"id":"job_00000001","title":"Senior Product Designer","description":"We are'
    )
  })

  it("4. GET /v1/jobs says next: null when no further page exists (spec 2, Paginated list)", async () => {
    const { next, count } = membersOf(await call("GET", "/v1/jobs", { token: tokens.globex }))
    assert.deepStrictEqual({ next, count }, { next: null, count: 3 })
  })

  it("5. /v1/auth/token gives a token for JSON credentials (spec 4.5)", async () =>
    assert.deepStrictEqual(tokenAnswer(await call("POST", "/v1/auth/token", { json: partner })), {
      status: 200,
      rest: { token_type: "bearer", expires_in: 3_600 }
    }))

  it.for([
    ["client_id", { ...partner, client_id: "nobody" }],
    ["client_secret", { ...partner, client_secret: "wrong" }]
  ] as const)("5. /v1/auth/token answers a wrong %s with 401 unauthorized (spec 4.5, 7)", async ([, json]) =>
    assert.strictEqual(errorOf(await call("POST", "/v1/auth/token", { json })), "401 unauthorized")
  )

  it.for([
    ["both members", fees, fees],
    ["optimizedFee alone", { optimizedFee: true }, { ...fees, optimizedFee: true }],
    ["customFees alone", { customFees: [] }, { optimizedFee: true, customFees: [] }],
    ["no member at all", {}, { optimizedFee: true, customFees: [] }]
  ] as const)(
    "6. POST /v1/agencies/{id}/fees takes %s and answers with both (spec 4.6)",
    async ([, json, expected]) => {
      const answer = await call("POST", "/v1/agencies/agy_hirewell/fees", { token: tokens.acme, json })
      assert.deepStrictEqual({ status: answer.status, json: answer.json }, { status: 200, json: expected })
    }
  )

  it("7. POST /v1/users adds the documented record and answers with it (spec 4.7)", async () => {
    const json = user("ada@example.com")
    const answer = await call("POST", "/v1/users", { token: tokens.acme, json })
    // An extension (decisions, Resources).
    const extended = { ...json, status: "ACTIVE" }
    assert.deepStrictEqual({ status: answer.status, json: answer.json }, { status: 201, json: extended })
  })
})

describe("a flow from end to end", () => {
  it("A: credentials, organizations, scoped token, then jobs by following next, fees and users (spec 5)", async () => {
    const primary = textOf(await call("POST", "/oauth/token", { form }), "access_token")
    const listed = await call("GET", "/v1/organizations", { token: primary })
    assert.include(listed.text, '"id":"org_acme"')
    const scoped = textOf(await call("POST", "/v1/organizations/org_acme/token", { token: primary }), "access_token")

    const counts: Array<unknown> = []
    let path: string | undefined = "/v1/jobs?limit=100"
    while (path !== undefined) {
      const page: Readonly<Record<string, unknown>> = membersOf(await call("GET", path, { token: scoped }))
      counts.push(page["count"])
      path = page["next"] === null ? undefined : String(page["next"]).slice(server.publicUrl.length)
    }
    assert.deepStrictEqual(counts, [100, 100, 50])

    const statuses = [
      await call("POST", "/v1/agencies/agy_northwind/fees", { token: scoped, json: fees }),
      await call("POST", "/v1/users", { token: scoped, json: user("flow.a@example.com") })
    ].map(({ status }) => status)
    assert.deepStrictEqual(statuses, [200, 201])
  })

  it("B: JSON credentials, then X-Auth-Token on every request (spec 5)", async () => {
    const token = textOf(await call("POST", "/v1/auth/token", { json: partner }), "access_token")
    const headers = { "x-auth-token": token }
    const statuses = [
      await call("GET", "/v1/jobs", { headers }),
      await call("POST", "/v1/agencies/agy_northwind/fees", { headers, json: fees }),
      await call("POST", "/v1/users", { headers, json: user("flow.b@example.com") }),
      await call("GET", "/v1/organizations", { headers }),
      await call("POST", "/v1/organizations/org_acme/token", { headers })
    ].map(({ status }) => status)
    assert.deepStrictEqual(statuses, [200, 200, 201, 200, 200])
  })
})

describe("a token", async () => {
  const both = await server.partner()
  const withoutDefault = await server.partner("sandbox-client", "sandbox-secret")
  const inAuthorization = (token: string) => ({ authorization: `Bearer ${token}` })
  const inPartnerHeader = (token: string) => ({ "x-auth-token": token })
  const headerKinds = [
    ["Authorization: Bearer", inAuthorization],
    ["Authorization: bearer", (token: string) => ({ authorization: `bearer ${token}` })],
    ["X-Auth-Token", inPartnerHeader]
  ] as const
  const levels = [
    // name, token, organizations, mint, jobs
    ["primary", tokens.primary, [200, 200, 403]],
    ["scoped", tokens.acme, [403, 403, 200]],
    ["of flow B with a default organization", both, [200, 200, 200]],
    ["of flow B without a default organization", withoutDefault, [200, 200, 403]]
  ] as const

  it.for(headerKinds.flatMap(([kind, inHeader]) => levels.map((level) => [...level, kind, inHeader] as const)))(
    "%s opens its levels and no other, whichever header carries it (spec 5; decisions, Tokens) %#",
    async ([, token, expected, , inHeader]) => {
      const headers = inHeader(token)
      const answers = [
        await call("GET", "/v1/organizations", { headers }),
        await call("POST", "/v1/organizations/org_acme/token", { headers }),
        await call("GET", "/v1/jobs", { headers })
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [...expected]
      )
      answers
        .filter(({ status }) => status === 403)
        .forEach((answer) => assert.strictEqual(errorOf(answer), "403 forbidden"))
    }
  )

  it("in both headers at once is one token: generated clients send each alternative (decisions, Tokens)", async () => {
    const both = (token: string) => ({ headers: { ...inAuthorization(token), ...inPartnerHeader(token) } })
    assert.strictEqual((await call("GET", "/v1/organizations", both(tokens.primary))).status, 200)
    assert.strictEqual((await call("GET", "/v1/jobs", both(tokens.acme))).status, 200)
    assert.strictEqual(errorOf(await call("GET", "/v1/jobs", both(tokens.primary))), "403 forbidden")
    assert.strictEqual(errorOf(await call("GET", "/v1/jobs", both("bad"))), "401 unauthorized")
    const basic = { authorization: "Basic YTpi", ...inPartnerHeader(tokens.acme) }
    assert.strictEqual(errorOf(await call("GET", "/v1/jobs", { headers: basic })), "400 invalid_request")
  })

  it.for([
    ["two of different levels", tokens.primary, tokens.acme],
    ["a good and a bad one", tokens.primary, "bad"],
    ["a bad and a good one", "bad", tokens.primary]
  ] as const)("and another one in the other header are refused: %s (decisions, Tokens)", async ([, first, second]) =>
    assert.strictEqual(
      errorOf(
        await call("GET", "/v1/organizations", { headers: { ...inAuthorization(first), ...inPartnerHeader(second) } })
      ),
      "400 invalid_request"
    )
  )

  it.for([
    ["GET", "/v1/organizations"],
    ["POST", "/v1/organizations"],
    ["POST", "/v1/organizations/org_acme/token"],
    ["GET", "/v1/jobs"],
    ["GET", "/v1/jobs/job_00000001"],
    ["POST", "/v1/agencies/agy_hirewell/fees"],
    ["POST", "/v1/users"]
  ] as const)(
    "that is missing or unknown is refused before anything else: %s %s (spec 5, Token errors)",
    async (row) => {
      const [method, path] = row
      assert.strictEqual(errorOf(await call(method, path)), "401 unauthorized")
      assert.strictEqual(errorOf(await call(method, path, { token: "A".repeat(43) })), "401 unauthorized")
      assert.strictEqual(
        errorOf(await call(method, path, { headers: inPartnerHeader("A".repeat(43)) })),
        "401 unauthorized"
      )
    }
  )
})
