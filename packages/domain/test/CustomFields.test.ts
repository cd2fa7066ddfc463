/**
 * Custom fields of a job: what may be written, one by one and together (recruiting 4).
 */
import { assert, describe, it } from "@effect/vitest"

import { CustomFieldsPatch, customFieldsMax, NewCustomFields } from "../src/CustomFields.ts"
import { faults, problemsIn } from "./support.ts"

const many = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index).padStart(2, "0")}`, value]))

describe("custom fields (recruiting 4)", () => {
  it.for<[what: string, fields: object, faults: ReadonlyArray<string>]>([
    ["nothing", {}, []],
    ["each kind of value", { a: "text", b: 4.5, c: false, d: ["x", "y"], e_1: "" }, []],
    ["the longest name", { [`a${"b".repeat(39)}`]: 1 }, []],
    ["a name that is too long", { [`a${"b".repeat(40)}`]: 1 }, [`/a${"b".repeat(40)} format`]],
    ["a name in capitals", { Team: 1 }, ["/Team format"]],
    ["a name of an object", JSON.parse('{"__proto__":1}'), ["/__proto__ format"]],
    ["the longest text", { a: "é".repeat(500) }, []],
    ["a text that is too long", { a: "x".repeat(501) }, ["/a length"]],
    ["a control character", { a: "\u0000" }, ["/a format"]],
    ["an object", { a: { b: 1 } }, ["/a type"]],
    ["null", { a: null }, ["/a type"]],
    ["a list of numbers", { a: [1] }, ["/a/0 type"]],
    ["the longest list", { a: Array.from({ length: 20 }, () => "x") }, []],
    ["a list that is too long", { a: Array.from({ length: 21 }, () => "x") }, ["/a length"]],
    ["as many as may be", many(customFieldsMax), []],
    ["one more", many(customFieldsMax + 1), [" length"]],
    // 12 names of three characters, 11 texts of 500 and one of 464.
    ["the most characters", { ...many(11, "x".repeat(500)), f11: "x".repeat(464) }, []],
    ["one character more", { ...many(11, "x".repeat(500)), f11: "x".repeat(465) }, [" length"]]
  ])("with %s", ([, fields, expected]) => assert.deepStrictEqual(faults(NewCustomFields, fields), expected))

  it("are refused with what a name may have", () =>
    assert.match(problemsIn(NewCustomFields, { Team: 1 })[0]?.message ?? "", /1 to 40 small letters, digits and _/))

  it("are removed one by one in a patch, where null is a value", () => {
    assert.deepStrictEqual(faults(CustomFieldsPatch, { a: null, b: 1 }), [])
    assert.deepStrictEqual(faults(CustomFieldsPatch, { A: null }), ["/A format"])
  })
})
