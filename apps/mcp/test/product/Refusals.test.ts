/**
 * What a refusal contains so that the next call is right: the argument it is about, and the tool that helps (mcp.md, 5.6; B14).
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer } from "@partner-api/client/testing"
import { jsonOf, says } from "../fixture/Clients.ts"
import { at } from "../fixture/RawCalls.ts"
import { overHttp } from "./Product.ts"

const organization_id = "org_1"

const refusalOf = async (name: string, given: Record<string, unknown>) => {
  await using way = await overHttp(createTestServer(), "auto")
  const result = await way.client.callTool({ name, arguments: given })
  assert.strictEqual(result.isError, true)
  return jsonOf(result)
}

describe("an id that the platform does not know", () => {
  it.each([
    ["get_job", { job_id: "job_none" }, "/job_id"],
    ["get_user", { user_id: "usr_none" }, "/user_id"],
    ["get_agency", { agency_id: "agy_none" }, "/agency_id"],
    ["find_applications", { job_id: "job_none" }, "/job_id"],
    ["find_applications", { agency_id: "agy_none", state: "OFFER", text: "Hopper" }, "/agency_id"],
    ["get_agency_fees", { agency_id: "agy_none" }, "/agency_id"],
    ["set_agency_fees", { agency_id: "agy_none", optimizedFee: true }, "/agency_id"]
  ])("%s names the argument", async (name, given, path) => {
    const refusal = await refusalOf(name, { organization_id, ...given })
    assert.deepInclude(refusal, { error: "not_found", status: 404 })
    assert.deepStrictEqual(refusal["fields"], [{ path, problem: "is not known in this organization" }])
  })
})

describe("an id that is missing or is none", () => {
  it.each([
    ["list_jobs", {}, "/organization_id", ["list_organizations", "list_jobs"]],
    ["get_job", { organization_id }, "/job_id", ["find_jobs", "list_jobs", "get_job"]],
    ["get_job", { organization_id, job_id: 7 }, "/job_id", ["find_jobs", "list_jobs", "get_job"]],
    ["find_jobs", { organization_id, ids: ["no id"] }, "/ids/0", ["find_jobs", "list_jobs"]],
    ["get_agency_fees", { organization_id }, "/agency_id", ["list_agencies", "get_agency_fees"]],
    [
      "set_agency_fees",
      { optimizedFee: true },
      "/organization_id",
      ["list_organizations", "list_agencies", "set_agency_fees"]
    ]
  ])("%s %j: no made-up one, but the tool that lists them", async (name, given, path, next) => {
    const refusal = await refusalOf(name, given)
    assert.strictEqual(refusal["error"], "invalid_arguments")
    assert.strictEqual(at(refusal, "fields", 0, "path"), path)
    assert.notInclude(JSON.stringify(refusal["fields"]), "example")
    assert.deepStrictEqual(refusal["next"], next)
  })

  it("what is no id still has its example", async () => {
    const refusal = await refusalOf("add_user", { organization_id, first_name: "A", last_name: "B" })
    assert.isString(at(refusal, "fields", 0, "example"))
    assert.deepStrictEqual(refusal["next"], ["add_user"])
  })
})

describe("a cursor that is not good", () => {
  it.each([["list_jobs"], ["find_jobs"], ["find_users"], ["find_applications"], ["list_users"], ["list_agencies"]])(
    "%s names itself, to begin anew",
    async (name) => {
      const refusal = await refusalOf(name, { organization_id, cursor: "of.yesterday" })
      assert.deepInclude(refusal, { error: "invalid_cursor", next: [name] })
    }
  )
})

describe("a sentence of the platform that is too long", () => {
  it("is cut with a mark, and problems that are not listed are counted", async () => {
    const server = createTestServer()
    const detail = { in: "body", path: "/customFees", code: "range", message: "m".repeat(400) }
    server.answer("agencies.setFees", () => ({
      status: 422,
      body: {
        error: "unprocessable_entity",
        message: "s".repeat(400),
        details: Array.from({ length: 21 }, () => detail)
      }
    }))
    await using way = await overHttp(server, "auto", { questions: [], answer: says("accept") })
    const given = { organization_id, agency_id: "agy_2", optimizedFee: true, mode: "apply" }
    const refusal = jsonOf(await way.client.callTool({ name: "set_agency_fees", arguments: given }))
    assert.match(String(refusal["message"]), /^s{299}…\. The first 20 of 21 problems are listed\. /)
    assert.strictEqual(at(refusal, "fields", 0, "problem"), `${"m".repeat(299)}…`)
    assert.strictEqual(at(refusal, "fields", "length"), 20)
  })
})
