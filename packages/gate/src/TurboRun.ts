/**
 * The summary that turbo writes of a run with `--summarize`: each task, when it began and ended, and whether its result came from the cache.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LeftPart } from "./LeftParts.ts"
import type { Part } from "./Summary.ts"

const Task = Schema.Struct({
  taskId: Schema.String,
  command: Schema.String,
  cache: Schema.Struct({ status: Schema.Literals(["HIT", "MISS"]) }),
  execution: Schema.optional(Schema.Struct({ startTime: Schema.Int, endTime: Schema.Int }))
})
const TurboRun = Schema.fromJsonString(Schema.Struct({ tasks: Schema.Array(Task) }))

/** The command that turbo reports for a task that the package does not have. */
const noCommand = "<NONEXISTENT>"

/** The parts of a run: its tasks that have a command, with what each has left. */
export const partsOf = (
  tasks: ReadonlyArray<typeof Task.Type>,
  left: ReadonlyMap<string, Omit<typeof LeftPart.Type, "name">>
): ReadonlyArray<Part> =>
  tasks
    .filter(({ command }) => command !== noCommand)
    .map(({ cache, execution, taskId }) => {
      const { cpuMs, failures = [] } = left.get(taskId) ?? {}
      return {
        name: taskId,
        wallMs: execution === undefined ? 0 : execution.endTime - execution.startTime,
        cpuMs,
        failures,
        isCached: cache.status === "HIT"
      }
    })

/** Reads the tasks of the last run in a folder of a repository. A turbo that was killed writes none. */
export const readTasks = Effect.fnUntraced(function* (root: string) {
  const folder = Path.join(root, ".turbo/runs")
  if (!Fs.existsSync(folder)) return []
  const files = Fs.readdirSync(folder).map((name) => Path.join(folder, name))
  const [last] = files.toSorted((a, b) => Fs.statSync(b).mtimeMs - Fs.statSync(a).mtimeMs)
  if (last === undefined) return []
  const { tasks } = yield* Schema.decodeUnknownEffect(TurboRun)(Fs.readFileSync(last, "utf8"))
  return tasks
})
