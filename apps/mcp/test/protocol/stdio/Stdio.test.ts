/**
 * Standard input and output as a real client's pipe has them: broken lines, pieces, the end (mcp.md, 2.2 traps 7 and 8, and B6).
 */
import { spawn } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { messageBytesMax } from "../../../src/protocol/MessageSize.ts"
import { makeLineCutter, sortLine } from "../../../src/protocol/stdio/StdioLines.ts"
import { demoFile } from "../../fixture/Built.ts"
import { canary } from "../../fixture/Demo.ts"
import { environmentOf } from "../../fixture/NodeProgram.ts"
import { at, bodyOf } from "../../fixture/RawCalls.ts"

/** A client waits so long for its child before it kills it: on a machine that is too busy to start one in that time, as long as the start took. */
const endWithinMs = (startedMs: number) => Math.max(1_000, startedMs)

const start = () => {
  const beganMs = performance.now()
  const child = spawn(process.execPath, [demoFile], { env: environmentOf({}), stdio: ["pipe", "pipe", "pipe"] })
  const printed = { out: "", log: "" }
  let look = () => {}
  child.stdout.on("data", (chunk) => {
    printed.out += String(chunk)
    look()
  })
  child.stderr.on("data", (chunk) => void (printed.log += String(chunk)))
  const ended = new Promise<number | null>((resolve) => void child.on("close", resolve))
  const messages = (): ReadonlyArray<unknown> =>
    printed.out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  /** Waits for that many whole lines on standard output. */
  const answers = (count: number) =>
    new Promise<ReadonlyArray<unknown>>((resolve) => {
      look = () => printed.out.split("\n").length > count && resolve(messages())
      look()
    })
  /** How long the program took to its first answer. */
  const started = () => performance.now() - beganMs
  return { child, printed, ended, messages, answers, started }
}

const request = (id: number, method: string, params: Record<string, unknown> = {}) =>
  JSON.stringify({ ...JSON.parse(bodyOf(method, params)), id })

const idsOf = (messages: ReadonlyArray<unknown>) => messages.map((message) => at(message, "id"))
const codesOf = (messages: ReadonlyArray<unknown>) => messages.map((message) => at(message, "error", "code"))

