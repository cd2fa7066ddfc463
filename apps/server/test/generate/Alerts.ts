/**
 * The alerts, as Prometheus takes them, and for each of them series at which it fires and series at which it does not. Everything is made
 * from the definitions of metrics; `docs/operators/monitoring.md` says what to do.
 */
import { backupAgeMaxMs } from "../../src/platform/BackupMark.ts"
import { clockToleranceMs } from "../../src/platform/ClockTolerance.ts"
import { uploadLeftAfterMs } from "@partner-api/domain/Attachment"
import { nearQuotaShare } from "@partner-api/domain/StorageQuota"
import { ofPartners, quantile, rate, rateOf, series, upTo } from "./PromQl.ts"

/** The name that the operator gives the servers in Prometheus. */
export const jobName = "partner-api"

/** The servers of the service alone: Prometheus asks other programs that have series of the same names. */
const ofJob = `job="${jobName}"`
const ofPartnersOfJob = `${ofPartners},${ofJob}`

/** Series as a test of promtool has them: by name and labels, a value for each minute. */
type Input = Readonly<Record<string, string>>

export interface Alert {
  readonly name: string
  readonly expression: string
  /** How long the expression must hold. */
  readonly for: string
  readonly severity: "critical" | "warning"
  readonly summary: string
  readonly fires: {
    readonly input: Input
    /** The labels that tell one such alert from another. */
    readonly labels: Readonly<Record<string, string>>
  }
  /** Nearly the same, at which it stays quiet. */
  readonly isQuiet: Input
}

const window = "5m"
const faultyShareMax = 0.01
const slowSeconds = 0.25
const slowShareMax = 0.01
const writeWaitMaxSeconds = 0.5
const utilizationMax = 0.9
const logBytesMax = 536_870_912
const backupAgeMaxSeconds = backupAgeMaxMs / 1_000
const clockDifferenceMaxSeconds = clockToleranceMs / 1_000
const wrongLoginsMax = 1
const lagMaxSeconds = 300
const assignmentLagMaxSeconds = 120

/** A placement moves on within a minute of the end of its day. */
const placementLagMaxSeconds = 120
/** Mails wait for the next look, and for a relay that is busy. */
const mailLagMaxSeconds = 1_800
/** A scanner that was away finds its files within five minutes, and reads its signatures for some more. */
const scanLagMaxSeconds = 900
/** A night's work begins 24 hours after the last one, up to an hour later, and takes its time. */
const retentionLagMaxSeconds = 108_000
const filesRoomMinBytes = 1_073_741_824
/** The time after which an upload that never ended is given up, with a quarter of an hour for the sweeps. */
const fileSweepLagMaxSeconds = (uploadLeftAfterMs + 900_000) / 1_000
const notAcceptedShareMax = 0.5

const request = "http_server_request_duration_seconds"
const instance = `instance="a:9464",job="${jobName}"`
const jobs = `method="GET",route="/v1/jobs"`

const requests = (count: number, labels: string): Input => ({
  [`${request}_count{${jobs},${instance},${labels}}`]: `0+${count}x30`
})
const within = (count: number, le: string): Input => ({
  [`${request}_bucket{${jobs},${instance},status="2xx",le="${le}"}`]: `0+${count}x30`
})
const waits = (soon: number, late: number): Input => ({
  [`partner_write_wait_seconds_bucket{${instance},le="0.1"}`]: `0+${soon}x30`,
  [`partner_write_wait_seconds_bucket{${instance},le="0.25"}`]: `0+${soon}x30`,
  [`partner_write_wait_seconds_bucket{${instance},le="1"}`]: `0+${soon + late}x30`,
  [`partner_write_wait_seconds_bucket{${instance},le="+Inf"}`]: `0+${soon + late}x30`
})
const value = (name: string, text: string, labels = instance): Input => ({ [`${name}{${labels}}`]: text })

const deliveries = (outcome: string, count: number): Input =>
  value("partner_webhook_deliveries_total", `0+${count}x40`, `${instance},outcome="${outcome}"`)

const ofInstance = { instance: "a:9464", job: jobName }

