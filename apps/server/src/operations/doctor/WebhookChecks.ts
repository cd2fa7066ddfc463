/**
 * The findings of `doctor` about webhook endpoints: whether their secrets open, whether anybody delivers, and which of them fail. Pure; the clock is an
 * argument.
 */
import { leaseMs } from "@partner-api/service/services/webhooks/DeliveryRound"
import { dueSinceMs, endpointState } from "@partner-api/service/services/webhooks/EndpointState"
import type { EndpointStatus } from "@partner-api/service/store/DeliveryStore"
import type { SealedSecret, WebhookContents } from "../../store/diagnosis/Contents.ts"
import type { Finding } from "./Finding.ts"

/** The keys of secrets in the settings. */
export interface SecretKeys {
  /** Their names; the first one seals. */
  readonly ids: ReadonlyArray<string>
  /** Whether the service has a key of its own where none is set, as a sandbox does. */
  readonly isSandbox: boolean
}

/** Workers look for what is due each second; work that has been due for longer has no worker. */
const overdueMs = 300_000

/** Clocks of nodes may differ by this. */
const toleranceMs = 60_000

/** The maximum number of endpoints that are named; the rest is counted. */
const namedMax = 5

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`

const minutes = (ms: number): string => counted(Math.floor(ms / 60_000), "minute")

const named = (endpointStatuses: ReadonlyArray<EndpointStatus>): string =>
  [
    ...endpointStatuses
      .slice(0, namedMax)
      .map(({ endpointId, organizationId }) => `${endpointId} in ${organizationId}`),
    ...(endpointStatuses.length > namedMax ? [`and ${endpointStatuses.length - namedMax} more`] : [])
  ].join(", ")

const unique = (secrets: ReadonlyArray<SealedSecret>, member: "endpointId" | "keyId"): ReadonlyArray<string> => [
  ...new Set(secrets.map((secret) => secret[member]))
]

/** Secrets, of how many endpoints, and the keys that seal them. */
const described = (secrets: ReadonlyArray<SealedSecret>): string =>
  `${counted(secrets.length, "secret")} of ${counted(unique(secrets, "endpointId").length, "endpoint")}: sealed with the key ${unique(secrets, "keyId").join(", ")}`

const secretsOf = (
  { secrets, endpointStatuses }: WebhookContents,
  { ids: [current, ...previous], isSandbox }: SecretKeys,
  nowMs: number
): Finding => {
  const endpoints = counted(endpointStatuses.length, "webhook endpoint")
  const live = secrets.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs)
  if (current === undefined) {
    if (endpointStatuses.length === 0)
      return { check: "secrets", state: "good", seen: "no webhook endpoint, and no SECRETS_KEY" }
    return isSandbox
      ? { check: "secrets", state: "good", seen: `${endpoints}; the key of a sandbox lies beside its database` }
      : {
          check: "secrets",
          state: "bad",
          seen: `SECRETS_KEY is not set, and there are ${endpoints}: nothing is sent to them`,
          remedy: `Set SECRETS_KEY to the key ${unique(live, "keyId").join(", ")}, here and for every server, and restart.`
        }
  }
  const lost = live.filter(({ keyId }) => keyId !== current && !previous.includes(keyId))
  if (lost.length > 0) {
    return {
      check: "secrets",
      state: "bad",
      seen: `${described(lost)}, which is not set; nothing is sent to them`,
      remedy:
        "Set SECRETS_KEY_PREVIOUS to it, restart every server, and run partner-api secrets rewrap. Where it is lost, the partners replace their secrets (rotate_secret)."
    }
  }
  const old = live.filter(({ keyId }) => keyId !== current)
  return old.length === 0
    ? {
        check: "secrets",
        state: "good",
        seen:
          endpointStatuses.length === 0
            ? "no webhook endpoint; SECRETS_KEY is set"
            : `${endpoints}, and SECRETS_KEY opens every secret`
      }
    : {
        check: "secrets",
        state: "look",
        seen: `${described(old)} of SECRETS_KEY_PREVIOUS`,
        remedy: "Run partner-api secrets rewrap, then remove SECRETS_KEY_PREVIOUS."
      }
}

const deliveriesOf = ({ endpointStatuses }: WebhookContents, nowMs: number): Finding => {
  const ahead = endpointStatuses.filter(({ leaseUntilMs }) => leaseUntilMs > nowMs + leaseMs + toleranceMs)
  const [first] = ahead
  if (first !== undefined) {
    return {
      check: "deliveries",
      state: "look",
      seen: `leased until ${new Date(first.leaseUntilMs).toISOString()}, which is longer than any worker leases: ${named(ahead)}`,
      remedy:
        "Set the clocks of all machines by the network (NTP). Deliveries resume when the lease ends, or after partner-api webhooks disable and enable."
    }
  }
  const overdue = endpointStatuses.flatMap((endpointStatus) => {
    const sinceMs = dueSinceMs(endpointStatus, nowMs)
    // A worker that was here lately is only slow.
    return sinceMs !== undefined && Math.max(sinceMs, endpointStatus.leaseUntilMs) <= nowMs - overdueMs
      ? [{ endpointStatus, sinceMs }]
      : []
  })
  return overdue.length === 0
    ? { check: "deliveries", state: "good", seen: "nothing has waited for a worker" }
    : {
        check: "deliveries",
        state: "look",
        seen: `due for ${minutes(nowMs - Math.min(...overdue.map(({ sinceMs }) => sinceMs)))}, and no worker has come: ${named(overdue.map(({ endpointStatus }) => endpointStatus))}`,
        remedy:
          "Nobody delivers: start a server, or one without WORKERS=off. Where one runs, its log says why it does not."
      }
}

const endpointsOf = ({ endpointStatuses }: WebhookContents): Finding => {
  const groups = [
    ["failing", endpointStatuses.filter((endpointStatus) => endpointState(endpointStatus) === "failing")],
    [
      "disabled after they failed for 5 days",
      endpointStatuses.filter(({ disabledReason }) => disabledReason === "failing")
    ],
    [
      "paused, because their client may not have webhooks or their secrets do not open",
      endpointStatuses.filter((endpointStatus) => endpointState(endpointStatus) === "paused")
    ]
  ] as const
  const found = groups.filter(([, some]) => some.length > 0)
  return found.length === 0
    ? { check: "webhooks", state: "good", seen: "no endpoint fails" }
    : {
        check: "webhooks",
        state: "look",
        seen: found.map(([what, some]) => `${what}: ${named(some)}`).join("; "),
        remedy:
          "Tell the partners: partner-api webhooks show ENDPOINT has the host of the address. Once it answers, partner-api webhooks enable ENDPOINT resumes a disabled one where it stopped."
      }
}

/** Every finding about webhook endpoints. */
export const webhookFindingsOf = (
  contents: WebhookContents,
  keys: SecretKeys,
  nowMs: number
): ReadonlyArray<Finding> => [secretsOf(contents, keys, nowMs), deliveriesOf(contents, nowMs), endpointsOf(contents)]
