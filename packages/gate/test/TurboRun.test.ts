/** The parts of a run, of what turbo writes about it and of what its parts have left. */
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { partsOf, readTasks } from "../src/TurboRun.ts"

const times = { startTime: 1_000, endTime: 4_000 }

describe("the parts of a run", () => {
  it("are the tasks that have a command, with what they left", () =>
    assert.deepStrictEqual(
      partsOf(
        [
          { taskId: "a#test", command: "vitest run", cache: { status: "MISS" }, execution: times },
          { taskId: "b#test", command: "vitest run", cache: { status: "HIT" } },
          { taskId: "c#sources", command: "<NONEXISTENT>", cache: { status: "MISS" } }
        ],
        new Map([["a#test", { cpuMs: 9_000, failures: ["one"] }]])
      ),
      [
        { name: "a#test", wallMs: 3_000, cpuMs: 9_000, isCached: false, failures: ["one"] },
        { name: "b#test", wallMs: 0, cpuMs: undefined, isCached: true, failures: [] }
      ]
    ))

  it("are none where turbo was killed before it wrote of them", async () =>
    assert.deepStrictEqual(
      await Effect.runPromise(readTasks(Path.join(Os.tmpdir(), "partner-api-no-such-folder"))),
      []
    ))
})
