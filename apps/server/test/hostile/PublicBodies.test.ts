/**
 * Bodies without a token that are not finished (decisions, Limits): together they hold 64 MiB at most. Beyond it the one that has waited
 * longest ends, so that new ones get in.
 */
import { assert, describe, it } from "@effect/vitest"
import { publicBodyBytesMax } from "@partner-api/contract/BodyBound"
import { publicBodiesMax } from "@partner-api/service/http/PublicBodies"
import { checkError, errorOf, named } from "../ErrorAnswer.ts"
import { startServer } from "../TestServer.ts"
import { openRaw } from "./RawConnection.ts"

const form = "grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret"
const head = (length: number, ...headers: ReadonlyArray<string>): string =>
  [
    "POST /oauth/token HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/x-www-form-urlencoded",
    ...(length < 0 ? ["Transfer-Encoding: chunked"] : [`Content-Length: ${length}`]),
    ...headers,
    "\r\n"
  ].join("\r\n")

/** A request whose last byte is missing; waits until its head is read, so that requests are read in the order they are made. */
const openUnfinished = async (port: number) => {
  const connection = openRaw(port)
  connection.send(head(form.length, "Expect: 100-continue"))
  await connection.interim()
  connection.send(form.slice(0, -1))
  return connection
}

describe("bodies without a token that are not finished", () => {
  it("end with 408, the oldest first, when there are too many (decisions, Limits)", async () => {
    await using server = await startServer()
    const open: Array<Awaited<ReturnType<typeof openUnfinished>>> = []
    try {
      for (let index = 0; index < publicBodiesMax; index++) open.push(await openUnfinished(server.port))
      // There is room for all of these: the first of them can still be finished.
      const [first, second, third] = open
      first?.send(form.slice(-1))
      const finished = await first?.next()
      assert.strictEqual(typeof finished === "object" ? finished.status : finished, 200)
      // One takes its place, and the next one is one too many.
      open.push(await openUnfinished(server.port), await openUnfinished(server.port))
      const given = await second?.next()
      if (typeof given !== "object") throw new Error(`no answer: ${given}`)
      checkError(given, 408)
      assert.strictEqual(given.headers["connection"], "close")
      assert.strictEqual(await second?.next(), "closed")
      // The others are as they were, and the newest got in.
      for (const connection of [third, open.at(-1)]) {
        connection?.send(form.slice(-1))
        const answer = await connection?.next()
        assert.strictEqual(typeof answer === "object" ? answer.status : answer, 200)
      }
    } finally {
      for (const connection of open) connection[Symbol.dispose]()
    }
  })

  it("do not include one sent with a token: it is read when the token is accepted (decisions, Limits)", async () => {
    await using server = await startServer()
    using connection = openRaw(server.port)
    connection.send(head(publicBodyBytesMax).replace("/oauth/token", "/v1/users"))
    const answer = await connection.next()
    if (typeof answer !== "object") throw new Error(`no answer: ${answer}`)
    // Nothing of the body has been sent.
    assert.strictEqual(errorOf(answer), named(401))
  })
})