describe("standard input and output", () => {
  it("a subscription to a resource is refused as over HTTP (docs/hosts)", () => {
    for (const method of ["resources/subscribe", "resources/unsubscribe"]) {
      const sorted = sortLine({ _tag: "Text", text: request(7, method, { uri: "partner://guide" }) })
      assert.strictEqual(sorted._tag, "Answer")
      const answer: unknown = JSON.parse("line" in sorted ? sorted.line : "null")
      assert.deepStrictEqual([at(answer, "id"), at(answer, "error", "code")], [7, -32601])
    }
  })

  it("broken lines lose no message that came with them, and each is reported (mcp.md, trap 7)", async () => {
    const server = start()
    const lines = [
      request(1, "tools/list"),
      "{broken",
      "42",
      '{"jsonrpc":"1.0","id":7,"method":"x"}',
      "",
      request(2, "tools/list")
    ]
    server.child.stdin.write(`${lines.join("\n")}\n`)
    const answers = await server.answers(5)
    assert.sameMembers([...idsOf(answers)], [1, 2, 7, null, null])
    assert.sameMembers(
      codesOf(answers).filter((code) => code !== undefined),
      [-32700, -32600, -32600]
    )
    server.child.stdin.end()
    assert.strictEqual(await server.ended, 0)
  })

  it.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "a client of %s is answered in its revision (README, Tools)",
    async (protocolVersion) => {
      const server = start()
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: "old", version: "0" } }
      server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`)
      const [answer] = await server.answers(1)
      assert.strictEqual(at(answer, "result", "protocolVersion"), protocolVersion)
      server.child.stdin.end()
      assert.strictEqual(await server.ended, 0)
    }
  )

  it("a message in pieces, some within a character, is one message", async () => {
    const server = start()
    const bytes = Buffer.from(
      `${request(1, "tools/call", { name: "measure", arguments: { organization_id: "org_a", text: "é€😀" } })}\n`
    )
    for (const byte of bytes) server.child.stdin.write(Buffer.of(byte))
    const [answer] = await server.answers(1)
    assert.deepStrictEqual(at(answer, "result", "structuredContent"), { text: "é€😀", length: 4 })
    server.child.stdin.end()
    assert.strictEqual(await server.ended, 0)
  })

  it("at the end of the input it answers what it has and ends within a second, with 0", async () => {
    const server = start()
    server.child.stdin.write(`${request(1, "tools/list")}\n`)
    await server.answers(1)
    const startedMs = server.started()
    server.child.stdin.write(request(2, "tools/list"))
    const startMs = performance.now()
    server.child.stdin.end()
    assert.strictEqual(await server.ended, 0)
    assert.isBelow(performance.now() - startMs, endWithinMs(startedMs))
    assert.deepStrictEqual(idsOf(server.messages()), [1, 2])
  })

  it("work that hangs does not hold up the end", async () => {
    const server = start()
    const _meta = { progressToken: "p" }
    const hang = JSON.parse(request(1, "tools/call", { name: "hang", arguments: {} }))
    Object.assign(hang.params._meta, _meta)
    server.child.stdin.write(`${JSON.stringify(hang)}\n`)
    await server.answers(1)
    const startedMs = server.started()
    const startMs = performance.now()
    server.child.stdin.end()
    assert.strictEqual(await server.ended, 0)
    assert.isBelow(performance.now() - startMs, endWithinMs(startedMs))
  })

  it("progress goes out in order and before the answer (spec 2026-07-28, progress)", async () => {
    const server = start()
    const call = JSON.parse(
      request(1, "tools/call", { name: "measure", arguments: { organization_id: "org_a", text: "a" } })
    )
    Object.assign(call.params._meta, { progressToken: "p" })
    server.child.stdin.write(`${JSON.stringify(call)}\n`)
    const answers = await server.answers(4)
    assert.deepStrictEqual(
      answers.map((answer) => at(answer, "params", "progress")),
      [1, 2, 3, undefined]
    )
    server.child.stdin.end()
    assert.strictEqual(await server.ended, 0)
  })

  it("writes nothing but messages, whatever happens (mcp.md, B6)", async () => {
    const server = start()
    const given = { organization_id: "org_a", text: "a", ending: "defect" }
    server.child.stdin.write(`nonsense\n${request(1, "tools/call", { name: "measure", arguments: given })}\n`)
    const answers = await server.answers(2)
    for (const answer of answers) assert.strictEqual(at(answer, "jsonrpc"), "2.0")
    server.child.stdin.end()
    assert.strictEqual(await server.ended, 0)
    assert.include(server.printed.log, '"event":"bad_line"')
    assert.include(server.printed.log, '"event":"tool_defect"')
    assert.notInclude(server.printed.log + server.printed.out, canary)
    for (const line of server.printed.log.trim().split("\n")) assert.property(JSON.parse(line), "event")
  })
})

describe("lines", () => {
  const texts = (chunks: ReadonlyArray<string>, bytesMax?: number) => {
    const cutter = makeLineCutter(bytesMax)
    return [...chunks.flatMap((chunk) => cutter.push(Buffer.from(chunk))), ...cutter.end()].map((line) =>
      line._tag === "Text" ? line.text : line._tag
    )
  }

  it("are cut at line feeds, wherever pieces end", () => {
    assert.deepStrictEqual(texts(["a\nb", "c\n", "\n", "d"]), ["a", "bc", "", "d"])
  })

  it("beyond the bound are skipped to their end, and the next is read", () => {
    assert.deepStrictEqual(texts(["12345", "6789\nab\n", "123456\n"], 5), ["TooLong", "ab", "TooLong"])
  })

  it("that nest too deep are reported as -32600, and go no further", () => {
    const line = sortLine({ _tag: "Text", text: "[".repeat(100_000) })
    assert.strictEqual(line._tag, "Answer")
    assert.include(line._tag === "Answer" ? line.line : "", "JSON nests at most 64 deep here.")
  })

  it("that are too long are reported as -32700", () => {
    assert.deepStrictEqual(sortLine({ _tag: "TooLong" }), {
      _tag: "Answer",
      line: `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"A message has at most ${messageBytesMax} bytes."}}\n`
    })
  })
})
