/**
 * Processes pinned to a core, with their figures from Linux: time on the processor and memory. Servers run on core 0, the load on
 * core 1, so that neither takes the other's time.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Net from "node:net"
import * as Os from "node:os"
import * as Path from "node:path"
import * as Readline from "node:readline"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { DrainOrder, DrainReport, PacedOrder, PacedReport, PingsOrder, RelayOrder } from "./DeliveryReports.ts"
import type { Order, Report } from "./load.ts"

/** The program that ties a process to a core. */
const taskset = "taskset"

const serverCore = "0"
const loadCore = "1"

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** The path of a file that is named as seen from here. */
export const fileOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

const children = new Set<ChildProcess>()

/** Starts a file on a core, or on some, as `taskset` names them. Its standard output is thrown away unless the caller reads it. */
const pinned = (
  cores: string,
  file: string,
  options: {
    /** Options of Node itself. */
    readonly node?: ReadonlyArray<string>
    readonly args?: ReadonlyArray<string>
    readonly env?: NodeJS.ProcessEnv
    readonly output: "pipe" | "ignore"
  }
): ChildProcess => {
  const child = spawn(
    taskset,
    ["-c", cores, process.execPath, ...(options.node ?? []), file, ...(options.args ?? [])],
    {
      stdio: ["pipe", options.output, "inherit"],
      env: { ...process.env, ...options.env }
    }
  )
  children.add(child)
  child.once("exit", () => children.delete(child))
  return child
}

/** Makes a folder for as long as this program runs. However it ends, the folder and all processes go with it. */
export const temporaryFolder = (): string => {
  const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-bench-"))
  process.once("exit", () => {
    for (const child of children) child.kill("SIGKILL")
    Fs.rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1))
  return folder
}

const outputOf = (child: ChildProcess): Readable => child.stdout ?? Readable.from([])

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill("SIGTERM")
  await gone
}

/** A program that serves the routes that are compared. */
export interface Variant {
  readonly name: string
  readonly file: string
  readonly args?: ReadonlyArray<string>
  /** Options of Node itself. */
  readonly node?: ReadonlyArray<string>
  /** Settings beside those of every server. */
  readonly env?: NodeJS.ProcessEnv
  /** Where it runs, as `taskset` names cores; on the core of all servers by default. */
  readonly cores?: string
}

/** A running server. */
export interface Server {
  readonly name: string
  readonly port: number
  readonly databaseUrl: string
  /** Seconds on the processor so far, all threads, user and system. */
  readonly cpuSeconds: () => number
  readonly residentBytes: () => number
  readonly stop: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = Net.createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return address !== null && typeof address === "object" ? address.port : 0
}

/** The address that all servers give out as theirs, so that their answers can be compared. */
export const publicUrl = "https://partners.example.com"

/** The connections to a database with processes of its own that a server may open: the product's default. */
export const databaseConnections = 10

