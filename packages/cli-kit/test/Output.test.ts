/**
 * The writer, as a process whose streams are read, and in this process with streams of its own: one line for each line, nothing in it that
 * a terminal obeys (decisions, Resources).
 */
import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as EffectOutput from "../src/EffectOutput.ts"
import * as Output from "../src/Output.ts"
import { Streams } from "../src/Streams.ts"

const src = (name: string) => JSON.stringify(new URL(`../src/${name}.ts`, import.meta.url).href)

/** Runs a module, in a process, that has the writer as `Output`, Effect, and a text with every character up to U+2100. */
const run = (body: string) => {
  const program = `
    import * as Output from ${src("Output")}
    import * as Effect from ${JSON.stringify(import.meta.resolve("effect/Effect"))}
    const text = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join("")
    ${body}`
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8"
  })
  return { status, stderr, stdout }
}

/** A stream that keeps what is written. */
const makeStream = () => {
  const pieces: Array<string> = []
  return {
    pieces,
    write: (piece: string, done?: () => void) => {
      pieces.push(piece)
      done?.()
      return true
    }
  }
}

/** What an effect writes to streams of its own. */
const written = async (effect: Effect.Effect<unknown, unknown>) => {
  const [results, notices] = [makeStream(), makeStream()]
  await Effect.runPromise(Effect.provideService(effect, Streams, { results, notices }))
  return { stdout: results.pieces.join(""), stderr: notices.pieces.join("") }
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
      await Effect.runPromise(Output.printNotice(text))
      const { printNow, printNoticeNow } = await Effect.runPromise(Output.writers)
      printNoticeNow(text, "next")
      printNow([text])`)
    assert.strictEqual(status, 0, stderr)
    assert.deepStrictEqual(linesOf(stdout), [shown, "next", shown, ""])
    assert.deepStrictEqual(linesOf(stderr), [shown, shown, "next", ""])
    assert.match(shown, /\\u0000.*\\u000a.*\\u001b.*\\u007f\\u0080.*\\u009f\u00a0.*\\u202e\u202f/u)
  })

  it("writes JSON that is one line and means the same", async () => {
    const { stdout } = await written(Output.printJson([{ [text]: text }, 1]))
    const [first = "", second, ...rest] = linesOf(stdout)
    assert.notMatch(first, driving)
    assert.deepStrictEqual([JSON.parse(first), second, rest], [{ [text]: text }, "1", [""]])
  })

  it("writes a status line over the one before it, and obeys nothing in it", () => {
    const terminal = makeStream()
    const line = Output.makeStatusLine(terminal)
    line.show("10 of 10\u001b[2J\n")
    line.show("1")
    line.show("")
    line.end()
    const first = String.raw`10 of 10\u001b[2J\u000a`
    assert.strictEqual(terminal.pieces.join(""), `\r${first}\r${"1".padEnd(first.length)}\r \r\n`)
  })
})

describe("what Effect writes", () => {
  it("goes through the writer, console and log", async () => {
    const work = Effect.andThen(
      Console.log("help\n  \u001b[1mbold\u001b[0m"),
      Effect.andThen(
        Console.error("\u001b[2J"),
        Effect.logError("failed\nforged", "\u009b31m", new Error("\u001b]0;x\u0007"))
      )
    )
    const { stderr, stdout } = await written(Effect.provide(work, [EffectOutput.layer, EffectOutput.logLayer]))
    assert.strictEqual(stdout, String.raw`help${"\n"}  \u001b[1mbold\u001b[0m${"\n"}`)
    const [first, second = "", ...rest] = linesOf(stderr)
    assert.deepStrictEqual([first, rest], [String.raw`\u001b[2J`, [""]])
    assert.match(second, /^timestamp=\S+ level=ERROR .*failed\\nforged.*\\u009b31m/)
    assert.notMatch(second, driving)
  })
})
