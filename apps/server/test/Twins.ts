/**
 * What two servers that differ in nothing but what a viewer does not see answer alike: an answer without what differs between any two servers.
 */
import type { Answer } from "./HttpCall.ts"

/** An answer without addresses, signatures, and what is random in ids. */
export const plainAnswer = ({ headers, status, text }: Answer) => {
  const id = headers["x-request-id"]
  const {
    date: _date,
    ratelimit: _left,
    "x-request-id": _id,
    etag: _tag,
    link: _link,
    "www-authenticate": _realm,
    ...kept
  } = headers
  const body = text
    .replaceAll(String(id), "<request id>")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "<url>")
    .replaceAll(/cursor=[\w.-]+/g, "cursor=<cursor>")
    .replaceAll(/"cursor":"[^"]+"/g, '"cursor":"<cursor>"')
    .replaceAll(/(evt_[0-9A-V]{13})[0-9A-Z]{13}/g, "$1")
    .replaceAll(/app_[0-9A-Z]{26}/g, "<application>")
    .replaceAll(/"aud_[0-9A-Z]{26}"/g, '"<entry>"')
    .replaceAll(/"request_id":"[^"]+"/g, '"request_id":"<request id>"')
  const { location, "content-length": _length, ...same } = kept
  return { status, headers: { ...same, hasLocation: location !== undefined }, text: body }
}

/** The path of the next page of an answer; none on the last page. */
export const pathOfNext = ({ json }: Answer): string | undefined => {
  const next = (json as { readonly next?: unknown } | undefined)?.next
  if (typeof next !== "string") return undefined
  const { pathname, search } = new URL(next)
  return pathname + search
}
