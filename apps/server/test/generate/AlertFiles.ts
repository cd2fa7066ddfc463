/**
 * The alerts as files: the rules, and their tests for promtool. Writes nothing.
 */
import { type Alert, jobName } from "./Alerts.ts"

/** The file of the rules, as the tests beside it name it. */
export const rulesFile = "alerts.yaml"

/** The minute at which the tests look: every alert that must fire has held long enough. */
const evaluatedAt = "30m"

/** A text in YAML as the formatter leaves it: in single quotes where it has double ones. */
const text = (value: string): string =>
  value.includes('"') ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)

const mapping = (entries: Readonly<Record<string, string>>, indent: string): string =>
  Object.entries(entries)
    .map(([name, value]) => `${indent}${name}: ${text(value)}\n`)
    .join("")

const labelsOf = ({ severity }: Alert) => ({ severity })

const annotationsOf = ({ name, summary }: Alert) => ({
  summary,
  runbook: `docs/operators/monitoring.md, Alerts: ${name}`
})

const ruleOf = (alert: Alert): string => `      - alert: ${alert.name}
        expr: ${text(alert.expression)}
        for: ${alert.for}
        labels:
${mapping(labelsOf(alert), "          ")}        annotations:
${mapping(annotationsOf(alert), "          ")}`

/** The rules, for `rule_files` of Prometheus. */
export const rulesText = (alerts: ReadonlyArray<Alert>): string => `# Written by \`pnpm generate\`.
groups:
  - name: partner-api
    rules:
${alerts.map(ruleOf).join("")}`

const inputOf = (input: Readonly<Record<string, string>>): string =>
  Object.entries(input)
    .map(([series, values]) => `      - series: ${text(series)}\n        values: ${text(values)}\n`)
    .join("")

const testOf = (title: string, alert: Alert, input: Readonly<Record<string, string>>, expected: string): string =>
  `  - name: ${text(title)}
    interval: 1m
    input_series:
${inputOf(input)}    alert_rule_test:
      - eval_time: ${evaluatedAt}
        alertname: ${alert.name}
${expected}`

/** The series at which an alert fires, of another program. */
const ofAnotherJob = (input: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(input).map(([name, values]) => [name.replace(`job="${jobName}"`, 'job="another"'), values])
  )

/** Another program never makes an alert fire. That no server is there fires, whatever else is. */
const othersTestOf = (alert: Alert): string =>
  alert.expression.includes("absent(")
    ? ""
    : testOf(
        `${alert.name} is quiet for another job`,
        alert,
        ofAnotherJob(alert.fires.input),
        "        exp_alerts: []\n"
      )

const testsOf = (alert: Alert): string =>
  testOf(
    `${alert.name} fires`,
    alert,
    alert.fires.input,
    `        exp_alerts:
          - exp_labels:
${mapping({ ...labelsOf(alert), ...alert.fires.labels }, "              ")}            exp_annotations:
${mapping(annotationsOf(alert), "              ")}`
  ) +
  testOf(`${alert.name} is quiet`, alert, alert.isQuiet, "        exp_alerts: []\n") +
  othersTestOf(alert)

/** The tests, for `promtool test rules`. */
export const ruleTestsText = (alerts: ReadonlyArray<Alert>): string => `# Written by \`pnpm generate\`.
rule_files:
  - ${rulesFile}
evaluation_interval: 1m
tests:
${alerts.map(testsOf).join("")}`
