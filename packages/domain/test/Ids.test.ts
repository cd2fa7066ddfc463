/**
 * Identifiers (decisions, Resources): prefixed, sortable by time, unique, and any `[A-Za-z0-9_-]{1,64}` when a partner brings its own.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"

import { AgencyId, ClientId, idRandomBytes, JobId, makeIdText, OrganizationId, UserId } from "../src/Ids.ts"
import { faults, integer, oneOf } from "./support.ts"

const prefix = oneOf(["org_", "job_", "usr_", "agy_", "app_", "cli_"])
// From 1970 to the year 10889, the last that ten characters of base 32 cannot overflow before.
const time = integer(0, 2 ** 48)
const random = Arbitrary.map(
  Arbitrary.array(integer(0, 255), { minLength: idRandomBytes, maxLength: idRandomBytes }),
  (bytes) => Uint8Array.from(bytes)
)

describe("an identifier that the service makes (decisions, Resources)", () => {
  it.prop("keeps its prefix and is a valid identifier", { prefix, time, random }, ({ prefix, time, random }) => {
    const id = makeIdText(prefix, time, random)
    assert.match(id, new RegExp(`^${prefix}[0-9A-HJKMNP-TV-Z]{26}$`))
    assert.deepStrictEqual(faults(OrganizationId, id), [])
  })

  it.prop(
    "sorts after those made earlier, even by a millisecond and whatever the randomness",
    { prefix, time, later: integer(1, 2 ** 40), one: random, other: random },
    ({ prefix, time, later, one, other }) => {
      const id = makeIdText(prefix, time, one)
      assert.isTrue(id < makeIdText(prefix, time + later, other))
      assert.isTrue(id < makeIdText(prefix, time + 1, other))
    }
  )

  it.prop(
    "differs when a single bit of the randomness differs",
    { time, random, bit: integer(0, idRandomBytes * 8 - 1) },
    ({ time, random, bit }) => {
      const other = random.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      assert.notStrictEqual(makeIdText("job_", time, random), makeIdText("job_", time, other))
    }
  )

  it("carries 80 random bits beside the millisecond", () => {
    assert.strictEqual(idRandomBytes * 8, 80)
    const none = new Uint8Array(idRandomBytes)
    assert.strictEqual(makeIdText("org_", 0, none), "org_00000000000000000000000000")
    assert.strictEqual(makeIdText("org_", 33, none.fill(255)), "org_0000000011ZZZZZZZZZZZZZZZZ")
  })
})

const schemas = { OrganizationId, JobId, UserId, AgencyId, ClientId }

describe.for(Object.entries(schemas))("%s that a partner gives (decisions, Resources)", ([, schema]) => {
  it.for(["a", "0", "_", "-", "job_1", "A-Z_09", "x".repeat(64)])("may be %s", (id) =>
    assert.deepStrictEqual(faults(schema, id), [])
  )

  it.for(["", "x".repeat(65), "a b", "a/b", "a.b", "ä", "a\n", "%61", "😀"])("may not be %j", (id) =>
    assert.deepStrictEqual(faults(schema, id), [" format"])
  )

  it("is text", () => assert.deepStrictEqual(faults(schema, 1), [" type"]))
})
