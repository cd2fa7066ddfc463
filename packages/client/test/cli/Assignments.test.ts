/**
 * `partner jobs assign|assignments|unassign` and `partner agencies assignments`, against a server (recruiting 3).
 */
import { assert, describe, it } from "@effect/vitest"
import { succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }

describe("partner jobs assign", () => {
  it("is seen from the job and from the agency, with the instructions, until it is ended (docs/cli)", async () => {
    await using service = await startService()
    const partner = async (...args: ReadonlyArray<string>) => (await succeed(service, args, inOrganization)).stdout
    const terms = ["--submission-limit", "5", "--instructions", "Two references each."]
    assert.strictEqual(await partner("jobs", "assign", "job_1", "agy_2", ...terms), "job_1  agy_2  ACTIVE\n")
    const seen = /ACTIVE .* 5 +Two references each\./
    const [, ofJob] = (await partner("jobs", "assignments", "job_1")).split("\n")
    const [, ofAgency] = (await partner("agencies", "assignments", "agy_2")).split("\n")
    assert.match(ofJob ?? "", /^agy_2 /)
    assert.match(ofJob ?? "", seen)
    assert.match(ofAgency ?? "", /^job_1 /)
    assert.match(ofAgency ?? "", seen)
    assert.strictEqual(await partner("jobs", "unassign", "job_1", "agy_2"), "job_1  agy_2\n")
    assert.strictEqual(await partner("agencies", "assignments", "agy_2", "--json"), "")
  })
})
