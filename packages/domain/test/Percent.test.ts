/**
 * Percentages as text (decisions, Fees: "Command line and tools take and show 20% too"), both ways.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"

import { basisPointsMax } from "../src/AgencyFees.ts"
import { formatPercent, parsePercent } from "../src/Percent.ts"
import { integer, oneOf } from "./support.ts"

const read = (text: string) => Result.getOrThrow(parsePercent(text))
const refusal = (text: string) =>
  Result.match(parsePercent(text), { onFailure: (message) => message, onSuccess: (points) => `read as ${points}` })
const basisPoints = integer(0, basisPointsMax)

describe("a percentage as text (decisions, Fees)", () => {
  it.prop("comes back as it was", { basisPoints }, ({ basisPoints }) => {
    assert.strictEqual(read(formatPercent(basisPoints)), basisPoints)
  })

  it.prop(
    "means the same with zeros in front and behind, with and without its sign",
    {
      written: Arbitrary.all([oneOf(["", "0", "000"]), integer(0, 99), integer(0, 99), oneOf(["", "%", " %", "  % "])])
    },
    ({ written: [zeros, whole, hundredths, sign] }) => {
      const text = `${zeros}${whole}.${String(hundredths).padStart(2, "0")}${sign}`
      assert.strictEqual(read(text), whole * 100 + hundredths, text)
    }
  )

  it.for([
    ["20", 2000],
    ["20%", 2000],
    ["12.5 %", 1250],
    ["0", 0],
    ["0.01%", 1],
    // As a float this is 28.999999999999996.
    ["0.29", 29],
    ["100", 10_000],
    ["100.00 %", 10_000]
  ] as const)("%s is %i basis points", ([text, points]) => {
    assert.strictEqual(read(text), points)
  })

  it.for([
    [2000, "20 %"],
    [1250, "12.5 %"],
    [1, "0.01 %"],
    [10, "0.1 %"],
    [0, "0 %"],
    [10_000, "100 %"]
  ] as const)("%i basis points are shown as %s", ([points, text]) => {
    assert.strictEqual(formatPercent(points), text)
  })

  it("with more than two decimals is refused, with the reason", () => {
    assert.match(refusal("12.345%"), /at most 2 decimals/)
    assert.match(refusal("20.000"), /at most 2 decimals/)
  })

  it("above 100 is refused, with the reason", () => {
    assert.match(refusal("100.01"), /from 0 to 100 percent/)
    assert.match(refusal("999999"), /from 0 to 100 percent/)
  })

  it.for([
    "",
    "%",
    "-1",
    "+1",
    "1e1",
    "0x10",
    ".5",
    "5.",
    "12,5",
    "1 000",
    "20%%",
    "20 % %",
    "twenty",
    "Infinity",
    "٢٠",
    "1".repeat(400)
  ])("%j is refused with what to write instead", (text) => {
    assert.match(refusal(text), /such as 20, 20% or 12\.5%/)
  })
})
