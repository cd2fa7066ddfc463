/**
 * A load at a steady rate, most of it reads, as partners send them. A bounded number of requests is under way: on a machine that is
 * busy otherwise they come later, not all at once, so that what is measured is growth and not how high a wave was.
 */
import { openClient } from "../test/HttpCall.ts"

/** What a load has shown. */
export interface LoadReport {
  readonly sent: number
  /** How often requests had to wait for others to end. */
  readonly late: number
  readonly statuses: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

const tickMs = 10
const underWayMax = 32

const feesPath = "/v1/agencies/agy_hirewell/fees"
const credentials = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }

/** The number of requests after which users repeat, as conflicts: what grows in a table of one size is a leak, and not the data. */
const usersRound = 2_000

/** Of a hundred requests: 60 pages of jobs, 15 users and fees read, 6 users and 10 fees written, 5 logins, 4 mistakes. */
const requestOf = (number: number, token: string) => {
  const kind = (number * 37) % 100
  const id = `soak_${number % usersRound}`
  const name = { first_name: "Ada", last_name: "Lovelace" }
  if (kind < 60) return { method: "GET", path: `/v1/jobs?limit=${1 + (number % 100)}`, request: { token } }
  if (kind < 68) return { method: "GET", path: "/v1/users?limit=10", request: { token } }
  if (kind < 75) return { method: "GET", path: feesPath, request: { token } }
  if (kind < 81) {
    return { method: "POST", path: "/v1/users", request: { token, json: { id, ...name, email: `${id}@example.com` } } }
  }
  if (kind < 91) {
    const customFees = [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: number }]
    return { method: "POST", path: feesPath, request: { token, json: { customFees } } }
  }
  if (kind < 96) return { method: "POST", path: "/v1/auth/token", request: { json: credentials } }
  if (kind < 98) return { method: "POST", path: "/v1/users", request: { token, body: "{", headers: jsonHeaders } }
  return { method: "GET", path: "/v1/jobs", request: { token: `wrong-${number}` } }
}
const jsonHeaders = { "content-type": "application/json" }

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10

/** Sends `perSecond` requests a second for the given seconds, then waits for all answers. */
export const runLoad = async (
  port: number,
  token: string,
  options: { readonly perSecond: number; readonly seconds: number }
): Promise<LoadReport> => {
  const { perSecond, seconds } = options
  const client = openClient(port)
  const statuses: Record<string, number> = {}
  const durations: Array<number> = []
  const total = perSecond * seconds
  let sent = 0
  let underWay = 0
  let late = 0
  const send = async (): Promise<void> => {
    const { method, path, request } = requestOf(sent++, token)
    underWay++
    const startMs = performance.now()
    const status = await client.call(method, path, request).then(
      (answer) => String(answer.status),
      (error: unknown) => String(error)
    )
    underWay--
    durations.push(performance.now() - startMs)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const startMs = performance.now()
  await new Promise<void>((resolve) => {
    const pending: Array<Promise<void>> = []
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - startMs) * perSecond) / 1_000))
      const room = Math.min(due - sent, underWayMax - underWay)
      for (let count = room; count > 0; count--) pending.push(send())
      if (sent < due) late++
      if (sent < total) return
      clearInterval(timer)
      void Promise.all(pending).then(() => resolve())
    }, tickMs)
  })
  client.close()
  const sorted = durations.toSorted((left, right) => left - right)
  return {
    sent,
    late,
    statuses,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: percentile(sorted, 1)
  }
}
