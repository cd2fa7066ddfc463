/**
 * The writer, as a process whose streams are read: one line for each line, nothing in it that a terminal obeys (decisions, Resources).
 */
import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"

const src = (name: string) => JSON.stringify(new URL(`../src/${name}.ts`, import.meta.url).href)

/** Runs a module that has the writer as `Output`, Effect, and a text with every character up to U+2100. */
const run = (body: string) => {
  const program = `
    import * as Output from ${src("Output")}
    import * as EffectOutput from ${src("EffectOutput")}
    import * as Effect from ${JSON.stringify(import.meta.resolve("effect/Effect"))}
    import * as Console from ${JSON.stringify(import.meta.resolve("effect/Console"))}
    const text = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join("")
    ${body}`
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8"
  })
  return { status, stderr, stdout }
}

const text = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join("")

/** What the decisions name, and what else turns the reading order or ends a line. */
const driving = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

const linesOf = (out: string) => out.split("\n")

/** The line that every character makes: escapes in their places, everything else as it is. */
const shown = Array.from(text, (character) =>
  driving.test(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character
).join("")

describe("the writer", () => {
  it("writes every character that a terminal obeys as an escape, and every other one as it is", () => {
    const { status, stderr, stdout } = run(`
      await Effect.runPromise(Output.print([text, "next"]))
      await Effect.runPromise(Output.tell(text))
      const { printNow, tellNow } = await Effect.runPromise(Output.writers)
      tellNow(text, "next")
      printNow([text])`)
    assert.strictEqual(status, 0, stderr)
    assert.deepStrictEqual(linesOf(stdout), [shown, "next", shown, ""])
    assert.deepStrictEqual(linesOf(stderr), [shown, shown, "next", ""])
    assert.match(shown, /\\u0000.*\\u000a.*\\u001b.*\\u007f\\u0080.*\\u009f\u00a0.*\\u202e\u202f/u)
  })

  it("writes JSON that is one line and means the same", () => {
    const { stdout } = run("await Effect.runPromise(Output.printJson([{ [text]: text }, 1]))")
    const [first = "", second, ...rest] = linesOf(stdout)
    assert.notMatch(first, driving)
    assert.deepStrictEqual([JSON.parse(first), second, rest], [{ [text]: text }, "1", [""]])
  })

  it("writes a status line over the one before it, and obeys nothing in it", () => {
    const { stderr } = run(`
      const line = Output.makeStatusLine(process.stderr)
      line.show("10 of 10\\u001b[2J\\n")
      line.show("1")
      line.show("")
      line.end()`)
    const first = String.raw`10 of 10\u001b[2J\u000a`
    assert.strictEqual(stderr, `\r${first}\r${"1".padEnd(first.length)}\r \r\n`)
  })
})

describe("what Effect writes", () => {
  it("goes through the writer, console and log", () => {
    const { stderr, stdout } = run(`
      const work = Effect.andThen(Console.log("help\\n  \\u001b[1mbold\\u001b[0m"), Effect.andThen(
        Console.error("\\u001b[2J"), Effect.logError("failed\\nforged", "\\u009b31m", new Error("\\u001b]0;x\\u0007"))))
      await Effect.runPromise(Effect.provide(work, [EffectOutput.layer, EffectOutput.logLayer]))`)
    assert.strictEqual(stdout, String.raw`help${"\n"}  \u001b[1mbold\u001b[0m${"\n"}`)
    const [first, second = "", ...rest] = linesOf(stderr)
    assert.deepStrictEqual([first, rest], [String.raw`\u001b[2J`, [""]])
    assert.match(second, /^timestamp=\S+ level=ERROR .*failed\\nforged.*\\u009b31m/)
    assert.notMatch(second, driving)
  })
})
