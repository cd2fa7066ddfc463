/**
 * Help at a terminal: no line is wider than it but those that are there to be copied, and no word is lost.
 */
import { assert, describe, it } from "@effect/vitest"
import * as CliOutput from "effect/cli/CliOutput"
import type { HelpDoc } from "effect/cli/HelpDoc"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as EffectOutput from "../src/EffectOutput.ts"
import { wrapHelp } from "../src/HelpText.ts"
import { Streams } from "../src/Streams.ts"

const long = "Only what was written since then, in the order of the last write, such as a moment, or how long ago it is"
const command = `program list ${"--flag value ".repeat(12)}`.trim()

const doc: HelpDoc = {
  description: `${long}. ${long}`,
  usage: `program list ${"[flags] ".repeat(16)}`.trim(),
  flags: [
    { name: "since", aliases: [], type: "TIME", description: Option.some(long), required: false },
    { name: "a".repeat(40), aliases: [], type: "boolean", description: Option.some(long), required: false }
  ],
  examples: [{ command, description: long }],
  annotations: Context.empty()
}

/** Help as a terminal of these columns shows it. */
const shownAt = async (columns: number | undefined): Promise<string> => {
  let text = ""
  const stream = {
    isTTY: columns !== undefined,
    ...(columns === undefined ? {} : { columns }),
    write: (piece: string, done?: () => void) => {
      text += piece
      done?.()
      return true
    }
  }
  await Effect.flatMap(CliOutput.Formatter, (formatter) => Console.log(formatter.formatHelpDoc(doc))).pipe(
    Effect.provide(EffectOutput.layer),
    Effect.provideService(Streams, { results: stream, notices: stream }),
    Effect.runPromise
  )
  return text
}

const words = (text: string): ReadonlyArray<string> => text.split(/[\s#]+/u).filter((word) => word !== "")

describe("help", () => {
  it("is as wide as it is where no terminal shows it", async () => {
    const formatted = CliOutput.defaultFormatter({ colors: false }).formatHelpDoc(doc)
    assert.strictEqual(await shownAt(undefined), `${formatted}\n`)
  })

  it.for([60, 80, 100])("fits into %i columns, but for commands, and loses no word", async (columns) => {
    const text = await shownAt(columns)
    const tooLong = text.split("\n").filter((line) => line.length > columns)
    assert.deepStrictEqual(
      tooLong.map((line) => line.trim()),
      [doc.usage, command].filter((line) => line.length + 2 > columns)
    )
    assert.deepStrictEqual(words(text), words(await shownAt(undefined)))
  })

  it("has a description under itself", () =>
    assert.strictEqual(
      wrapHelp("FLAGS\n  --since TIME    Only what was written since then, in the order of the last write", 50),
      "FLAGS\n  --since TIME    Only what was written since\n                  then, in the order of the last\n                  write"
    ))
})
