/**
 * The program in a process of its own that can be killed, traced or run as another user. What it prints is waited for; nothing
 * here looks again and again.
 */
import * as ChildProcess from "node:child_process"
import * as Os from "node:os"
import type { Readable } from "node:stream"
import { compileCache, mainFile } from "../Built.ts"
import { type Answer, type Call, openClient, textOf } from "../HttpCall.ts"

/** How a process ended, and all that it said. */
export interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** From the start of the process to its end. */
  readonly durationMs: number
}

export interface ProcessOptions {
  readonly command: "serve" | "sandbox" | "seed"
  readonly databaseFile: string
  readonly port?: number
  /** Settings beside those of every start. */
  readonly settings?: Readonly<Record<string, string>>
  /** The user it runs as; without it, the one who runs the tests. */
  readonly uid?: number
  /** Arguments of node, such as a module to load first. */
  readonly nodeArgs?: ReadonlyArray<string>
  /** A program that starts it, with its arguments. */
  readonly wrappedIn?: ReadonlyArray<string>
}

/** Collects what a stream says, and waits for words in it. */
const listen = (stream: Readable) => {
  let text = ""
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((look) => look())
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
    wake()
  })
  return { read: () => text, waiting, wake }
}

/** Starts any program. Start it with `await using`, which ends it. */
export const startProcess = (
  command: ReadonlyArray<string>,
  options: { readonly env?: Readonly<Record<string, string>>; readonly uid?: number } = {}
) => {
  const startMs = performance.now()
  const [file = "", ...args] = command
  const child = ChildProcess.spawn(file, args, {
    cwd: Os.tmpdir(),
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid })
  })
  const [out, err] = [listen(child.stdout), listen(child.stderr)]
  let outcome: Outcome | undefined
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code, signal) => {
      const durationMs = performance.now() - startMs
      outcome = { code, signal, stdout: out.read(), stderr: err.read(), durationMs }
      resolve(outcome)
      out.wake()
      err.wake()
    })
  })
  const matchIn = (output: ReturnType<typeof listen>, pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output.read())
        if (found === null && outcome === undefined) return
        output.waiting.delete(look)
        if (found === null) reject(new Error(`ended without ${String(pattern)}: ${JSON.stringify(outcome)}`))
        else resolve(found[1] ?? found[0])
      }
      output.waiting.add(look)
      look()
    })
  const kill = (signal: NodeJS.Signals): Promise<Outcome> => {
    child.kill(signal)
    return ended
  }
  return {
    pid: child.pid ?? 0,
    ended,
    /** Sends a signal without waiting for what it does. */
    send: (signal: NodeJS.Signals) => child.kill(signal),
    /** Sends a signal and waits for the end. */
    kill,
    /** The first match on standard output (its group, if it has one); an error when the process ends without. */
    outputMatch: (pattern: RegExp) => matchIn(out, pattern),
    errorMatch: (pattern: RegExp) => matchIn(err, pattern),
    [Symbol.asyncDispose]: async () => {
      await kill("SIGKILL")
    }
  }
}

const commandOf = ({ wrappedIn = [], nodeArgs = [], command }: ProcessOptions, args: ReadonlyArray<string>) => [
  ...wrappedIn,
  process.execPath,
  ...nodeArgs,
  mainFile,
  command,
  ...args
]

/** Crashes are looked for under load, by one client; the limits themselves are on, and tried elsewhere. */
const plenty = { RATE_LIMIT_PER_SECOND: "100000", RATE_LIMIT_BURST: "100000" }

const startMain = (options: ProcessOptions, args: ReadonlyArray<string> = []) =>
  startProcess(commandOf(options, args), {
    env: {
      DATABASE_URL: `sqlite:${options.databaseFile}`,
      PORT: String(options.port ?? 0),
      ...plenty,
      ...options.settings,
      ...(options.command === "serve" ? { PUBLIC_URL: "https://partners.example.com" } : {})
    },
    ...(options.uid === undefined ? {} : { uid: options.uid })
  })

/** Runs the program to its end. */
export const runMain = async (options: ProcessOptions, args: ReadonlyArray<string> = []): Promise<Outcome> => {
  await using program = startMain(options, args)
  return await program.ended
}

/** Starts a server and waits until it listens. */
export const startServerProcess = async (options: ProcessOptions) => {
  const program = startMain(options)
  const port = Number(await program.outputMatch(/(?:Base URL +|listening on )http:\/\/127\.0\.0\.1:(\d+)\D/))
  const client = openClient(port)
  return { ...program, port, databaseFile: options.databaseFile, ...client }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

type CallServer = (method: string, path: string, request?: Call) => Promise<Answer>

/** A token for the organization Acme of the sandbox. */
export const acmeToken = async (call: CallServer): Promise<string> => {
  const json = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }
  return textOf(await call("POST", "/v1/auth/token", { json }), "access_token")
}
