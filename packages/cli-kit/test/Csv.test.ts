/**
 * Rows of CSV: what a reader of RFC 4180 takes out is what went in.
 */
import { parse } from "csv-parse/sync"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { csvCell, csvRow } from "../src/Csv.ts"
import { plainCell } from "../src/PlainText.ts"

/** Text that can be written: half of a surrogate pair cannot. */
const cell = Arbitrary.map(Arbitrary.schema(Schema.String), (text) => Buffer.from(text).toString())
const rows = Arbitrary.array(Arbitrary.array(cell, { minLength: 2, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4
})

describe("rows of CSV (RFC 4180)", () => {
  it.prop("are read as they were written", { rows }, ({ rows }) => {
    const text = rows.map((cells) => `${csvRow(cells.map(plainCell))}\n`).join("")
    assert.deepStrictEqual<unknown>(
      parse(text, { record_delimiter: "\n", relax_column_count: true }),
      rows.map((cells) => cells.map(plainCell))
    )
  })

  it("quote what must be quoted, and nothing else", () => {
    assert.strictEqual(csvRow(["plain", 'a"b', "a,b", "a\nb", " a", ""]), 'plain,"a""b","a,b","a\nb"," a",')
  })

  it("have a value as it is, nothing for an absent one, and JSON for one with members", () => {
    assert.deepStrictEqual([undefined, null, 0, false, "=1+1", ["a"], { b: "c" }].map(csvCell), [
      "",
      "",
      "0",
      "false",
      "=1+1",
      '["a"]',
      '{"b":"c"}'
    ])
  })

  it("keep line ends and tabs, and no other character that drives a terminal", () =>
    assert.strictEqual(plainCell("a\r\n\tb\u001b[2J\u202e"), String.raw`a${"\r\n\t"}b\u001b[2J\u202e`))
})
