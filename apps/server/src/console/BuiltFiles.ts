/**
 * The files of the console as its build makes them, by their paths. A server that runs from source builds them when somebody first opens the
 * console after a change of its sources: that takes about two seconds and no second command.
 *
 * The program that is one file has the built files inside, in place of this module (`rolldown.config.ts`).
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The console could not be built. */
export class ConsoleNotBuilt extends Schema.TaggedError<ConsoleNotBuilt>()("ConsoleNotBuilt", {
  reason: Schema.String
}) {}

const home = fileURLToPath(new URL("../../../console/", import.meta.url))
const built = Path.join(home, "dist")

/** The sources of the files beside the folder of sources. */
const settings = ["index.html", "package.json", "vite.config.ts"]

/** The timeout of a build: twenty times what it takes on two cores. */
const buildTimeoutMs = 60_000

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, ConsoleNotBuilt> =>
  Effect.tryPromise({ try: work, catch: (cause) => new ConsoleNotBuilt({ reason: String(cause) }) })

const changedMs = (path: string): Promise<number> => Fs.stat(path).then(({ mtimeMs }) => mtimeMs)

/** The files of a folder, with their paths within it. */
const filesOf = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await Fs.readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => Path.relative(folder, Path.join(parentPath, name)))
}

/** When the sources were changed last. */
const newestMs = async (): Promise<number> => {
  const sources = (await filesOf(Path.join(home, "src"))).map((file) => Path.join("src", file))
  return Math.max(...(await Promise.all([...settings, ...sources].map((file) => changedMs(Path.join(home, file))))))
}

/** Whether the files that were built last are those of the sources. */
const isFresh = attempt(async () => {
  const madeMs = await changedMs(Path.join(built, "index.html")).catch(() => 0)
  return madeMs > (await newestMs())
})

/** Builds beside the last build and takes its place in one step: several servers may do so at once. */
const build = attempt(async () => {
  const beside = Path.join(home, "node_modules", `.console-${process.pid}`)
  await promisify(ChildProcess.execFile)(
    process.execPath,
    [Path.join(home, "node_modules/vite/bin/vite.js"), "build", "--outDir", beside, "--logLevel", "error"],
    // Whatever else is tested or measured here: the console is the one that operators get.
    { cwd: home, timeout: buildTimeoutMs, env: { ...process.env, NODE_ENV: "production" } }
  )
  await Fs.rm(built, { recursive: true, force: true })
  await Fs.rename(beside, built).catch(() => Fs.rm(beside, { recursive: true, force: true }))
})

const read = attempt(async () => {
  const paths = await filesOf(built)
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, Uint8Array]> => [
        path.replaceAll(Path.sep, "/"),
        await Fs.readFile(Path.join(built, path))
      ])
    )
  )
})

/** The files by their paths within the console, as `assets/index-1a2b3c.js`. */
export const builtFiles: Effect.Effect<ReadonlyMap<string, Uint8Array>, ConsoleNotBuilt> = Effect.andThen(
  Effect.flatMap(isFresh, (fresh) => (fresh ? Effect.void : build)),
  read
)
