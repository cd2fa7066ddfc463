/**
 * Nodes of the program on one database, behind a proxy. Each is a process of its own, which can be killed, stopped and started again.
 */
import { mainFile } from "../Built.ts"
import { startProcess } from "../faults/ServerProcess.ts"
import { openClient } from "../HttpCall.ts"
import { startProxy } from "./Proxy.ts"

export interface NodesOptions {
  readonly databaseUrl: string
  /** How many there are; three without it. */
  readonly count?: number
  readonly settings?: Readonly<Record<string, string>>
  /** The file of the program; that of this one without it. */
  readonly program?: string
}

/** What is tried here is not the limits; those have a test of their own. */
const plenty = { RATE_LIMIT_PER_SECOND: "1000000", RATE_LIMIT_BURST: "1000000" }

/** Starts a node and waits until it listens. */
const startNode = async (publicUrl: string, { databaseUrl, program: file = mainFile, settings }: NodesOptions) => {
  const program = startProcess([process.execPath, file, "serve"], {
    env: { ...plenty, DATABASE_URL: databaseUrl, PORT: "0", PUBLIC_URL: publicUrl, ...settings }
  })
  const port = Number(await program.outputMatch(/listening on http:\/\/127\.0\.0\.1:(\d+)\D/))
  return { ...program, port, ...openClient(port) }
}

type RunningNode = Awaited<ReturnType<typeof startNode>>

/** Starts all nodes at once, and waits until they are ready. Start them with `await using`, which ends them. */
export const startNodes = async (options: NodesOptions) => {
  const proxy = await startProxy()
  const client = openClient(proxy.port)
  const nodes = new Map<number, RunningNode>()

  const at = (index: number): RunningNode => {
    const node = nodes.get(index)
    if (node === undefined) throw new Error(`there is no node ${index}`)
    return node
  }
  const start = async (index: number, program = options.program): Promise<void> => {
    const node = await startNode(proxy.url, { ...options, ...(program === undefined ? {} : { program }) })
    nodes.set(index, node)
    proxy.use(index, node.port)
  }

  const indices = Array.from({ length: options.count ?? 3 }, (_, index) => index)
  // Those that did start end with the test, whatever became of the others.
  const dispose = async () => {
    client.close()
    for (const node of nodes.values()) {
      node.close()
      await node.kill("SIGKILL")
    }
    await proxy[Symbol.asyncDispose]()
  }
  const results = await Promise.allSettled(indices.map((index) => start(index)))
  const failed = results.find((result) => result.status === "rejected")
  if (failed !== undefined) {
    await dispose()
    throw failed.reason
  }
  await proxy.ready(indices.length)
  return {
    /** Sends a request to any node. */
    call: client.call,
    proxy,
    at,
    all: () => indices.map(at),
    /** Starts a node again that has ended, with another program where one is given, and waits until all are ready. */
    restart: async (index: number, program?: string): Promise<void> => {
      at(index).close()
      await start(index, program)
      await proxy.ready(indices.length)
    },
    [Symbol.asyncDispose]: dispose
  }
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>
