/**
 * The findings of `doctor` about the settings: the address of the server, its address for partners, and the readers of its health. Pure.
 */
import { isLoopback } from "../../platform/AllowedHosts.ts"
import { urlOf } from "../../platform/DatabaseTarget.ts"
import { type OperatorSettings, operatorUrlOf } from "../../platform/OperatorSettings.ts"
import { isPrivateAddress } from "../../platform/PrivateAddress.ts"
import type { Settings } from "../../platform/Settings.ts"
import { build } from "../../platform/Version.ts"
import type { Finding } from "./Finding.ts"

const metrics = ({ metrics: place }: Settings): Finding => ({
  check: "metrics",
  state: "good",
  seen: place === undefined ? "off; METRICS_PORT turns them on" : `for Prometheus at ${place.host}:${place.port}`
})

const traces = ({ traces: collector }: Settings): Finding => ({
  check: "traces",
  state: "good",
  seen:
    collector === undefined
      ? "off; OTEL_EXPORTER_OTLP_ENDPOINT turns them on"
      : `${collector.ratio * 100} % of the requests, to ${new URL(collector.url).origin}`
})

/** A browser sends the session with every request: in the open, the network may read it. */
export const consoleFindingOf = (operator: OperatorSettings | undefined): Finding => {
  const check = "console"
  if (operator === undefined) return { check, state: "good", seen: "off; OPERATOR_PORT turns it on" }
  const url = operatorUrlOf(operator)
  const address = url ?? `http://${operator.host}, on any free port`
  const isPrivate =
    url === undefined
      ? isLoopback(operator.host)
      : isPrivateAddress(url) && (url.startsWith("https:") || isLoopback(operator.host))
  return isPrivate
    ? { check, state: "good", seen: `for operators at ${address}` }
    : {
        check,
        state: "look",
        seen: `${address} is not encrypted, and reaches beyond this machine: the network may read sessions`,
        remedy:
          "Set OPERATOR_HOST to 127.0.0.1; or put a proxy with a certificate before it, and OPERATOR_URL to its https address."
      }
}

/** A mail is sealed until it is sent, and a sandbox has a key of its own. */
const mail = ({ mail: relay, webhooks }: Settings): Finding => {
  const check = "mail"
  if (relay === undefined) {
    return { check, state: "good", seen: "off; SMTP_URL and MAIL_FROM turn it on" }
  }
  const seen = `by ${relay.host}:${relay.port}, from ${relay.from}`
  return webhooks.secretsKeys.length > 0
    ? { check, state: "good", seen }
    : {
        check,
        state: "bad",
        seen: `${seen}; SECRETS_KEY is not set, so links are answered with 503`,
        remedy: "Set SECRETS_KEY, here and for every server, and restart."
      }
}

const requestLog = ({ requestLog: log }: Settings): Finding => ({
  check: "requests",
  state: "good",
  seen: log.isOn
    ? `the log keeps at most ${log.rowsMax.toLocaleString("en")} requests of ${log.days} days`
    : "no log of them; REQUEST_LOG=on turns it on"
})

/** Every finding about settings that could be read; `missing` is the remedy without an address for partners. */
export const settingsFindingsOf = (settings: Settings, missing: Finding): ReadonlyArray<Finding> => [
  { check: "program", state: "good", seen: `${build}, Node ${process.versions.node}` },
  {
    check: "settings",
    state: "good",
    seen: `HOST ${settings.host}, PORT ${settings.port}, DATABASE_URL ${urlOf(settings.database)}`
  },
  settings.publicUrl === undefined
    ? { ...missing, state: "look" }
    : { check: "public url", state: "good", seen: settings.publicUrl },
  metrics(settings),
  traces(settings),
  consoleFindingOf(settings.operator),
  requestLog(settings),
  mail(settings)
]
