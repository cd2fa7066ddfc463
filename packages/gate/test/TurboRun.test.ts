/** The parts of a run, of what turbo writes about it and of what its parts have left. */
import { assert, describe, it } from "@effect/vitest"
import { partsOf } from "../src/TurboRun.ts"

const times = { startTime: 1_000, endTime: 4_000 }

describe("the parts of a run", () => {
  it("are the tasks that have a command, with the processor time that they left", () =>
    assert.deepStrictEqual(
      partsOf(
        [
          { taskId: "a#test", command: "vitest run", cache: { status: "MISS" }, execution: times },
          { taskId: "b#test", command: "vitest run", cache: { status: "HIT" } },
          { taskId: "c#sources", command: "<NONEXISTENT>", cache: { status: "MISS" } }
        ],
        new Map([["a#test", 9_000]])
      ),
      [
        { name: "a#test", wallMs: 3_000, cpuMs: 9_000, isCached: false },
        { name: "b#test", wallMs: 0, cpuMs: undefined, isCached: true }
      ]
    ))
})
