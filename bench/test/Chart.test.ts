/**
 * The picture of a comparison: a well-formed document with a bar for each figure of each row. Its looks are for people to judge.
 */
import { assert, it } from "vitest"
import { type Charted, chartOf } from "../Chart.ts"
import type { ComparedOperation } from "../Comparison.ts"

const around = (median: number) => ({ median, q1: median * 0.9, q3: median * 1.1 })

/** A request, as the product compares with both servers. */
const operationOf = (requestsPerSecond: number, cpuPerRequest: number): ComparedOperation => {
  const product = {
    requestsPerSecond: around(requestsPerSecond),
    cpuPerRequest: around(cpuPerRequest),
    p99: around(1)
  }
  return { against: { fastify: { product }, raw: { product } }, busy: {} }
}

const comparisonOf = (operations: Charted["operations"]): Charted => ({
  engine: "sqlite",
  machine: "A machine, 2 cores",
  rounds: 9,
  secondsPerRound: 2,
  taken: "2026-11-22",
  operations
})

const comparison = comparisonOf({
  'GET /v1/jobs?limit=10&cursor="<a>"': operationOf(0.5, 2),
  "POST /v1/users": operationOf(1.2, 0.8)
})

const reference = "&(?:amp|lt|gt|quot);"
const attribute = `\\s+[\\w-]+="(?:[^<&"]|${reference})*"`
const token = new RegExp(`<(/?)([a-z]+)((?:${attribute})*)\\s*(/?)>|(?:[^<&]|${reference})+`, "gy")

/** The names of the elements of a document, in their order. Ends with an error where the document is not well formed. */
const elementsOf = (document: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const open: Array<string> = []
  let end = 0
  for (const match of document.matchAll(token)) {
    end = match.index + match[0].length
    const [, closes, name, , isEmpty] = match
    if (name === undefined) continue
    if (closes === "/") assert.strictEqual(open.pop(), name)
    else {
      assert.isTrue(found.length === 0 || open.length > 0, `${name} stands outside the document`)
      found.push(name)
      if (isEmpty === "") open.push(name)
    }
  }
  assert.strictEqual(end, document.length, `not well formed: ${document.slice(end, end + 80)}`)
  assert.deepEqual(open, [])
  return found
}

/** The widths of the bars of a kind, in the order of the rows. */
const widthsOf = (document: string, kind: string): ReadonlyArray<number> =>
  [...document.matchAll(new RegExp(`<rect class="${kind}"[^>]* width="([\\d.]+)"`, "g"))].map(([, width]) =>
    Number(width)
  )

/** How long 1.0 is in a picture in which a bar of this ratio has that width. */
const oneOf = (width: number | undefined, ratio: number): number => (width ?? Number.NaN) / ratio

it("a chart is a well-formed document (README)", () => {
  const elements = elementsOf(chartOf(comparison))
  assert.strictEqual(elements[0], "svg")
  assert.include(elements, "style")
})

it("a check of the document finds what is not well formed (README)", () => {
  for (const broken of ["<svg><g></svg></g>", "<svg>a & b</svg>", '<svg a="<"></svg>', "<svg></svg><g/>", "<svg>"]) {
    assert.throws(() => elementsOf(broken), /./)
  }
})

it("every row has one bar for each figure, as long as its median (README)", () => {
  const chart = chartOf(comparison)
  const [rates, cpus] = [widthsOf(chart, "rate"), widthsOf(chart, "cpu")]
  assert.lengthOf(rates, 2)
  assert.lengthOf(cpus, 2)
  assert.closeTo(oneOf(rates[0], 0.5), oneOf(rates[1], 1.2), 0.1)
  assert.closeTo(oneOf(cpus[0], 2), oneOf(cpus[1], 0.8), 0.1)
  assert.lengthOf(chart.match(/class="whisker"/g) ?? [], 4)
  assert.lengthOf(chart.match(/class="one"/g) ?? [], 2)
})

it("a figure that was not measured has no bar (README)", () => {
  const { against, busy } = operationOf(0.5, 2)
  const withoutRequests = operationOf(Number.NaN, Number.POSITIVE_INFINITY)
  const chart = chartOf(
    comparisonOf({
      "without fastify": { against: { raw: against["raw"] ?? {} }, busy },
      "without requests": withoutRequests
    })
  )
  elementsOf(chart)
  assert.lengthOf(widthsOf(chart, "rate"), 0)
  assert.lengthOf(widthsOf(chart, "cpu"), 1)
})
