/**
 * One text for each JSON value (decisions, Safe repetition). How the header is read is in the tests of the server.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../src/IdempotencyKey.ts"

const entries = Arbitrary.array(Arbitrary.all([Arbitrary.schema(Schema.String), Arbitrary.schema(Schema.Int)]), {
  maxLength: 8
})

describe("the canonical text of a JSON value (decisions, Safe repetition)", () => {
  it.prop("is the same for each order of its members, and means the same value", { entries }, ({ entries }) => {
    // Node 24.21 reads a name such as "\\n" as a lone backslash once it has read an object that had one there.
    const forward = Object.fromEntries(entries.filter(([name]) => name !== "__proto__" && name !== "\\"))
    const backward = Object.fromEntries(Object.entries(forward).toReversed())
    assert.strictEqual(canonicalJson([forward]), canonicalJson([backward]))
    assert.deepStrictEqual(JSON.parse(canonicalJson([forward])), [forward])
  })

  it("leaves out members that are undefined, as JSON does, and keeps null, false and the empty text", () => {
    const value = { b: null, a: [false, ""], c: undefined, "": { z: 1, y: 2 } }
    assert.strictEqual(canonicalJson(value), '{"":{"y":2,"z":1},"a":[false,""],"b":null}')
  })
})
