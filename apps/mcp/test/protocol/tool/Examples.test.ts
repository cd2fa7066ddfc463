/**
 * The example of a refusal fits what was sent, and what was misspelt is recognised, inside of objects too (mcp.md, 5.6; B14).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { makeReader } from "../../../src/protocol/tool/Arguments.ts"
import { meantName } from "../../../src/protocol/tool/Spelling.ts"

const Flat = Schema.Struct({
  feeType: Schema.Literal("FLAT_FEE"),
  currency: Schema.Literals(["EUR", "JPY"]),
  feeCents: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 }))
})
const Share = Schema.Struct({
  feeType: Schema.Literal("PERCENTAGE_FEE"),
  feeBasisPoints: Schema.Int.check(Schema.isBetween({ minimum: 5, maximum: 10_000 })).annotate({ examples: [2_000] }),
  note: Schema.optionalKey(Schema.String)
})
const Input = Schema.Struct({
  organization_id: Schema.String,
  status: Schema.optionalKey(Schema.Literals(["DRAFT", "OPEN", "ON_HOLD"])),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
  ids: Schema.optionalKey(Schema.Array(Schema.String)),
  isWhole: Schema.optionalKey(Schema.Boolean),
  hire: Schema.optionalKey(Schema.Struct({ start_date: Schema.String, base_salary_cents: Schema.Int })),
  customFees: Schema.optionalKey(Schema.Array(Schema.Union([Flat, Share])))
})

const read = makeReader(Input)
const fieldsOf = (given: object) =>
  Result.match(read({ organization_id: "org_1", ...given }), { onSuccess: () => [], onFailure: (fields) => fields })
const exampleOf = (given: object) => fieldsOf(given)[0]?.example

describe("an example", () => {
  it.each([
    [{ limit: 101 }, 100],
    [{ limit: 0 }, 1],
    [{ limit: -5 }, 1],
    [{ limit: 7.4 }, 7],
    [{ limit: "20" }, 20],
    [{ limit: "many" }, 1],
    [{ status: "on hold" }, "ON_HOLD"],
    [{ status: "Draft" }, "DRAFT"],
    [{ status: "OPNE" }, "OPEN"],
    [{ status: "FINISHED" }, "DRAFT"],
    [{ ids: "job_1" }, ["job_1"]],
    [{ ids: 7 }, ["text"]],
    [{ isWhole: "False" }, false],
    [{ isWhole: 3 }, true]
  ])("of %j is %j: the nearest valid value", (given, example) => assert.deepStrictEqual(exampleOf(given), example))

  it.each([
    [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: "many" }, "/customFees/0/feeBasisPoints", 2_000],
    [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 10_001 }, "/customFees/0/feeBasisPoints", 10_000],
    [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1 }, "/customFees/0/feeBasisPoints", 5],
    [{ feeType: "FLAT_FEE", currency: "eur", feeCents: 1 }, "/customFees/0/currency", "EUR"],
    [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: -1 }, "/customFees/0/feeCents", 0]
  ])("of %j at %s is %j: of the kind that was sent", (fee, path, example) => {
    assert.deepInclude(fieldsOf({ customFees: [fee] })[0], { path, example })
  })

  it("of a discriminator is that of the kind whose members were sent", () => {
    const kinds = [
      { feeType: "SHARE", feeBasisPoints: 2_000 },
      { feeType: 7, feeBasisPoints: 2_000, note: "" },
      { feeType: "FEE", currency: "EUR", feeCents: 1 }
    ].map((fee) => JSON.stringify(exampleOf({ customFees: [fee] })))
    for (const [index, part] of ["PERCENTAGE_FEE", "PERCENTAGE_FEE", "FLAT_FEE"].entries()) {
      assert.include(kinds[index], part)
    }
  })
})

describe("did you mean", () => {
  it.each([
    [{ statsu: "OPEN" }, "/statsu", "status"],
    [{ hire: { startDate: "2026-03-01", base_salary_cents: 1 } }, "/hire/startDate", "start_date"],
    [{ hire: { start_date: "2026-03-01", baseSalaryCent: 1 } }, "/hire/baseSalaryCent", "base_salary_cents"],
    [{ custom_fees: [] }, "/custom_fees", "customFees"],
    [{ customFees: [{ fee_type: "PERCENTAGE_FEE", feeBasisPoints: 5 }] }, "/customFees/0/fee_type", "feeType"],
    [{ customFees: [{ feeType: "FLAT_FEE", currency: "EUR", fee_cents: 5 }] }, "/customFees/0/fee_cents", "feeCents"]
  ])("%j: %s is %s, and that is all that is wrong", (given, path, meant) => {
    assert.deepStrictEqual(fieldsOf(given), [{ path, problem: `is not known here; did you mean ${meant}?` }])
  })

  it("names the rest of what is wrong under the right names", () => {
    assert.deepStrictEqual(fieldsOf({ customfees: [{ fee_type: "PERCENTAGE_FEE", fee_basis_points: 10_001 }] }), [
      { path: "/customfees", problem: "is not known here; did you mean customFees?" },
      { path: "/customFees/0/fee_type", problem: "is not known here; did you mean feeType?" },
      { path: "/customFees/0/fee_basis_points", problem: "is not known here; did you mean feeBasisPoints?" },
      { path: "/customFees/0/feeBasisPoints", problem: "is not valid", example: 10_000 }
    ])
  })

  it("lists the members of the kind that was sent where none comes into question", () => {
    const [field] = fieldsOf({ customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 5, colour: "red" }] })
    assert.deepStrictEqual(field, {
      path: "/customFees/0/colour",
      problem: "is not known here; known are feeType, feeBasisPoints, note"
    })
  })

  it("keeps a member called __proto__ one that is not known", () => {
    const given: unknown = JSON.parse('{"organization_id":"org_1","__proto__":{"limit":1},"limt":2}')
    assert.sameMembers(
      Result.match(read(given), { onSuccess: () => [], onFailure: (fields) => fields.map(({ path }) => path) }),
      ["/limt", "/__proto__"]
    )
  })

  it("takes no longer for thousands of wrong names", () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`organisation_${index}`, 1]))
    const fees = Array.from({ length: 5_000 }, () => ({ fee_type: "FLAT_FEE", fee_cents: 1 }))
    const before = process.cpuUsage()
    assert.isNotEmpty(fieldsOf(many))
    assert.isNotEmpty(fieldsOf({ customFees: fees }))
    // A second of the processor is ten times what it takes; without a limit it is half a minute.
    assert.isBelow(process.cpuUsage(before).user, 5_000_000)
  })

  it.each([
    ["organizationId", "organization_id"],
    ["organization", "organization_id"],
    ["oranisation_id", "organization_id"],
    ["job_title", "title"],
    ["titel", "title"],
    ["id", undefined],
    ["x", undefined],
    ["first", undefined],
    ["", undefined],
    ["x".repeat(10_000), undefined]
  ])("%s is %s", (given, meant) => {
    const known = ["organization_id", "job_id", "title", "first_name", "first_day"]
    assert.strictEqual(meantName(given, known), meant)
  })
})
