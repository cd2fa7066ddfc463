/**
 * Turns a request into its event, when it is signed with one of the secrets and not too old. Does not know whether the event came
 * before: `Handler.ts` does.
 */
import { decodeEvent, type PartnerEvent } from "./PartnerEvent.ts"
import { bodyNotRaw, bytesOf, type RawBody } from "./RawBody.ts"
import { isSigned } from "./Signature.ts"
import { isWebhookError, WebhookFailure } from "./WebhookError.ts"
import { type RequestHeaders, webhookHeaders } from "./WebhookHeaders.ts"
import { keysOf, type WebhookSecrets } from "./WebhookSecret.ts"

/** The maximum difference of the clocks, in seconds: 5 minutes, as in the libraries of Standard Webhooks. */
export const toleranceSecondsDefault = 300

/** The options of the check of a webhook. */
export interface UnwrapOptions {
  /** The maximum difference between the time of the request and this machine's, in seconds, to either side; default 300. */
  readonly toleranceSeconds?: number | undefined
}

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()

/**
 * Checks the signature of a webhook and gives its event.
 *
 * `rawBody` is the body as it came: text or bytes, never parsed JSON. `headers` is a `Headers` or the record of Node. `secrets` is the secret of
 * the endpoint, `whsec_…`, or several while one replaces another. At most 32 signatures are tried, and the signature is checked before the
 * time. Unknown members are kept; an unknown type arrives as {@link PartnerEvent} of the type `unknown`.
 *
 * Rejects with a `WebhookError`: `BodyNotRaw`, `InvalidSecret`, `MissingHeader`, `NoMatchingSignature`, `OutsideTolerance` or
 * `InvalidEvent`.
 *
 * ```ts
 * const event = await webhooks.unwrap(await request.text(), request.headers, secret)
 * ```
 */
export const unwrap = async (
  rawBody: RawBody,
  headers: RequestHeaders,
  secrets: WebhookSecrets,
  options: UnwrapOptions = {}
): Promise<PartnerEvent> => {
  const body = bytesOf(rawBody)
  if (body === undefined) throw bodyNotRaw(rawBody)
  const keys = keysOf(secrets)
  if (isWebhookError(keys)) throw keys
  const given = webhookHeaders(headers)
  if (isWebhookError(given)) throw given
  const { id, signatures, timestamp } = given
  if (!(await isSigned(keys, { id, timestampSeconds: timestamp, body }, signatures))) {
    const tried = `${signatures.length} of version v1, ${keys.length} ${keys.length === 1 ? "secret" : "secrets"}`
    throw new WebhookFailure("NoMatchingSignature", `No signature matches the body (${tried}).`)
  }
  const { toleranceSeconds = toleranceSecondsDefault } = options
  const [sentSeconds, nowSeconds] = [Number(timestamp), Math.floor(Date.now() / 1_000)]
  const apartSeconds = Math.abs(nowSeconds - sentSeconds)
  // Written so that a tolerance that is no number lets nothing through.
  if (!(apartSeconds <= toleranceSeconds)) {
    const clocks = `signed at ${iso(sentSeconds)}, and this machine's clock says ${iso(nowSeconds)}`
    throw new WebhookFailure(
      "OutsideTolerance",
      `The request was ${clocks}: ${apartSeconds} s apart, where ${toleranceSeconds} s are allowed.`
    )
  }
  const event = decodeEvent(body)
  if (isWebhookError(event)) throw event
  return event
}
