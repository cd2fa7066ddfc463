/**
 * The three headers of Standard Webhooks 1.0, read from a `Headers` or from the record of Node, and checked before anything is computed.
 */
import { WebhookFailure } from "./WebhookError.ts"

/** The headers of a request: a `Headers`, or names and values as Node has them, in any case. */
export type RequestHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** The headers of a webhook, well formed and not yet trusted. */
export interface WebhookHeaders {
  readonly id: string
  /** When it was signed, in seconds since 1970, as it was written. */
  readonly timestamp: string
  /** Signatures of the version `v1`. Those of other versions are left out. */
  readonly signatures: ReadonlyArray<string>
}

/** The most signatures that are tried: each costs a comparison, and anybody may send more. */
const signaturesMax = 32

/** An id with a dot could move the border between id, time and body, which dots separate. */
const wellFormedId = /^[^.]{1,256}$/

/** Digits alone: `parseInt` would read the beginning of anything. */
const wellFormedTimestamp = /^\d{1,12}$/

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  if (typeof headers !== "object" || headers === null) return undefined
  if (typeof headers.get === "function") return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  // Two values of one header count as none: the sender is ambiguous.
  const value: unknown = isList(found) && found.length === 1 ? found[0] : found
  return typeof value === "string" ? value : undefined
}

const refusal = (name: string, value: string | undefined, form: string): WebhookFailure<"MissingHeader"> =>
  new WebhookFailure(
    "MissingHeader",
    value === undefined || value === "" ? `The header ${name} is missing.` : `The header ${name} must be ${form}.`
  )

/** The headers of a webhook, or which of them is missing or malformed. */
export const webhookHeaders = (headers: RequestHeaders): WebhookHeaders | WebhookFailure<"MissingHeader"> => {
  const id = headerOf(headers, "webhook-id")
  if (id === undefined || !wellFormedId.test(id)) return refusal("webhook-id", id, "at most 256 characters, no dot")
  const timestamp = headerOf(headers, "webhook-timestamp")
  if (timestamp === undefined || !wellFormedTimestamp.test(timestamp)) {
    return refusal("webhook-timestamp", timestamp, "whole seconds since 1970, at most 12 digits")
  }
  const signature = headerOf(headers, "webhook-signature")
  if (signature === undefined || signature === "") return refusal("webhook-signature", signature, "")
  const signatures = signature.split(" ").filter((one) => one.startsWith("v1,"))
  return { id, timestamp, signatures: signatures.slice(0, signaturesMax) }
}
