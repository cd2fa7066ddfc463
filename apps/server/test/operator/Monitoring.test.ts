/**
 * The dashboard and the alerts that come with the program: made from the present definitions of metrics, and each alert explained to the
 * operator (docs/operators/monitoring.md, Alerts). promtool judges them in `verify/operator/Promtool.test.ts`.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { metricNames } from "../../src/platform/metrics/MetricCatalog.ts"
import { rulesFile, rulesText, ruleTestsText } from "../generate/AlertFiles.ts"
import { alerts, jobName } from "../generate/Alerts.ts"
import { dashboard, dashboardQueries } from "../generate/Dashboard.ts"

const guide = Fs.readFileSync(new URL("../../../../docs/operators/monitoring.md", import.meta.url), "utf8")
const read = (path: string) => Fs.readFileSync(new URL(path, import.meta.url), "utf8")
const monitoring = "../../deploy/monitoring"

describe("deploy/monitoring", () => {
  it("is what pnpm generate writes (CONTRIBUTING)", () => {
    assert.strictEqual(read(`${monitoring}/${rulesFile}`), rulesText(alerts))
    assert.strictEqual(read(`${monitoring}/alerts.test.yaml`), ruleTestsText(alerts))
    assert.deepStrictEqual(JSON.parse(read(`${monitoring}/dashboard.json`)), JSON.parse(JSON.stringify(dashboard())))
  })

  it("shows every metric of the program in the dashboard (docs/operators/monitoring.md, Dashboard and alerts)", () => {
    const shown = dashboardQueries.map(({ expression }) => expression).join(" ")
    assert.deepStrictEqual(
      metricNames.filter((name) => !new RegExp(`\\b${name}(?:_(?:bucket|count|sum))?[{[]`).test(shown)),
      []
    )
  })

  it("asks for the servers of this job alone, in each alert (docs/operators/monitoring.md, Dashboard and alerts)", () => {
    for (const { expression, name } of alerts) {
      const selectors = expression.match(/\b(?:up|http_server|nodejs|partner|db)_?\w*(?:\{[^}]*\})?/g) ?? []
      assert.isNotEmpty(selectors, name)
      for (const selector of selectors) assert.include(selector, `job="${jobName}"`, name)
    }
  })

  it("names no data source of anybody (docs/operators/monitoring.md, Dashboard and alerts)", () => {
    const text = read(`${monitoring}/dashboard.json`)
    const sources = [...text.matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid)
    assert.isNotEmpty(sources)
    assert.deepStrictEqual([...new Set(sources)], ["${datasource}"])
  })

  it("has a place in the guide for every metric, and for no other (docs/operators/monitoring.md, Metrics)", () => {
    const section = guide.slice(guide.indexOf("\n## Metrics\n"), guide.indexOf("\n### Dashboard and alerts\n"))
    const cells = [...section.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? [])
    assert.deepStrictEqual(cells.toSorted(), [...metricNames].toSorted())
  })

  it("has a line in the guide for each alert, and for no other (docs/operators/monitoring.md, Alerts)", () => {
    const section = guide.slice(guide.indexOf("\n### Alerts\n"))
    const rows = [...section.matchAll(/^\| `(PartnerApi\w+)` +\|[^|]*\w[^|]*\|[^|]*\w[^|]*\|$/gm)].map(
      ([, name]) => name
    )
    assert.deepStrictEqual(
      rows,
      alerts.map(({ name }) => name)
    )
    assert.isAbove(rows.length, 10)
  })
})
