/**
 * The path of a request as it was sent: what comes before the query.
 */
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

export const pathOf = ({ url }: Pick<HttpServerRequest, "url">): string => {
  const end = url.indexOf("?")
  return end < 0 ? url : url.slice(0, end)
}
