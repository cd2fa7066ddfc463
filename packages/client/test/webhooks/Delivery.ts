/**
 * A webhook as the service sends it, made without the library: by Node's own cryptography.
 */
import * as Crypto from "node:crypto"

/** A secret of 32 bytes, whose text has both characters that base64url lacks, and a pad. */
export const secret = `whsec_${Buffer.alloc(32, "\u00fb\u00ff\u00be").toString("base64")}`

/** The secret of another endpoint. */
export const otherSecret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`

/** A job as an event has it. */
const job = { id: "job_1", title: "Ingeniør", description: "Builds engines.", status: "CLOSED" } as const

/** An event of the feed. */
export const event = {
  id: "evt_00000000000070000000000000",
  type: "job.closed",
  timestamp: "2026-01-31T09:30:00.000Z",
  organization_id: "org_acme",
  sequence: 7,
  data: { job, changed: ["status"], previous: { status: "OPEN" } }
} as const

export interface Delivery {
  readonly body: string
  readonly headers: {
    readonly "webhook-id": string
    readonly "webhook-timestamp": string
    readonly "webhook-signature": string
  }
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

/** The signature of a body, by the text of the standard. */
export const signatureBy = (secretOf: string, id: string, timestamp: string, body: string): string => {
  const key = Buffer.from(secretOf.slice("whsec_".length), "base64")
  return `v1,${Crypto.createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
}

/** A delivery; of the event above, signed now, unless something else is given. */
export const deliver = ({
  body = JSON.stringify(event),
  id = event.id as string,
  timestamp = String(nowSeconds()),
  by = secret
} = {}): Delivery => ({
  body,
  headers: {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatureBy(by, id, timestamp, body)
  }
})

/** What a promise rejects with. */
export const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
