/**
 * Requests to a server, and its answers without what differs from one to the next: identifiers, times and the signature of a cursor.
 */
import { publicUrl } from "./Process.ts"

/** Sends one request to a server. No answer is compressed: the peers compress none. */
export const send = (port: number, path: string, token?: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: {
      "accept-encoding": "identity",
      ...init?.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    }
  })

/** Headers that are left out: they differ each time, or show how Fastify ends a connection after a body that is too large. */
const leftOut = new Set(["date", "content-length", "connection", "keep-alive"])

/** The headers of an answer, without what differs each time. The parameter that Fastify adds to the media type changes nothing. */
export const headersOf = (response: Response): Record<string, string> => ({
  ...Object.fromEntries([...response.headers].filter(([name]) => !leftOut.has(name))),
  "content-type": (response.headers.get("content-type") ?? "").replace(/; ?charset=utf-8$/, ""),
  "x-request-id": (response.headers.get("x-request-id") ?? "").replace(/^[0-9a-f-]{36}$/, "a UUID"),
  ratelimit: (response.headers.get("ratelimit") ?? "").replace(/r=\d+/, "r="),
  link: (response.headers.get("link") ?? "").replace(/cursor=[^>]+/, "cursor="),
  location: (response.headers.get("location") ?? "").replace(/_[0-9A-Za-z]+$/, "_"),
  etag: (response.headers.get("etag") ?? "").replace(/^"[\w-]{22}"$/, "a tag")
})

/** An answer as all servers must give it. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** A refusal: its code, and whether its body names the request. Its sentence for people is each server's own. */
export const refusalOf = async (response: Response): Promise<Answer> => {
  const { error, request_id: id }: { error: string; request_id: string } = JSON.parse(await response.text())
  return {
    status: response.status,
    headers: headersOf(response),
    body: { error, namesRequest: id === response.headers.get("x-request-id") }
  }
}

/** The answer to a new resource. Each server has its own identifiers and times. */
export const createdOf = async (response: Response): Promise<Answer> => {
  const {
    id,
    created_at: createdAt,
    updated_at: updatedAt,
    state_entered_at: at,
    ...rest
  } = JSON.parse(await response.text())
  const located = response.headers.get("location") === `${response.url.replace(/^http:..[^/]+/, publicUrl)}/${id}`
  return {
    status: response.status,
    headers: headersOf(response),
    body: { ...rest, located, sameTimes: createdAt === updatedAt, entered: at === undefined || at === createdAt }
  }
}

/** A request that sends JSON. */
export const posting = (body: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body
})
