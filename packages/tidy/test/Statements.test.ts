import { assert, describe, it } from "vitest"

import { readDecisions, readSpecification } from "../src/Statements.ts"

const statementsOf = (markdown: string) => readDecisions(`## Lists\n${markdown}`).statements.map(({ text }) => text)

describe("a page is split into", () => {
  it.each([
    ["sentences and clauses", "One is two; two is three. Four.", ["One is two;", "two is three.", "Four."]],
    ["whole numbers and versions", "Version 3.1 has 0.2 of it.", ["Version 3.1 has 0.2 of it."]],
    ["code as it is", "Sends `a; b. c` and `q=1;w=2`. Ends.", ["Sends `a; b. c` and `q=1;w=2`.", "Ends."]],
    ["clauses in brackets", "It is (now; not later). So.", ["It is (now;", "not later).", "So."]],
    ["entries of lists, each whole", "- One\n  line\n- Two\n1. Three", ["One line", "Two", "Three"]],
    ["paragraphs", "One\nline\n\nTwo", ["One line", "Two"]],
    ["rows of tables, without their heads", "| A | B |\n|---|---|\n| 1 | x. y |\n| 2 | z |", ["1 x. y", "2 z"]]
  ])("%s", (_, markdown, expected) => assert.deepStrictEqual(statementsOf(markdown), expected))

  it("sections by its headings, each with its text and the places of its statements", () => {
    const page = readSpecification(
      "# A page\nBefore.\n\n## 2. Resources\n\n### Job\n| Field |\n|---|\n| id |\n\n### 4.1 POST /x\n- Said. Done.\n"
    )
    assert.deepStrictEqual(
      [...page.sections],
      [
        ["spec-0", "A page Before."],
        ["spec-2", "2. Resources Job Field id"],
        ["spec-4.1", "4.1 POST /x Said. Done."]
      ]
    )
    page.statements.forEach(({ section, text, start, end }) =>
      assert.strictEqual(page.sections.get(section)?.slice(start, end), text)
    )
    assert.deepStrictEqual(
      page.statements.map(({ text }) => text),
      ["Before.", "id", "Said.", "Done."]
    )
  })
})
