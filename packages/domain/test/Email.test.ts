/**
 * Email addresses (decisions, Resources): the HTML standard's pattern, at most 254 characters, one whatever their case.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

import { Email, normalizeEmail } from "../src/Email.ts"
import { faults, integer, oneOf } from "./support.ts"

const domain = "@example.com"
const label = "a".repeat(63)

describe("an email address (decisions, Resources)", () => {
  it.for([
    "ada@example.com",
    "Ada.Lovelace+jobs@mail.example.co.uk",
    "a@b",
    "1@2",
    "!#$%&'*+/=?^_`{|}~-@example.com",
    ".a..b.@example.com",
    "a@xn--bcher-kva.example",
    `a@${label}.com`,
    `a@b-${"c".repeat(61)}`,
    "a".repeat(254 - domain.length) + domain,
    ` ${"a".repeat(254 - domain.length)}${domain} `
  ])("may be %s", (text) => assert.deepStrictEqual(faults(Email, text), []))

  it.for([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@@example.com",
    "ada@example@com",
    "ada@.com",
    "ada@example.",
    "ada@example..com",
    "ada@-example.com",
    "ada@example-.com",
    "ada@exam_ple.com",
    "ada lovelace@example.com",
    " ",
    "ada @example.com",
    "ada@\u00a0example.com",
    "Ada <ada@example.com>",
    "ada@[127.0.0.1]",
    '"ada"@example.com',
    "ädä@example.com",
    "ada@exämple.com",
    "ada@example.com,bob@example.com",
    `a@${label}a.com`
  ])("may not be %j", (text) => assert.deepStrictEqual(faults(Email, text), [" format"]))

  it.for([
    " ada@example.com",
    "ada@example.com\n",
    "\tada@example.com ",
    "\u00a0ada@example.com\u00a0",
    "ada@example.com\ufeff"
  ])("is kept without white space at its ends: %j (decisions, Resources)", (text) => {
    assert.strictEqual(Schema.decodeSync(Email)(text), "ada@example.com")
    // Who sends it may leave that to the service.
    assert.strictEqual(Schema.encodeSync(Email)(text), text)
  })

  it("has at most 254 characters", () =>
    assert.deepStrictEqual(faults(Email, "a".repeat(255 - domain.length) + domain), [" length"]))

  it("is refused in time linear in its length, however it is made", () => {
    const before = process.cpuUsage()
    assert.deepStrictEqual(faults(Email, `a@${"a.".repeat(50_000)}`), [" length"])
    // The time of the processor: a busy machine does not make it longer.
    assert.isBelow(process.cpuUsage(before).user, 1_000_000)
  })

  it.prop(
    "is the same address in any case, and not the same as another (decisions, Resources)",
    { letters: Arbitrary.array(oneOf(["a", "B", "z", "1", "."]), { minLength: 1 }), place: integer(0, 10) },
    ({ letters, place }) => {
      const email = letters.join("") + domain
      const swapped = Array.from(email, (letter, index) =>
        index === place ? (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) : letter
      ).join("")
      assert.strictEqual(normalizeEmail(swapped), normalizeEmail(email))
      assert.strictEqual(normalizeEmail(email.toUpperCase()), normalizeEmail(email))
      assert.notStrictEqual(normalizeEmail(`x${email}`), normalizeEmail(email))
    }
  )
})
