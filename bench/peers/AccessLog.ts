/**
 * The access log of the peers: the members and the batches of the product's, so that nobody gains by silence.
 */
import type { Caller } from "./Caller.ts"

const batchMs = 200
const batchMax = 1_000
let lines: Array<string> = []

const flush = (): void => {
  if (lines.length === 0) return
  const text = lines.join("")
  lines = []
  process.stdout.write(text)
}
setInterval(flush, batchMs).unref()

/** Logs an answer. */
export const logAnswer = (
  method: string | undefined,
  route: string,
  status: number,
  beganAt: number,
  requestId: string,
  caller?: Caller
): void => {
  const line = {
    time: new Date().toISOString(),
    method,
    route,
    status,
    duration_ms: Math.round((performance.now() - beganAt) * 1_000) / 1_000,
    request_id: requestId,
    client_id: caller?.clientId,
    organization_id: caller?.organizationId
  }
  lines.push(`${JSON.stringify(line)}\n`)
  if (lines.length >= batchMax) flush()
}