/** Seconds on the processor that a process had so far: all its threads, and its children that have ended; user and system. */
export const cpuSecondsOf = (pid: number | string): number => {
  const fields = Fs.readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? []
  // Fields 14 to 17 of proc(5), counted from the third.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Whether a server answers: it refuses a request without a token. */
export const isAlive = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/v1/jobs`)).status === 401

/** Starts a server, and waits until `isUp` returns true. Its access log is written, and thrown away. */
export const startServer = async (
  { name, file, args = [], node = [], env = {}, cores = serverCore }: Variant,
  databaseUrl: string,
  isUp: (port: number) => Promise<boolean>
): Promise<Server> => {
  const port = await freePort()
  const child = pinned(cores, file, {
    args,
    node,
    output: "ignore",
    env: {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      // The limit is counted for each request, and never reached.
      RATE_LIMIT_PER_SECOND: "1000000",
      RATE_LIMIT_BURST: "1000000",
      // Nobody balances the load, so nobody needs time to hear of the stop.
      DRAIN_SECONDS: "0",
      DATABASE_CONNECTIONS: String(databaseConnections),
      DATABASE_URL: databaseUrl,
      ...env
    }
  })
  const { pid = 0 } = child
  while (!(await isUp(port).catch(() => false))) {
    if (child.exitCode !== null || pid === 0) throw new Error(`${name} did not start`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return {
    name,
    port,
    databaseUrl,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentBytes: () => Number(/^VmRSS:\s+(\d+)/m.exec(Fs.readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) * 1_024,
    stop: () => stop(child)
  }
}

/** A program that takes orders as lines of JSON, and answers each with a line. */
interface Steered {
  /** Its next line. */
  readonly line: () => Promise<string>
  /** Gives an order, and waits for the answer. */
  readonly send: (order: object) => Promise<string>
  /** Seconds on the processor so far. */
  readonly cpuSeconds: () => number
  readonly stop: () => Promise<void>
}

const startSteered = (cores: string, file: string): Steered => {
  const child = pinned(cores, file, { output: "pipe" })
  const lines = Readline.createInterface({ input: outputOf(child) })[Symbol.asyncIterator]()
  const line = async () => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`${file} stopped; see above`)
    return value
  }
  return {
    line,
    send: (order) => {
      child.stdin?.write(`${JSON.stringify(order)}\n`)
      return line()
    },
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: () => stop(child)
  }
}

/** The process that makes the load. */
export interface Load extends Pick<Steered, "cpuSeconds" | "stop"> {
  readonly run: (order: Order) => Promise<Report>
}

export const startLoad = (cores = loadCore): Load => {
  const { send, cpuSeconds, stop } = startSteered(cores, fileOf("./load.ts"))
  return {
    run: async (order) => {
      const report: Report = JSON.parse(await send(order))
      return report
    },
    cpuSeconds,
    stop
  }
}

/** The receiver of deliveries, which also writes at a steady pace. */
export const startSink = async () => {
  const { send, line, stop } = startSteered(loadCore, fileOf("./sink.ts"))
  const port = Number(await line())
  return {
    port,
    drain: async (count: number) => {
      const order: DrainOrder = { kind: "drain", count }
      const report: DrainReport = JSON.parse(await send(order))
      return report
    },
    pace: async (order: Omit<PacedOrder, "kind">) => {
      const report: PacedReport = JSON.parse(await send({ kind: "paced", ...order }))
      return report
    },
    pings: async (count: number) => {
      const order: PingsOrder = { kind: "pings", count }
      await send(order)
    },
    stop
  }
}

export type Sink = Awaited<ReturnType<typeof startSink>>

/** The control of deliveries, on the core of the servers. */
export const startRelay = async () => {
  const { send, line, stop } = startSteered(serverCore, fileOf("./relay.ts"))
  const port = Number(await line())
  return {
    port,
    send: async (order: RelayOrder) => {
      await send(order)
    },
    stop
  }
}

/** The options of Node that the image starts the server with. */
const nodeOfImage = (): ReadonlyArray<string> => {
  const dockerfile = Fs.readFileSync(fileOf("../apps/server/deploy/Dockerfile"), "utf8")
  const words: ReadonlyArray<string> = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "[]")
  return words.filter((word) => word.startsWith("--"))
}

/** The server as started from its entry `file`, as the image starts it. */
export const serverAt = (name: string, file: string): Variant => ({
  name,
  file,
  args: ["serve"],
  node: nodeOfImage()
})

/** The product, started from its sources. */
export const product = serverAt("product", fileOf("../apps/server/src/main.ts"))

/** Runs `partner-api seed` and gives its answer, and how many seconds it took. */
export const seed = async (databaseUrl: string, organizations: number, jobs: number, applications = 0) => {
  const beganAt = performance.now()
  const counts = { organizations, jobs, applications }
  const args = ["seed", ...Object.entries(counts).flatMap(([name, count]) => [`--${name}`, String(count)]), "--json"]
  const env = { DATABASE_URL: databaseUrl }
  const output = await text(outputOf(pinned(serverCore, product.file, { args, env, output: "pipe" })))
  const answer: { client_id: string; client_secret: string; organizations: [string] } = JSON.parse(output)
  return { ...answer, seconds: (performance.now() - beganAt) / 1_000 }
}

const post = async (port: number, path: string, headers: Record<string, string>, body?: string): Promise<string> => {
  const init = { method: "POST", headers, ...(body === undefined ? {} : { body }) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const { access_token: token }: { access_token: string } = JSON.parse(await response.text())
  return token
}

/** Has the product mint a token for an organization, in the two steps of flow A. */
export const tokenFor = async (
  port: number,
  client: { readonly client_id: string; readonly client_secret: string },
  organizationId: string
): Promise<string> => {
  const { client_id, client_secret } = client
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret })
  const formType = { "content-type": "application/x-www-form-urlencoded" }
  const primary = await post(port, "/oauth/token", formType, String(form))
  return post(port, `/v1/organizations/${organizationId}/token`, { authorization: `Bearer ${primary}` })
}
