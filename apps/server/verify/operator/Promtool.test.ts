/**
 * The metrics of a running program, the alerts and the dashboard, judged by promtool (docs/operators/monitoring.md, Metrics).
 */
import * as Fs from "node:fs"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { notRun } from "../../test/faults/Machine.ts"
import { rulesFile, rulesText, ruleTestsText } from "../../test/generate/AlertFiles.ts"
import { type Alert, alerts } from "../../test/generate/Alerts.ts"
import { dashboardQueries, variables } from "../../test/generate/Dashboard.ts"
import { metricNames } from "../../src/platform/metrics/MetricCatalog.ts"
import { startChildServer } from "../../test/hostile/ChildServer.ts"
import { readPrometheusText } from "../../test/operator/PrometheusText.ts"
import { fetchMetrics, metricsPortIn, ofPostgres } from "../../test/operator/Scrape.ts"
import { runProcess } from "../../test/Program.ts"
import { temporaryFolder } from "../../test/TestServer.ts"
import { sharedSink } from "../../test/webhooks/Sink.ts"
import { judge, promtool } from "./Promtool.ts"

const server = await startChildServer({ command: "sandbox", settings: { METRICS_PORT: "0" } })
afterAll(() => server[Symbol.asyncDispose]())

/** The metrics of a server that has read, written, refused, sent a webhook and been copied. */
const exposed = await (async () => {
  const credentials = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }
  const token = await server.token("/v1/auth/token", credentials)
  const json = { first_name: "Ada", last_name: "King", email: "ada.promtool@example.com" }
  for (const path of ["/v1/jobs", "/v1/users", "/v1/nothing", "/health/ready"])
    await server.call("GET", path, { token })
  await server.call("POST", "/v1/users", { token, json })
  await server.call("POST", "/v1/users", { token, json })
  const sink = await sharedSink()
  await server.call("POST", "/v1/webhook_endpoints", { token, json: { url: sink.url } })
  await sink.count(1)
  await runProcess(["backup", `${server.databaseFile}.copy`], { DATABASE_URL: `sqlite:${server.databaseFile}` })
  return (await fetchMetrics(metricsPortIn(server.stdout()))).text
})()

const folder = temporaryFolder()
afterAll(folder.remove)

/** Writes a file, and gives its path. */
const fileWith = (name: string, text: string): string => {
  const path = folder.file(name)
  Fs.writeFileSync(path, text)
  return path
}

/** Runs the tests of these alerts on these rules. */
const testRules = (rules: ReadonlyArray<Alert>, tested: ReadonlyArray<Alert>) => {
  fileWith(rulesFile, rulesText(rules))
  return judge(["test", "rules", fileWith("alerts.test.yaml", ruleTestsText(tested))], { cwd: folder.path })
}

/** An expression of the dashboard, with what Grafana fills in. */
const filledIn = (expression: string): string =>
  expression.replaceAll(variables.instance, ".*").replaceAll(variables.interval, "5m")

/** Expressions as recording rules: promtool judges no others. */
const asRules = (expressions: ReadonlyArray<string>): string =>
  `groups:\n  - name: all\n    rules:\n${expressions
    .map((expression, index) => `      - record: it:number${index}\n        expr: ${JSON.stringify(expression)}\n`)
    .join("")}`

describe.skipIf(promtool.missing !== undefined)(`promtool${notRun(promtool)}`, () => {
  it("accepts the metrics, and would not accept one without help (docs/operators/monitoring.md, Metrics)", () => {
    assert.deepStrictEqual(judge(["check", "metrics"], { input: exposed }), { isGood: true, words: "" })
    const without = exposed.replace(/^# HELP partner_errors_total .*\n/m, "")
    assert.isFalse(judge(["check", "metrics"], { input: without }).isGood)
  })

  it("accepts the alerts (docs/operators/monitoring.md, Alerts)", () => {
    const { isGood, words } = judge(["check", "rules", fileWith(rulesFile, rulesText(alerts))])
    assert.isTrue(isGood, words)
    assert.include(words, `${alerts.length} rules found`)
  })

  it("sees each alert fire, and stay quiet (docs/operators/monitoring.md, Alerts)", () => {
    const { isGood, words } = testRules(alerts, alerts)
    assert.isTrue(isGood, words)
  })

  it.for(alerts)("notices when $name never fires, or always (negative control)", (alert) => {
    for (const expression of ["vector(1) > 2", "vector(1)"]) {
      const { isGood, words } = testRules([{ ...alert, expression }], [alert])
      assert.isFalse(isGood, expression)
      assert.include(words, alert.name)
    }
  })

  it("accepts each expression of the dashboard, and would not accept one without a bracket (docs/operators/monitoring.md, Dashboard)", () => {
    const expressions = dashboardQueries.map(({ expression }) => filledIn(expression))
    const { isGood, words } = judge(["check", "rules", fileWith("dashboard.yaml", asRules(expressions))])
    assert.isTrue(isGood, words)
    for (const [index, expression] of expressions.entries()) {
      const broken = expressions.with(index, expression.replace("{", ""))
      assert.isFalse(judge(["check", "rules", fileWith("dashboard.yaml", asRules(broken))]).isGood, expression)
    }
  })
})

describe("the dashboard and the alerts", () => {
  it("query only what a server exposes (docs/operators/monitoring.md, Dashboard)", () => {
    const names = new Set(readPrometheusText(exposed).samples.map(({ name }) => name))
    const expressions = [...dashboardQueries, ...alerts].map(({ expression }) => expression)
    const isMetric = (word: string): boolean =>
      metricNames.some((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`].includes(word))
    const queried = expressions.map((expression) => (expression.match(/[a-z][a-z0-9_]*/g) ?? []).filter(isMetric))
    // What Prometheus itself says of each target is in no answer.
    assert.lengthOf(
      queried.filter((found) => found.length === 0),
      expressions.filter((expression) => expression.startsWith("up{")).length
    )
    const unknown = queried.flat().filter((name) => !names.has(name) && name !== ofPostgres)
    assert.deepStrictEqual([...new Set(unknown)], [])
  })
})
