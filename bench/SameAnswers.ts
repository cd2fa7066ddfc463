/**
 * Checks that every server gives the same answers to the requests that are measured, and keeps the same of them: status, headers,
 * body, and the entry of the journal. Ends with an AssertionError at the first difference; times nothing.
 *
 * What differs from one answer to the next is left out: identifiers, times and the signature of a cursor.
 */
import { strict as Assert } from "node:assert"
import type { Engine } from "./Engine.ts"
import { publicUrl, type Server } from "./Process.ts"

/** One byte more than the body of a new user may have. */
const bodyTooLarge = JSON.stringify({ first_name: "A".repeat(8_192) })

/** Sends one request to a server. */
export const send = (port: number, path: string, token?: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { ...init?.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  })

/** Headers that are left out: they differ each time, or tell how Fastify ends a connection after a body that is too large. */
const leftOut = new Set(["date", "content-length", "connection", "keep-alive"])

/** The headers of an answer, without what differs each time. The parameter that Fastify adds to the media type changes nothing. */
const headersOf = (response: Response): Record<string, string> => ({
  ...Object.fromEntries([...response.headers].filter(([name]) => !leftOut.has(name))),
  "content-type": (response.headers.get("content-type") ?? "").replace(/; ?charset=utf-8$/, ""),
  "x-request-id": (response.headers.get("x-request-id") ?? "").replace(/^[0-9a-f-]{36}$/, "a UUID"),
  ratelimit: (response.headers.get("ratelimit") ?? "").replace(/r=\d+/, "r="),
  link: (response.headers.get("link") ?? "").replace(/cursor=[^>]+/, "cursor="),
  location: (response.headers.get("location") ?? "").replace(/usr_[0-9A-Za-z]+$/, "usr_")
})

/** An answer as all servers must give it. */
interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** A page without its `next`, whose cursor holds the time; and where that leads. */
const pageAt = async (server: Server, path: string, token: string): Promise<{ answer: Answer; next: string }> => {
  const response = await send(server.port, path, token)
  const text = await response.text()
  Assert.equal(response.status, 200, `${server.name}: ${text}`)
  const { next }: { next: string } = JSON.parse(text)
  Assert.equal(response.headers.get("link"), `<${next}>; rel="next"`, server.name)
  return {
    answer: { status: response.status, headers: headersOf(response), body: text.replace(next, "") },
    next: next.slice(publicUrl.length)
  }
}

/** A refusal: its code, and whether its body names the request. What it says to people is each server's own. */
const refusalOf = async (response: Response): Promise<Answer> => {
  const { error, request_id: id }: { error: string; request_id: string } = JSON.parse(await response.text())
  return {
    status: response.status,
    headers: headersOf(response),
    body: { error, namesRequest: id === response.headers.get("x-request-id") }
  }
}

/** A new user's answer. Each server has its own identifiers and times. */
const createdOf = async (response: Response): Promise<Answer> => {
  const { id, created_at: createdAt, updated_at: updatedAt, ...rest } = JSON.parse(await response.text())
  const located = response.headers.get("location") === `${publicUrl}/v1/users/${id}`
  return {
    status: response.status,
    headers: headersOf(response),
    body: { ...rest, located, sameTimes: createdAt === updatedAt }
  }
}

const creation = (body: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body
})

/** What the server answers to everything but pages. */
const answersOf = async ({ port }: Server, token: string): Promise<Record<string, Answer>> => {
  const user = JSON.stringify({ first_name: "Ada", last_name: "Löwe", email: "ada.same@example.com" })
  const named = await send(port, "/v1/jobs", undefined, { headers: { "x-request-id": "chosen-by-the-caller" } })
  return {
    "no token": await refusalOf(await send(port, "/v1/jobs")),
    "no token, request named by the caller": await refusalOf(named),
    "unknown token": await refusalOf(await send(port, "/v1/jobs", "x".repeat(43))),
    "created user": await createdOf(await send(port, "/v1/users", token, creation(user))),
    "user that exists": await refusalOf(await send(port, "/v1/users", token, creation(user))),
    "body too large": await refusalOf(await send(port, "/v1/users", token, creation(bodyTooLarge)))
  }
}

/** The entry of the journal that tells of the user that was created: its members, and who did it. */
const auditOf = async ({ databaseUrl }: Server, engine: Engine): Promise<unknown> => {
  const {
    id,
    occurred_at: at,
    resource_id: user,
    request_id: request,
    ...rest
  } = JSON.parse(await engine.userCreated(databaseUrl))
  return { ...rest, whole: [id, at, user, request].every((member) => typeof member === "string") }
}

/** Checks that all servers answer alike, and that each reads the cursors of the one before it. */
export const checkSame = async (servers: ReadonlyArray<Server>, token: string, engine: Engine): Promise<void> => {
  const [first] = servers
  if (first === undefined) return
  const expectedAnswers = await answersOf(first, token)
  const expectedAudit = await auditOf(first, engine)
  for (const server of servers.slice(1)) {
    Assert.deepEqual(await answersOf(server, token), expectedAnswers, server.name)
    Assert.deepEqual(await auditOf(server, engine), expectedAudit, server.name)
  }
  for (const limit of [100, 10, 7]) {
    const expected = await pageAt(first, `/v1/jobs?limit=${limit}`, token)
    const expectedNext = await pageAt(first, expected.next, token)
    let cursor = expected.next
    for (const server of servers) {
      const page = await pageAt(server, `/v1/jobs?limit=${limit}`, token)
      Assert.deepEqual(page.answer, expected.answer, server.name)
      Assert.deepEqual((await pageAt(server, cursor, token)).answer, expectedNext.answer, server.name)
      cursor = page.next
    }
  }
}
