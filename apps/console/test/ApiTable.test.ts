import { assert, describe, it } from "vitest"
import * as Table from "../scripts/ApiTable.ts"
import { choices, remedies, routes } from "../src/api/Routes.ts"

/** As JSON has it: the order of the members counts, so that the file is what `pnpm generate` writes. */
const textOf = (value: unknown): string => JSON.stringify(value)

describe("the table of the operator's API", () => {
  it("is what pnpm generate makes of the contract", () => {
    assert.strictEqual(textOf(routes), textOf(Table.routes))
    assert.strictEqual(textOf(remedies), textOf(Table.remedies))
    assert.strictEqual(textOf(choices), textOf(Table.choices))
    assert.isAbove(Object.keys(routes).length, 20)
  })

  it("has the remedy of each error", () => {
    for (const [code, remedy] of Object.entries(remedies)) assert.notStrictEqual(remedy, "", code)
  })
})
