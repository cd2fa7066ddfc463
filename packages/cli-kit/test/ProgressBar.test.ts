/**
 * Progress where no terminal is: a line for every tenth, with the amount in the unit of its size.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { showProgress } from "../src/ProgressBar.ts"
import { Streams } from "../src/Streams.ts"

it.effect.each([
  [30, "30 of 30 bytes"],
  [30_000, "30.0 of 30.0 kB"],
  [3_000_000, "3.0 of 3.0 MB"]
] as const)("a file of %i bytes ends at %s", ([total, amount]) =>
  Effect.gen(function* () {
    const pieces: Array<string> = []
    const stream = { write: (piece: string) => pieces.push(piece) > 0 }
    yield* Effect.provideService(
      showProgress("checking", { done: total, total, step: total, unit: "bytes" }),
      Streams,
      { results: stream, notices: stream }
    )
    assert.deepStrictEqual(pieces, [`checking  ${"#".repeat(30)} 100%  ${amount}\n`])
  })
)
