/**
 * Tables for people: as wide as the terminal and no wider, whatever stands in them.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as CliOutput from "effect/cli/CliOutput"
import * as Schema from "effect/Schema"
import { type Column, cut, makeTable } from "../src/Table.ts"
import { plainText } from "../src/PlainText.ts"

interface Row {
  readonly id: string
  readonly title: string
}

const columns: ReadonlyArray<Column<Row>> = [
  { title: "ID", cell: ({ id }) => id, isWhole: true },
  { title: "TITLE", cell: ({ title }) => title }
]
const row = (id: string, title: string): Row => ({ id, title })
const text = Arbitrary.schema(Schema.String)

describe("a table", () => {
  it("cuts what is too wide, with a mark, and never an identifier", () => {
    const lines = makeTable(columns, 20).lines([row("job_1", "Engineer of great engines"), row("job_2", "Clerk")])
    assert.deepStrictEqual(lines, ["ID     TITLE", "job_1  Engineer of …", "job_2  Clerk"])
    assert.include(
      makeTable(columns, 10)
        .lines([row("job_0000000001", "Engineer")])
        .join("\n"),
      "job_0000000001"
    )
  })

  it("counts wide characters as two, and marks as none", () => {
    const lines = makeTable(columns, 20).lines([row("job_1", "日本語のエンジニア"), row("job_2", "e\u0301".repeat(13))])
    assert.deepStrictEqual(lines.slice(1), ["job_1  日本語のエン…", `job_2  ${"e\u0301".repeat(13)}`])
  })

  it("cuts nothing where no person is looking", () => {
    const title = "x".repeat(1_000)
    assert.include(
      makeTable(columns, undefined)
        .lines([row("job_1", title)])
        .join("\n"),
      title
    )
  })

  it("has its titles once, and columns that grow with what follows", () => {
    const table = makeTable(columns, undefined)
    assert.deepStrictEqual(table.lines([row("1", "a")]), ["ID  TITLE", "1   a"])
    assert.deepStrictEqual(table.lines([row("1000", "b"), row("2", "c")]), ["1000  b", "2     c"])
  })

  it.prop("is never wider than the terminal when there is room for the identifiers", { title: text }, ({ title }) => {
    for (const line of makeTable(columns, 24).lines([row("job_1", title)])) {
      assert.isAtMost(CliOutput.displayWidth(line), 24, JSON.stringify(line))
      assert.notMatch(line, /\p{Cc}/u)
    }
  })

  it.prop("text is cut to at most its width, and left alone when it fits", { given: text }, ({ given }) => {
    const plain = plainText(given)
    const shown = cut(plain, 10)
    assert.isAtMost(CliOutput.displayWidth(shown), 10)
    assert.strictEqual(shown === plain, CliOutput.displayWidth(plain) <= 10)
  })
})
