/**
 * Broken HTTP over raw sockets (decisions, Errors; issue 3): every request of the table is answered in time, with the Error body
 * where it is refused, leaves its connection in the state that was promised, and leaves the service at work for others.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkErrorForm } from "../ErrorAnswer.ts"
import { sharedServer } from "../TestServer.ts"
import { type BrokenRequest, brokenRequests } from "./BrokenRequests.ts"
import { type Next, openRaw } from "./RawConnection.ts"

const { call, port, tokens } = await sharedServer()
const answerMs = 5_000

const probe = (id: string, last: "close" | "keep-alive") =>
  `GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\nConnection: ${last}\r\n\r\n`

/** Checks what came next: an answer with this status, with the Error body when it is an error. Gives the status. */
const checkNext = (next: Next, status: number): number => {
  if (typeof next === "string") throw new Error(`${next}, not an answer with ${status}`)
  assert.strictEqual(next.status, status, next.text)
  assert.match(String(next.headers["x-request-id"]), /^[A-Za-z0-9_-]{1,64}$/)
  if (status >= 400) checkErrorForm(next)
  return next.status
}

const checkRow = async (
  [statuses, after, , bytes, half]: BrokenRequest,
  deadlineMs = answerMs
): Promise<ReadonlyArray<number>> => {
  const answered: Array<number> = []
  using connection = openRaw(port)
  connection.send(bytes)
  if (half === "half") connection.end()
  for (const status of statuses) answered.push(checkNext(await connection.next(deadlineMs), status))
  if (after === "open") {
    connection.send(probe("after", "close"))
    const answer = await connection.next(deadlineMs)
    checkNext(answer, 200)
    if (typeof answer !== "string") assert.strictEqual(answer.headers["x-request-id"], "after")
  }
  assert.strictEqual(await connection.next(deadlineMs), "closed")
  assert.strictEqual((await call("GET", "/health/live")).status, 200)
  return answered
}

describe.for(Object.entries(brokenRequests))("broken HTTP: %s", ([, rows]) => {
  it.for(rows.map((row) => [row[0].join(" "), row[2], row] as const))(
    "is answered with %s: %s (decisions, Errors)",
    async ([statuses, , row]) => assert.strictEqual((await checkRow(row)).join(" "), statuses)
  )
})

describe("broken HTTP", () => {
  it("has at least 60 rows, none twice (issue 3)", () => {
    const all = Object.values(brokenRequests).flat()
    assert.isAtLeast(all.length, 60)
    assert.strictEqual(new Set(all.map(([, , , bytes, half]) => bytes + String(half))).size, all.length)
  })

  it.for<[what: string, row: BrokenRequest]>([
    ["another status", [[400], "open", "", probe("a", "keep-alive")]],
    ["an answer less", [[200, 400], "closed", "", probe("a", "close")]],
    ["an answer more", [[200], "closed", "", probe("a", "keep-alive") + probe("b", "close")]],
    ["an open connection", [[200], "closed", "", probe("a", "keep-alive")]],
    ["a closed connection", [[200], "open", "", probe("a", "close")]],
    ["silence", [[200], "open", "", ""]]
  ])("is judged: a row with %s instead of what came does not pass (negative control)", async ([, row]) => {
    const verdict = await checkRow(row, 500).then(
      () => "passed",
      () => "failed"
    )
    assert.strictEqual(verdict, "failed")
  })
})

describe("a request behind one whose end is not certain", () => {
  it.for([
    ["gzip, chunked", "HTTP/1.1"],
    ["chunked", "HTTP/1.0"]
  ])("has no effect: Transfer-Encoding: %s over %s (RFC 9112 §6.1)", async ([coding, version]) => {
    const body = JSON.stringify({ title: `Smuggled over ${version}`, description: "Behind another request." })
    const head = ["Host: localhost", `Authorization: Bearer ${tokens.acme}`, "Content-Type: application/json"]
    const outer = [
      `POST /oauth/token ${version}`,
      "Host: localhost",
      `Transfer-Encoding: ${coding}`,
      "Connection: keep-alive"
    ]
    const inner = ["POST /v1/jobs HTTP/1.1", ...head, `Content-Length: ${body.length}`]
    using connection = openRaw(port)
    connection.send(`${outer.join("\r\n")}\r\n\r\n0\r\n\r\n${inner.join("\r\n")}\r\n\r\n${body}`)
    checkNext(await connection.next(answerMs), 400)
    assert.strictEqual(await connection.next(answerMs), "closed")
    const found = await call("GET", `/v1/jobs?q=${encodeURIComponent(`Smuggled over ${version}`)}`, {
      token: tokens.acme
    })
    assert.include(found.text, '"count":0')
  })
})

describe("a client that goes away", () => {
  it.for([
    ["before it says anything", ""],
    ["in a request line", "GET /hea"],
    ["in a header", "GET /health/live HTTP/1.1\r\nHos"],
    ["in a body", "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na"],
    ["in a chunk", "POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n9\r\na"],
    ["before a large answer", "GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n"]
  ])("%s leaves the service at work (issue 3)", async ([, bytes]) => {
    using connection = openRaw(port)
    connection.send(probe("before", "keep-alive") + bytes)
    checkNext(await connection.next(answerMs), 200)
    connection.reset()
    assert.strictEqual((await call("GET", "/health/live")).status, 200)
  })
})
