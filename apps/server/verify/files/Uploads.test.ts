/**
 * Many uploads and downloads at once (recruiting 5; issue 56, Must 1): as many as there are places are served, all others are refused at once, and no file is
 * whole in memory.
 */
import { assert, describe, it } from "@effect/vitest"
import { downloadsOfClientMax, uploadsMax, uploadsOfClientMax } from "@partner-api/domain/Attachment"
import { errorOf, named } from "../../test/ErrorAnswer.ts"
import { growthOf, startChildServer } from "../../test/hostile/ChildServer.ts"
import { filesOf, mebibyte, openFile, sendFile, sha256Of, submit, textBytes, tokensOfNewClients } from "./SentFiles.ts"
import { textOf } from "../../test/HttpCall.ts"

const offeredMore = 68
const growthMaxMib = 64
const sizeBytes = 10 * mebibyte
const firstBytes = 65_536

describe("uploads at once", () => {
  it("of 8 clients: 32 of 10 MiB are stored, 68 more are refused with 429, and memory grows by 64 MiB at most (recruiting 5)", async () => {
    await using server = await startChildServer({ command: "sandbox" })
    const { call, databaseFile, pid, port } = server
    const tokens = await tokensOfNewClients(databaseFile, call, uploadsMax / uploadsOfClientMax)
    const senders = await Promise.all(tokens.map(async (token) => ({ token, application: await submit(call, token) })))
    const files = senders.flatMap((sender, client) =>
      Array.from({ length: uploadsOfClientMax }, (_, index) => ({ ...sender, seed: `${client}.${index}` }))
    )
    // The first file takes what a program needs once.
    const [first] = senders
    assert.strictEqual(
      (await sendFile(call, first?.token ?? "", first?.application ?? "", textBytes(sizeBytes, "first"))).status,
      201
    )
    const body = textBytes(sizeBytes, "the same for all")
    const digest = sha256Of(body)
    const growth = await growthOf(pid, async () => {
      const open = files.map(({ application, token }) => openFile(port, token, application, sizeBytes))
      for (const one of open) await one.begun(body.subarray(0, firstBytes))
      const refused = await Promise.all(
        Array.from({ length: offeredMore }, (_, index) => {
          const { application = "", token = "" } = senders[index % senders.length] ?? {}
          return sendFile(call, token, application, textBytes(1_000, "more"))
        })
      )
      assert.deepStrictEqual(
        refused.filter((answer) => errorOf(answer) !== named(429)),
        []
      )
      for (const one of open) one.end(body.subarray(firstBytes))
      const stored = await Promise.all(open.map(({ answer }) => answer))
      assert.deepStrictEqual(
        stored.map((answer) => [answer.status, textOf(answer, "sha256")]),
        open.map(() => [201, digest])
      )
    })
    const counts = await Promise.all(
      senders.map(
        async ({ application, token }) => Object(await call("GET", filesOf(application), { token })).json.count
      )
    )
    assert.strictEqual(
      counts.reduce((sum, count) => sum + count, 0),
      uploadsMax + 1
    )
    process.stdout.write(`uploads at once: memory grew by ${growth.toFixed(1)} MiB\n`)
    assert.isAtMost(growth, growthMaxMib)
  })
})

describe("downloads at once", () => {
  it("of one client are 8: one more is refused with 429 before its first byte, and has a place when one has ended (recruiting 5)", async () => {
    await using server = await startChildServer({ command: "sandbox" })
    const { call, databaseFile, port } = server
    const [token = ""] = await tokensOfNewClients(databaseFile, call, 1)
    const application = await submit(call, token)
    const sent = await sendFile(call, token, application, textBytes(sizeBytes, "read"))
    const get = () =>
      fetch(`http://127.0.0.1:${port}${filesOf(application)}/${textOf(sent, "id")}/content`, {
        headers: { authorization: `Bearer ${token}` }
      })
    // Larger than the buffers between server and reader: each waits for its reader.
    const open = await Promise.all(Array.from({ length: downloadsOfClientMax }, get))
    assert.deepStrictEqual(
      open.map(({ status }) => status),
      open.map(() => 200)
    )
    const refused = await get()
    assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "1"])
    const [first, ...others] = open
    assert.strictEqual((await first?.arrayBuffer())?.byteLength, sizeBytes)
    const next = await get()
    assert.strictEqual(next.status, 200)
    for (const response of [next, ...others]) await response.body?.cancel()
  })
})
