/**
 * Writes the alerts, their tests and the dashboard into `deploy/monitoring`, from the definitions of metrics.
 */
import { writeFileSync } from "node:fs"
import { rulesFile, rulesText, ruleTestsText } from "./AlertFiles.ts"
import { alerts } from "./Alerts.ts"
import { dashboard } from "./Dashboard.ts"

const write = (name: string, text: string): void =>
  writeFileSync(new URL(`../../deploy/monitoring/${name}`, import.meta.url), text)

write(rulesFile, rulesText(alerts))
write("alerts.test.yaml", ruleTestsText(alerts))
write("dashboard.json", `${JSON.stringify(dashboard(), undefined, 2)}\n`)
