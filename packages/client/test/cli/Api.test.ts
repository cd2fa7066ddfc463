/**
 * `partner api`: where a request goes, what its fields make, and which token is sent (docs/cli.md, Any path).
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { bodyOf, readField, searchOf } from "../../src/cli/api/ApiFields.ts"
import { endpointAt, readTarget } from "../../src/cli/api/ApiTarget.ts"
import { makeHome, runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const base = "https://api.example.com/partner"
const local = "http://127.0.0.1:8080"

describe("the address of partner api (docs/cli.md, Any path)", () => {
  it.for([
    [base, "/v1/jobs?limit=2", { path: "/v1/jobs", search: "?limit=2" }],
    [base, "v1/jobs", { path: "/v1/jobs", search: "" }],
    [base, `${base}/v1/jobs?cursor=c`, { path: "/v1/jobs", search: "?cursor=c" }],
    // What looks like another host is a path of this one.
    [base, "//evil.example/v1/jobs", { path: "//evil.example/v1/jobs", search: "" }],
    [base, "@evil.example/", { path: "/@evil.example/", search: "" }],
    [local, "http://localhost:8080/v1/jobs", { path: "/v1/jobs", search: "" }]
  ] as const)("of %s with %s is that", ([address, given, expected]) =>
    assert.deepStrictEqual(Result.getOrThrow(readTarget(address, given)), expected)
  )

  it.for([
    [base, "https://evil.example/partner/v1/jobs", /another address/],
    [base, "http://api.example.com/partner/v1/jobs", /another address/],
    [base, "https://api.example.com:8443/partner/v1/jobs", /another address/],
    [base, "https://api.example.com@evil.example/partner/v1/jobs", /user information/],
    [base, "https://api.example.com/other", /does not begin with/],
    [base, "/../other", /does not begin with/],
    [base, "/%2e%2e/other", /does not begin with/],
    [base, "ftp://api.example.com/partner/v1/jobs", /another address/],
    [local, "http://127.0.0.1:9090/v1/jobs", /another address/],
    [local, "https://", /no path/]
  ] as const)("of %s with %s is refused", ([address, given, expected]) =>
    assert.match(Result.getOrThrow(Result.flip(readTarget(address, given))), expected)
  )

  it.for([
    [base, "https://internal.example:8443/v1/jobs?cursor=c", { path: "/v1/jobs", search: "?cursor=c" }],
    [base, "http://internal.example/api/v1/users?cursor=c", { path: "/v1/users", search: "?cursor=c" }],
    [base, "https://api.example.com/v1/jobs?cursor=c", { path: "/v1/jobs", search: "?cursor=c" }],
    [local, "http://127.0.0.1:9090/v1/jobs?cursor=c", { path: "/v1/jobs", search: "?cursor=c" }]
  ] as const)(
    "of %s with the next page %s is that of the list there, as lists follow it",
    ([address, given, expected]) =>
      assert.deepStrictEqual(Result.getOrThrow(readTarget(address, given, endpoints)), expected)
  )

  it.for([
    [base, "https://internal.example/v1/jobs/job_1", /another address/],
    [base, "https://evil.example/v1/organizations/org_1/token", /another address/],
    [base, "https://ann:pw@internal.example/v1/jobs", /user information/]
  ] as const)("of %s with %s is refused: it is none of a page", ([address, given, expected]) =>
    assert.match(Result.getOrThrow(Result.flip(readTarget(address, given, endpoints))), expected)
  )

  it("finds the endpoint of the contract, however its path is written", () => {
    const found = (method: string, path: string) => endpointAt(endpoints, method, { path, search: "" })?.id
    assert.deepStrictEqual(
      [
        found("GET", "/v1/jobs"),
        found("GET", "/v1/jobs/job_1"),
        found("POST", "/v1/organizations/org_1/%74oken"),
        found("POST", "/v1/organizations/org%5F1/token"),
        found("PUT", "/v1/jobs"),
        found("GET", "/v1/%zz")
      ],
      ["jobs.list", "jobs.get", "organizations.token", "organizations.token", undefined, undefined]
    )
  })
})

describe("the fields of partner api (docs/cli.md, Any path)", () => {
  const fields = (texts: ReadonlyArray<string>, isRaw = false) =>
    texts.map((text) => Result.getOrThrow(readField(text, isRaw)))

  it("are members of a body, with the values that they look like", () => {
    const body = bodyOf(
      fields([
        "title=a=b",
        "openings=2",
        "zip=007",
        "remote=true",
        "location=null",
        "candidate[email]=ada@example.com",
        "candidate[age]=-3",
        "tags[]=one",
        "tags[]=2",
        "__proto__[polluted]=yes"
      ])
    )
    assert.strictEqual(
      JSON.stringify(Result.getOrThrow(body)),
      '{"title":"a=b","openings":2,"zip":"007","remote":true,"location":null,"candidate":{"email":"ada@example.com","age":-3},"tags":["one",2],"__proto__":{"polluted":"yes"}}'
    )
    assert.isUndefined(Reflect.get({}, "polluted"))
    assert.deepStrictEqual(Result.getOrThrow(bodyOf(fields(["openings=2"], true))), { openings: "2" })
    assert.isUndefined(Result.getOrThrow(bodyOf([])))
  })

  it.for([
    [["a=1", "a=2"], /a is given twice/],
    [["a=1", "a[b]=2"], /a\[b\] has members and is something else/],
    [["a[b]=1", "a[]=2"], /a\[\] is a list and something else/],
    [["a[=1"], /is no name/]
  ] as const)("%j make no body", ([texts, expected]) =>
    assert.match(Result.getOrThrow(Result.flip(bodyOf(fields(texts)))), expected)
  )

  it("stand behind the query of a GET as they are", () =>
    assert.strictEqual(
      searchOf("?limit=2", fields(["status=OPEN", "status=ON HOLD"])),
      "?limit=2&status=OPEN&status=ON+HOLD"
    ))
})

describe("partner api (docs/cli.md, Any path)", () => {
  it("sends the token that the path needs, a body from fields or a file, and prints the answer", async () => {
    await using service = await startService()
    using home = makeHome()
    const api = async (...args: ReadonlyArray<string>): Promise<unknown> =>
      JSON.parse((await succeed(service, ["api", ...args])).stdout)
    assert.strictEqual(Object(await api("GET", "/v1/organizations")).length, 2)
    const job = await api("PATCH", "/v1/jobs/job_1", "--organization", "org_1", "--field", "openings=2")
    assert.strictEqual(Reflect.get(Object(job), "openings"), 2)
    assert.isDefined(service.server.requests.at(-1)?.idempotencyKey)
    const file = Path.join(home.path, "user.json")
    Fs.writeFileSync(file, '{"first_name":"Ada","last_name":"Byron","email":"byron@example.com"}')
    const user = await api("POST", "/v1/users", "--organization", "org_1", "--input", file)
    assert.strictEqual(Reflect.get(Object(user), "last_name"), "Byron")
  })

  it.for([
    [["POST", "/oauth/token"], "hands out tokens"],
    [["POST", "/v1/organizations/org_1/%74oken"], "hands out tokens"],
    [["GET", "https://evil.example/v1/jobs/job_1"], "another address"]
  ] as const)("%j is refused before anything is sent", async ([args, expected]) => {
    await using service = await startService()
    const { code, stderr } = await runPartner(service, ["api", ...args])
    assert.strictEqual(code, 1)
    assert.include(stderr, expected)
    assert.strictEqual(service.server.count(), 0)
  })

  it("shows no member of an answer that holds a token", async () => {
    await using service = await startService()
    const body = { access_token: "CANARY", more: [{ client_secret: "CANARY" }] }
    service.server.answer("jobs.get", () => ({ status: 200, body }))
    const { stdout } = await succeed(service, ["api", "GET", "/v1/jobs/job_1", "--organization", "org_1"])
    assert.deepStrictEqual(JSON.parse(stdout), {
      access_token: "(not shown)",
      more: [{ client_secret: "(not shown)" }]
    })
  })
})
