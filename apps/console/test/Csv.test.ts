import { assert, describe, it } from "vitest"
import { csvCell, csvText } from "../src/parts/Csv.ts"

describe("CSV", () => {
  it.for([
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ["two\nlines", '"two\nlines"'],
    ["", ""]
  ] as const)("writes the cell %j as %j", ([value, cell]) => {
    assert.strictEqual(csvCell(value), cell)
  })

  it.for(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("begins no formula with %j", (value) => {
    assert.match(csvCell(value), /^"?'/)
  })

  it("writes a line of names and a line for each row, with CRLF", () => {
    assert.strictEqual(csvText(["a", "b"], [["1", "=2"]]), "a,b\r\n1,'=2\r\n")
  })
})
