/**
 * The program that serves, on a free port and a database in a new folder: everything it writes is kept. It is a process of its own, whose memory can
 * be measured, or runs in the process of the test, which takes a tenth of the time.
 */
import * as ChildProcess from "node:child_process"
import * as Fs from "node:fs"
import { compileCache, mainFile } from "../Built.ts"
import { openClient, textOf } from "../HttpCall.ts"
import { startHere } from "../Program.ts"
import { temporaryFolder } from "../TestServer.ts"

/** A program that does not listen after so long never will, on a busy machine either. */
const startMs = 60_000

/** Memory and descriptors are read from here. */
const proc = "/proc/self/status"

/** Whether this machine lists processes as Linux does. */
export const hasProc = Fs.existsSync(proc)

/** By how many MiB the memory of a process grew at most while something was done. */
export const growthOf = async (pid: number | undefined, work: () => Promise<unknown>): Promise<number> => {
  const mebibytes = (name: string): number => {
    const status = Fs.readFileSync(`/proc/${pid}/status`, "utf8")
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? Number.NaN) / 1_024
  }
  // Forgets the peak there was.
  Fs.writeFileSync(`/proc/${pid}/clear_refs`, "5")
  const before = mebibytes("VmRSS")
  await work()
  return mebibytes("VmHWM") - before
}

/** How many connections the process that listens on a port holds: those with an inode; the kernel alone finishes the others. */
const connectionsTo = (port: number): number =>
  Fs.readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local = "", , state, , , , , , inode]) =>
        local.endsWith(`:${port.toString(16).toUpperCase().padStart(4, "0")}`) && state !== "0A" && inode !== "0"
    ).length

export interface ChildServerOptions {
  readonly command: "sandbox" | "serve"
  /** Fills the database before the start. */
  readonly prepare?: (databaseFile: string) => Promise<void>
  /** Settings beside those of every start. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A folder with a database, prepared, and the settings of a server on it. */
const placeOf = async ({ command, prepare, settings }: ChildServerOptions) => {
  const folder = temporaryFolder()
  const databaseFile = folder.file("child.db")
  await prepare?.(databaseFile)
  const environment = {
    DATABASE_URL: `sqlite:${databaseFile}`,
    PORT: "0",
    // Broken requests come fast, from one client; the limits themselves are tried elsewhere.
    RATE_LIMIT_PER_SECOND: "100000",
    RATE_LIMIT_BURST: "100000",
    ...(command === "serve" ? { PUBLIC_URL: "https://partners.example" } : {}),
    ...settings
  }
  return { folder, databaseFile, environment }
}

/** What a server says of its address. */
const listening = /(?:listening on|Base URL +)\s*http:\/\/127\.0\.0\.1:(\d+)/

/** What a test asks of a server at this port. */
const callerOf = (port: number) => {
  const { call, close } = openClient(port)
  return {
    close,
    call,
    token: async (path: string, json: unknown) => textOf(await call("POST", path, { json }), "access_token")
  }
}

/** Starts the program as a process and waits until it listens. Ended by `await using`. */
export const startChildServer = async (options: ChildServerOptions) => {
  const { databaseFile, environment, folder } = await placeOf(options)
  const child = ChildProcess.spawn(process.execPath, [mainFile, options.command], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let [stdout, stderr] = ["", ""]
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve))
  const port = await new Promise<number>((resolve, reject) => {
    void exited.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)))
    AbortSignal.timeout(startMs).addEventListener("abort", () => {
      if (!/127\.0\.0\.1:\d/.test(stdout)) child.kill("SIGKILL")
    })
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString()
      const found = listening.exec(stdout)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
  })
  const { close, ...caller } = callerOf(port)

  const stop = async (): Promise<number | null> => {
    close()
    child.kill("SIGTERM")
    return exited
  }
  return {
    port,
    databaseFile,
    folder: folder.path,
    ...caller,
    stdout: () => stdout,
    stderr: () => stderr,
    pid: child.pid,
    /** How many connections it holds. */
    connections: () => connectionsTo(port),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      folder.remove()
    }
  }
}

/** The same in the process of the test. */
export const startServerHere = async (options: ChildServerOptions) => {
  const { databaseFile, environment, folder } = await placeOf(options)
  const program = startHere([options.command], environment)
  const port = Number((await program.outputMatch(listening))[1])
  const { close, ...caller } = callerOf(port)
  const stop = async (): Promise<number> => {
    close()
    return (await program.end()).code
  }
  return {
    port,
    databaseFile,
    ...caller,
    stdout: program.stdout,
    stderr: program.stderr,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      folder.remove()
    }
  }
}
