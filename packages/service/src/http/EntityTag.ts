/**
 * Entity tags: which of them a request knows (RFC 9110 §13.1.2). Tags are compared weakly: what is marked weak says the same, and so does what a
 * compressing proxy has changed.
 */
import { namesTag } from "../crypto/Secrets.ts"
import type { Incoming } from "./Incoming.ts"

const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/** Whether a request reads what it has already: its `If-None-Match` names this tag. */
export const knowsTag = ({ headers, method }: Pick<Incoming, "headers" | "method">, tag: string): boolean => {
  const known = headers["if-none-match"]
  return known !== undefined && isRead(method) && namesTag(known, tag)
}
