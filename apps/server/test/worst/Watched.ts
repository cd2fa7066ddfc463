/**
 * A server in a process of its own whose requests are measured, on a database that is filled. `LoopWatch.ts` measures inside of it.
 *
 * The limits of requests are set so high that a request is measured and not its refusal; none is switched off.
 */
import * as ChildProcess from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Readline from "node:readline"
import * as Schema from "effect/Schema"
import { compileCache, mainFile } from "../Built.ts"
import { writeFiles } from "./WorstAttachments.ts"
import { sizes } from "./WorstNames.ts"

const Taken = Schema.Struct({ cpuMs: Schema.Number, pieceMs: Schema.Number })
const decodeTaken = Schema.decodeUnknownSync(Taken)
const decodeControl = Schema.decodeUnknownSync(Schema.Struct({ controlMs: Schema.Number }))

/** What a request has taken of the server. */
export type Taken = typeof Taken.Type

const watchFile = Path.join(import.meta.dirname, "LoopWatch.ts")

const settingsOf = (databaseUrl: string, filesFolder: string) => ({
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: compileCache,
  DATABASE_URL: databaseUrl,
  FILES_URL: `file:${filesFolder}`,
  PORT: "0",
  OPERATOR_PORT: "0",
  PUBLIC_URL: "https://partners.example.com",
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  SECRETS_KEY: sizes.secretsKey
})

/** Starts a server, with the files that the rows of attachments name. Start it with `await using`, which ends it. */
export const startWatched = async (databaseUrl: string) => {
  const filesFolder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "worst-files-"))
  writeFiles(filesFolder)
  const child = ChildProcess.spawn(
    process.execPath,
    ["--max-semi-space-size=16", "--import", watchFile, process.env["WORST_PROGRAM"] ?? mainFile, "serve"],
    {
      cwd: Os.tmpdir(),
      env: settingsOf(databaseUrl, filesFolder),
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    }
  )
  const ports: { service?: number; console?: number } = {}
  const printed: Array<string> = []
  await new Promise<void>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`ended with ${code}: ${printed.join("\n")}`)))
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      Readline.createInterface({ input: stream }).on("line", (line) => {
        printed.push(line)
        const service = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
        const console = /The console is at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
        if (service !== undefined) ports.service = Number(service)
        if (console !== undefined) ports.console = Number(console)
        if (ports.service !== undefined && ports.console !== undefined) resolve()
      })
    }
  })
  const call = async (command: "begin" | "end" | "control"): Promise<unknown> => {
    const answered = once(child, "message")
    child.send(command)
    const [message]: Array<unknown> = await answered
    return message
  }
  return {
    pid: child.pid ?? 0,
    port: ports.service ?? 0,
    consolePort: ports.console ?? 0,
    printed,
    /** What work takes of the server, until it has nothing left to do. */
    measure: async <A>(work: () => Promise<A>): Promise<Taken & { readonly result: A }> => {
      await call("begin")
      const result = await work()
      return { result, ...decodeTaken(await call("end")) }
    },
    /** What work that is always the same takes of the server, in milliseconds: about 10 on a quiet machine. */
    controlMs: async (): Promise<number> => decodeControl(await call("control")).controlMs,
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
      Fs.rmSync(filesFolder, { recursive: true, force: true })
    }
  }
}

export type Watched = Awaited<ReturnType<typeof startWatched>>

const runTimeMs = (pid: string): number => {
  try {
    return Number(Fs.readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** The processor time that the processes of a PostgreSQL have taken until now, by its folder. */
export const postgresCpuMs = (folder: string): number => {
  const [pid = ""] = Fs.readFileSync(Path.join(folder, "data/postmaster.pid"), "utf8").split("\n")
  const children = Fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter((one) => one !== "")
  return children.reduce((sum, child) => sum + runTimeMs(child), 0)
}
