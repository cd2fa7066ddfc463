/**
 * What `doctor` makes of the settings: where the server listens, what partners call it, and who is told how it is. Pure.
 */
import { urlOf } from "../../platform/DatabaseTarget.ts"
import type { Settings } from "../../platform/Settings.ts"
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

/** Every finding about settings that could be read; `missing` says what to do without an address for partners. */
export const settingsFindingsOf = (settings: Settings, missing: Finding): ReadonlyArray<Finding> => [
  {
    check: "settings",
    state: "good",
    seen: `HOST ${settings.host}, PORT ${settings.port}, DATABASE_URL ${urlOf(settings.database)}`
  },
  settings.publicUrl === undefined
    ? { ...missing, state: "look" }
    : { check: "public url", state: "good", seen: settings.publicUrl },
  metrics(settings),
  traces(settings)
]
