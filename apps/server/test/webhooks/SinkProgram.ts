/**
 * A receiver of webhooks in a process of its own, so that it counts on while the service is killed. What it is to do, and what it has seen, goes
 * over the channel to the process that started it (`SinkProcess.ts`).
 *
 * The last part of a path is the name of an endpoint. `ping`s are answered and not counted.
 */
import * as Http from "node:http"
import type { Arrivals, SinkOrder, SinkMessage } from "./SinkProcess.ts"

interface Counted {
  /** The ids in the order in which each came first. */
  readonly first: Array<string>
  readonly known: Set<string>
  readonly underWay: Set<string>
  repeats: number
  overlaps: number
}

const endpoints = new Map<string, Counted>()
const held: Array<Http.ServerResponse> = []
let holds = false
let arrivals = 0
let distinct = 0
/** The id that comes as this one in a row is not remembered: a check that counts must notice. */
let forgets = 0
/** Where it has come, and its id: its repeats are not remembered either. */
let forgotten: readonly [endpoint: Counted, id: string] | undefined
let awaited: SinkOrder | undefined

const send = (message: SinkMessage): void => void process.send?.(message)

const look = (): void => {
  if (awaited === undefined) return
  if (
    ("arrivals" in awaited && arrivals >= awaited.arrivals) ||
    ("distinct" in awaited && distinct >= awaited.distinct)
  ) {
    awaited = undefined
    send({ reached: arrivals })
  }
}

const endpointAt = (path: string): Counted => {
  const found = endpoints.get(path)
  if (found !== undefined) return found
  const made: Counted = { first: [], known: new Set(), underWay: new Set(), repeats: 0, overlaps: 0 }
  endpoints.set(path, made)
  return made
}

const count = (endpoint: Counted, id: string): void => {
  arrivals += 1
  // An endpoint takes one request at a time.
  if (endpoint.underWay.size > 0) endpoint.overlaps += 1
  if (endpoint.known.has(id)) {
    endpoint.repeats += 1
    return
  }
  if (forgotten?.[0] === endpoint && forgotten[1] === id) return
  distinct += 1
  if (distinct === forgets) {
    forgotten = [endpoint, id]
    return
  }
  endpoint.known.add(id)
  endpoint.first.push(id)
}

const report = (): Arrivals =>
  Object.fromEntries([...endpoints].map(([name, { first, overlaps, repeats }]) => [name, { first, overlaps, repeats }]))

const server = Http.createServer((incoming, answer) => {
  const id = String(incoming.headers["webhook-id"])
  let isPing = false
  let length = 0
  incoming.on("data", (chunk: Buffer) => {
    if (length === 0) isPing = chunk.includes('"type":"ping"')
    length += chunk.length
  })
  incoming.on("end", () => {
    if (isPing) {
      answer.writeHead(204).end()
      return send({ pinged: String(incoming.url) })
    }
    const endpoint = endpointAt(String(incoming.url).slice("/hook/".length))
    count(endpoint, id)
    endpoint.underWay.add(id)
    // One whose sender was killed is not under way any more.
    answer.on("close", () => endpoint.underWay.delete(id))
    look()
    if (holds) held.push(answer)
    else setImmediate(() => answer.writeHead(204).end())
  })
})

process.on("message", (order: SinkOrder) => {
  if ("report" in order) return send({ report: report() })
  if ("forget" in order) forgets = order.forget
  if ("hold" in order) holds = order.hold
  if ("releaseFirst" in order) held.shift()?.writeHead(order.releaseFirst).end()
  if ("release" in order) for (const answer of held.splice(0)) answer.writeHead(order.release).end()
  if ("arrivals" in order || "distinct" in order) {
    awaited = order
    look()
  }
})
process.on("disconnect", () => process.exit())

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  send({ port: address !== null && typeof address === "object" ? address.port : 0 })
})
