/**
 * Checks that every server gives the same answers to the requests that are measured, and keeps the same of them: status, headers,
 * body, the entry of the journal and its event. Ends with an AssertionError at the first difference; times nothing.
 *
 * What differs from one answer to the next is left out: identifiers, times and the signature of a cursor.
 */
import { strict as Assert } from "node:assert"
import { type Answer, createdOf, headersOf, posting, refusalOf, send } from "./Answer.ts"
import type { Engine } from "./Engine.ts"
import { jobPath } from "./Operations.ts"
import { publicUrl, type Server } from "./Process.ts"
import { applicationsOf } from "./SameApplications.ts"
import { eventShown } from "./SameEvents.ts"
import { tokensOf } from "./SameTokens.ts"

/** One byte more than the body of a new user may have. */
const bodyTooLarge = JSON.stringify({ first_name: "A".repeat(8_192) })

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

/** An answer whose bytes and tag are the same on all servers. */
const wholeOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: { ...headersOf(response), etag: response.headers.get("etag") ?? "" },
  body: await response.text()
})

/** The tag of the job that is read one by one. */
export const jobTagOf = async ({ name, port }: Server, token: string): Promise<string> => {
  const tag = (await send(port, jobPath, token)).headers.get("etag")
  Assert.ok(tag !== null, name)
  return tag
}

/** What the server answers to reads of one job. */
const jobAnswersOf = async (server: Server, token: string): Promise<Record<string, Answer>> => {
  const tag = await jobTagOf(server, token)
  const get = (path: string, headers: Record<string, string> = {}) => send(server.port, path, token, { headers })
  const known = (tags: string) => get(jobPath, { "if-none-match": tags })
  return {
    job: await wholeOf(await get(jobPath)),
    "state known": await wholeOf(await known(tag)),
    "state known among others": await wholeOf(await known(`"another", W/${tag}`)),
    "any state known": await wholeOf(await known("*")),
    "another state known": await wholeOf(await known(`"another"`)),
    "unknown job": await refusalOf(await get("/v1/jobs/job_unknown", { "if-none-match": "*" }))
  }
}

/** What the server answers to refusals and new users. */
const answersOf = async ({ port }: Server, token: string): Promise<Record<string, Answer>> => {
  const user = JSON.stringify({ first_name: "Ada", last_name: "Löwe", email: "ada.same@example.com" })
  const named = await send(port, "/v1/jobs", undefined, { headers: { "x-request-id": "chosen-by-the-caller" } })
  return {
    "no token": await refusalOf(await send(port, "/v1/jobs")),
    "no token, request named by the caller": await refusalOf(named),
    "unknown token": await refusalOf(await send(port, "/v1/jobs", "x".repeat(43))),
    "created user": await createdOf(await send(port, "/v1/users", token, posting(user))),
    "user that exists": await refusalOf(await send(port, "/v1/users", token, posting(user))),
    "body too large": await refusalOf(await send(port, "/v1/users", token, posting(bodyTooLarge)))
  }
}

/** Each comparison adds one user before its requests. */
const userCreated = `SELECT json FROM journal WHERE json LIKE '%"action":"user.created"%'`

/** The journal entry of the created user: its members, and who did it. */
const auditOf = async ({ databaseUrl }: Server, engine: Engine): Promise<unknown> => {
  const [row] = await engine.read(databaseUrl, userCreated)
  const { json }: Record<string, unknown> = { ...row }
  const { id, occurred_at: at, resource_id: user, request_id: request, ...rest } = JSON.parse(String(json))
  return { ...rest, whole: [id, at, user, request].every((member) => typeof member === "string") }
}

/** The event of that user: the record as it was answered. */
const eventOf = async ({ databaseUrl }: Server, engine: Engine): Promise<unknown> => {
  const [row] = await engine.read(databaseUrl, "SELECT * FROM events WHERE type = 'user.created'")
  return eventShown(row, (person) => person.startsWith("usr_"))
}

/** What `q` finds the user by that was created. */
const wordsOf = async ({ databaseUrl }: Server, engine: Engine): Promise<unknown> =>
  engine.read(databaseUrl, "SELECT words FROM search_words WHERE words LIKE '%same%'")

/** Checks that all servers answer alike, and that each reads the cursors of the one before it. */
export const checkSame = async (servers: ReadonlyArray<Server>, token: string, engine: Engine): Promise<void> => {
  const [first] = servers
  if (first === undefined) return
  const expectedAnswers = await answersOf(first, token)
  const expectedAudit = await auditOf(first, engine)
  const expectedEvent = await eventOf(first, engine)
  const expectedWords = await wordsOf(first, engine)
  const expectedJob = await jobAnswersOf(first, token)
  const expectedTokens = await tokensOf(first, engine)
  const expectedApplications = await applicationsOf(first, token, engine)
  for (const server of servers.slice(1)) {
    Assert.deepEqual(await answersOf(server, token), expectedAnswers, server.name)
    Assert.deepEqual(await auditOf(server, engine), expectedAudit, server.name)
    Assert.deepEqual(await eventOf(server, engine), expectedEvent, server.name)
    Assert.deepEqual(await wordsOf(server, engine), expectedWords, server.name)
    Assert.deepEqual(await tokensOf(server, engine), expectedTokens, server.name)
    Assert.deepEqual(await jobAnswersOf(server, token), expectedJob, server.name)
    Assert.deepEqual(await applicationsOf(server, token, engine), expectedApplications, server.name)
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
