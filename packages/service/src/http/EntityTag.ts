/**
 * Compares the `If-None-Match` of a request with an ETag (RFC 9110 §13.1.2). The comparison is weak: a weak tag, and a tag that a compressing proxy has
 * marked, match too.
 */
import { namesTag } from "../crypto/Secrets.ts"
import type { Incoming } from "./Incoming.ts"

const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/** Whether a GET or HEAD request has this tag in `If-None-Match`. */
export const knowsTag = ({ headers, method }: Pick<Incoming, "headers" | "method">, tag: string): boolean => {
  const known = headers["if-none-match"]
  return known !== undefined && isRead(method) && namesTag(known, tag)
}
