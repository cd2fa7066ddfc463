/**
 * Databases for a run of deliveries: seeded organizations with webhook endpoints that answer, and events that wait for them.
 *
 * The service runs as `sandbox`, which may send http to this machine; on a seeded database it adds no data of its own.
 */
import type { Engine } from "./Engine.ts"
import type { Load, Server, Sink, Variant } from "./Process.ts"
import { postJsonText } from "./Operations.ts"
import { place } from "./Place.ts"
import { fileOf, isAlive, publicUrl, seed, startServer, tokenFor } from "./Process.ts"

/** The key that seals secrets, the same for all copies of a database. */
const secretsKey = Buffer.alloc(32, 1).toString("base64")

/** The sandbox answers to this machine's names alone, and requests name the address that all servers give out. */
const settings = { SECRETS_KEY: secretsKey, ALLOWED_HOSTS: new URL(publicUrl).host }

/** The product, which delivers. */
export const delivering: Variant = {
  name: "product",
  file: fileOf("../apps/server/src/main.ts"),
  args: ["sandbox"],
  env: settings
}

/** A variant that only answers requests. */
export const answeringOnly = (variant: Variant): Variant => ({ ...variant, env: { ...variant.env, WORKERS: "off" } })

/** The product with one text of one of its sources replaced. */
export const rewritten = (name: string, source: string, from: string, to: string): Variant => ({
  ...delivering,
  name,
  env: {
    ...settings,
    NODE_OPTIONS: `--import=${fileOf("./rewrite.ts")}`,
    REWRITE: JSON.stringify({ source, from, to })
  }
})

/** A user whose event has about a kilobyte. */
const user = {
  first_name: "Ada".padEnd(100, "a"),
  last_name: "語".repeat(95),
  email: `pace.${place}.${"a".repeat(60)}@${"b".repeat(60)}.example.com`
}

/** A write of such a user. */
export const userWrite = (token: string): string => postJsonText("/v1/users", token, user)

const post = async (port: number, token: string, path: string, body: object): Promise<string> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const { id }: { id: string } = JSON.parse(await answer.text())
  return id
}

/** Adds an endpoint of an organization to a running server. */
export const addEndpoint = (port: number, token: string, url: string): Promise<string> =>
  post(port, token, "/v1/webhook_endpoints", { url, types: ["user.*"] })

const isEnabled = async (port: number, token: string, id: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/v1/webhook_endpoints/${id}`, { headers })
  const { status }: { status: string } = JSON.parse(await answer.text())
  return status === "enabled"
}

export interface Prepared {
  readonly databaseUrl: string
  readonly tokens: ReadonlyArray<string>
}

export interface Place {
  readonly engine: Engine
  readonly sink: Sink
  readonly load: Load
}

/** Those that hang are another receiver than those that answer: requests to one share its connections. */
export const hostOf = (manner: "ok" | "late" | "never"): string => (manner === "ok" ? "127.0.0.1" : "localhost")

/** Counts the `ping`s of the endpoints that were added so far. */
let pings = 0

/** Adds endpoints to each organization, at paths that begin with `manner`, and waits until all are enabled. */
const addAll = async (
  server: Server,
  sink: Sink,
  tokens: ReadonlyArray<string>,
  endpoints: number,
  manner: "ok" | "late"
) => {
  const added: Array<readonly [string, string]> = []
  for (const [index, token] of tokens.entries()) {
    for (let number = 0; number < endpoints; number++) {
      const url = `http://${hostOf(manner)}:${sink.port}/${manner}/${index}/${number}`
      added.push([token, await addEndpoint(server.port, token, url)])
    }
  }
  pings += added.length
  await sink.pings(pings)
  for (const [token, id] of added) {
    while (!(await isEnabled(server.port, token, id))) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Makes a database: organizations, endpoints for each, and events that none of them has got yet. */
export const prepare = async (
  { engine, load, sink }: Place,
  options: {
    readonly organizations: number
    readonly endpoints: number
    /** How many of the organizations have them; all without it. */
    readonly organizationsWithEndpoints?: number
    readonly manner?: "ok" | "late"
    readonly events?: number
  }
): Promise<Prepared> => {
  const { endpoints, events = 0, manner = "ok", organizations, organizationsWithEndpoints = organizations } = options
  const databaseUrl = await engine.create()
  const seeded = await seed(databaseUrl, organizations, organizations)
  const server = await startServer(delivering, databaseUrl, isAlive)
  const tokens: Array<string> = []
  for (const organization of seeded.organizations) tokens.push(await tokenFor(server.port, seeded, organization))
  await addAll(server, sink, tokens.slice(0, organizationsWithEndpoints), endpoints, manner)
  await server.stop()
  if (events > 0) {
    const writer = await startServer(answeringOnly(delivering), databaseUrl, isAlive)
    const [request = "", ...others] = tokens.map(userWrite)
    const numbers = { first: Date.now(), count: events }
    // It ends when the numbers do.
    const order = { port: writer.port, request, others, status: 201, connections: Math.max(10, tokens.length) }
    const { requests } = await load.run({ ...order, seconds: 3_600, numbers })
    if (requests !== events) throw new Error(`${requests} events were written, not ${events}`)
    await writer.stop()
  }
  return { databaseUrl, tokens }
}