export const alerts: ReadonlyArray<Alert> = [
  {
    name: "PartnerApiDown",
    expression: `up{job="${jobName}"} == 0 or absent(up{job="${jobName}"})`,
    for: "1m",
    severity: "critical",
    summary: "A server does not answer Prometheus, or there is none.",
    fires: { input: value("up", "1x9 0x20"), labels: ofInstance },
    isQuiet: value("up", "1x30")
  },
  {
    name: "PartnerApiFaults",
    expression: `sum(${rateOf("count", request, window, { status: "5xx" }, ofPartnersOfJob)}) / sum(${rateOf("count", request, window, {}, ofPartnersOfJob)}) > ${faultyShareMax}`,
    for: "5m",
    severity: "critical",
    summary: "More than 1 % of the requests of partners are answered with 500 or 503.",
    fires: { input: { ...requests(97, `status="2xx"`), ...requests(3, `status="5xx"`) }, labels: {} },
    isQuiet: {
      ...requests(997, `status="2xx"`),
      ...requests(3, `status="5xx"`),
      // Checks of a server that is being stopped.
      [`${request}_count{method="GET",route="/health/ready",${instance},status="5xx"}`]: "0+60x30"
    }
  },
  {
    name: "PartnerApiSlow",
    expression: `1 - sum(${rateOf("bucket", request, window, { status: "2xx" }, `${upTo(request, slowSeconds)},${ofPartnersOfJob}`)}) / sum(${rateOf("count", request, window, { status: "2xx" }, ofPartnersOfJob)}) > ${slowShareMax}`,
    for: "10m",
    severity: "warning",
    summary: "More than 1 % of the successful answers take longer than a quarter of a second.",
    fires: { input: { ...requests(100, `status="2xx"`), ...within(95, "0.25") }, labels: {} },
    isQuiet: { ...requests(1_000, `status="2xx"`), ...within(995, "0.25") }
  },
  {
    name: "PartnerApiWritesWait",
    expression: `${quantile(0.99, "partner_write_wait_seconds", window, { scope: ofJob })} > ${writeWaitMaxSeconds}`,
    for: "5m",
    severity: "warning",
    summary: "One in a hundred writes waits longer than half a second for its turn.",
    fires: { input: waits(90, 10), labels: {} },
    isQuiet: waits(1_000, 1)
  },
  {
    name: "PartnerApiBusy",
    expression: `${series("nodejs_eventloop_utilization_ratio", {}, ofJob)} > ${utilizationMax}`,
    for: "10m",
    severity: "warning",
    summary: "A process of a server has computed for more than 90 % of the last ten minutes.",
    fires: { input: value("nodejs_eventloop_utilization_ratio", "0.97x30"), labels: ofInstance },
    isQuiet: value("nodejs_eventloop_utilization_ratio", "0.97x8 0.5 0.97x8 0.5 0.97x8 0.5")
  },
  {
    name: "PartnerApiLogGrows",
    expression: `${series("partner_sqlite_wal_bytes", {}, ofJob)} > ${logBytesMax}`,
    for: "15m",
    severity: "warning",
    summary: "The write-ahead log of the database is larger than 512 MiB.",
    fires: { input: value("partner_sqlite_wal_bytes", "600000000x30"), labels: ofInstance },
    isQuiet: value("partner_sqlite_wal_bytes", "600000000x10 4000000x20")
  },
  {
    name: "PartnerApiQuotaNear",
    expression: `max(${series("partner_storage_quota_ratio", {}, ofJob)}) > ${nearQuotaShare}`,
    for: "1m",
    severity: "warning",
    summary: "A client has stored more than 80 % of the bytes that it may store in a day.",
    fires: { input: value("partner_storage_quota_ratio", "0.5x5 0.9x25"), labels: {} },
    isQuiet: value("partner_storage_quota_ratio", "0.79x30")
  },
  {
    name: "PartnerApiBackupOld",
    expression: `${series("partner_backup_age_seconds", {}, ofJob)} > ${backupAgeMaxSeconds}`,
    for: "5m",
    severity: "warning",
    summary: "The last backup of the database is older than 26 hours.",
    fires: { input: value("partner_backup_age_seconds", "93000+60x30"), labels: ofInstance },
    isQuiet: value("partner_backup_age_seconds", "86000+60x30")
  },
  {
    name: "PartnerApiClockWrong",
    expression: `${series("partner_database_clock_difference_seconds", {}, ofJob)} > ${clockDifferenceMaxSeconds}`,
    for: "1m",
    severity: "warning",
    summary: "The clock of a server is more than a minute away from that of the database.",
    fires: { input: value("partner_database_clock_difference_seconds", "3600x30"), labels: ofInstance },
    isQuiet: value("partner_database_clock_difference_seconds", "0.01x10 59x20")
  },
  {
    name: "PartnerApiWrongCredentials",
    expression: `sum(${rate("partner_logins_total", window, { outcome: "!ok" }, ofJob)}) > ${wrongLoginsMax}`,
    for: "15m",
    severity: "warning",
    summary: "More than one login a second fails.",
    fires: {
      input: {
        ...value("partner_logins_total", "0+50x30", `${instance},outcome="bad_credentials"`),
        ...value("partner_logins_total", "0+50x30", `${instance},outcome="locked"`)
      },
      labels: {}
    },
    isQuiet: {
      ...value("partner_logins_total", "0+500x30", `${instance},outcome="ok"`),
      ...value("partner_logins_total", "0+50x30", `${instance},outcome="bad_credentials"`)
    }
  },
  {
    name: "PartnerApiAssignmentsLate",
    expression: `max(${series("partner_assignment_lag_seconds", {}, ofJob)}) > ${assignmentLagMaxSeconds}`,
    for: "1m",
    severity: "warning",
    summary: "An assignment that should be active has been pending for more than 2 minutes.",
    fires: { input: value("partner_assignment_lag_seconds", "0+60x30"), labels: {} },
    isQuiet: value("partner_assignment_lag_seconds", "0+15x4 0x26")
  },
  {
    name: "PartnerApiPlacementsLate",
    expression: `max(${series("partner_placement_lag_seconds", {}, ofJob)}) > ${placementLagMaxSeconds}`,
    for: "5m",
    severity: "warning",
    summary: "A placement should have started or completed more than 2 minutes ago.",
    fires: { input: value("partner_placement_lag_seconds", "0+60x30"), labels: {} },
    isQuiet: value("partner_placement_lag_seconds", "0+15x4 0x26")
  },
  {
    name: "PartnerApiMailsLate",
    expression: `max(${series("partner_mail_lag_seconds", {}, ofJob)}) > ${mailLagMaxSeconds}`,
    for: "5m",
    severity: "warning",
    summary: "A mail has been waiting for more than half an hour.",
    fires: { input: value("partner_mail_lag_seconds", "2400x30"), labels: {} },
    isQuiet: value("partner_mail_lag_seconds", "1200x30")
  },
  {
    name: "PartnerApiScansLate",
    expression: `max(${series("partner_scan_lag_seconds", {}, ofJob)}) > ${scanLagMaxSeconds}`,
    for: "5m",
    severity: "warning",
    summary: "A file has been waiting for the scanner for more than a quarter of an hour.",
    fires: { input: value("partner_scan_lag_seconds", "0+60x30"), labels: {} },
    isQuiet: value("partner_scan_lag_seconds", "0+60x10 0x20")
  },
  {
    name: "PartnerApiRetentionLate",
    expression: `max(${series("partner_retention_lag_seconds", {}, ofJob)}) > ${retentionLagMaxSeconds}`,
    for: "15m",
    severity: "warning",
    summary: "Persons are kept longer than their organization has set: the work of a night has not ended.",
    fires: { input: value("partner_retention_lag_seconds", "110000x30"), labels: {} },
    isQuiet: value("partner_retention_lag_seconds", "90000x30")
  },
  {
    name: "PartnerApiFilesFull",
    expression: `min(${series("partner_files_room_bytes", {}, ofJob)}) < ${filesRoomMinBytes}`,
    for: "5m",
    severity: "warning",
    summary: "The disk that receives files has room for less than 1 GiB; without room, uploads are refused.",
    fires: { input: value("partner_files_room_bytes", "1000000000x30"), labels: {} },
    isQuiet: value("partner_files_room_bytes", "2000000000x30")
  },
  {
    name: "PartnerApiFilesStay",
    expression: `max(${series("partner_file_sweep_lag_seconds", {}, ofJob)}) > ${fileSweepLagMaxSeconds}`,
    for: "5m",
    severity: "warning",
    summary: "Bytes of a file that was removed are still in the storage.",
    fires: { input: value("partner_file_sweep_lag_seconds", "3000x30"), labels: {} },
    isQuiet: value("partner_file_sweep_lag_seconds", "1800x30")
  },
  {
    name: "PartnerApiWebhooksLate",
    expression: `max(${series("partner_webhook_lag_seconds", {}, ofJob)}) > ${lagMaxSeconds}`,
    for: "1m",
    severity: "critical",
    summary: "An event has waited for more than 5 minutes for a webhook endpoint that accepts events.",
    fires: { input: value("partner_webhook_lag_seconds", "0+60x30"), labels: {} },
    isQuiet: value("partner_webhook_lag_seconds", "0+60x5 0+30x9 0x16")
  },
  {
    name: "PartnerApiWebhooksFail",
    expression: `sum(${rate("partner_webhook_deliveries_total", window, { outcome: "!accepted" }, ofJob)}) / sum(${rate("partner_webhook_deliveries_total", window, {}, ofJob)}) > ${notAcceptedShareMax}`,
    for: "15m",
    severity: "warning",
    summary: "More than half of the requests to webhook endpoints are not accepted.",
    fires: {
      input: { ...deliveries("accepted", 10), ...deliveries("timeout", 20), ...deliveries("dns", 5) },
      labels: {}
    },
    isQuiet: { ...deliveries("accepted", 30), ...deliveries("timeout", 20), ...deliveries("refused", 5) }
  }
]
