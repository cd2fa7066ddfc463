/**
 * The proxy in front of several nodes: a random ready node for each request. It asks each node at a short interval whether it is ready,
 * and sends a request to another node only when none of its bytes have left: a write that may have arrived is never repeated.
 *
 * While no node is ready it asks any of them, so that callers see what the service says of itself.
 */
import { once } from "node:events"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"

/** How long each answer about readiness is believed. */
const checkEveryMs = 50

/** A node that takes longer to say so is not ready. */
const checkTimeoutMs = 1_000

/** More than any node reads of a head. */
const headBytesMax = 65_536

interface Upstream {
  readonly port: number
  readonly agent: Http.Agent
  isReady: boolean
  /** The number of requests it was sent. */
  sent: number
}

/** Members of a head that are about one connection, or about the framing that is made anew. */
const ofConnection = /^(?:connection|keep-alive|transfer-encoding|content-length)$/i

const passedOn = (rawHeaders: ReadonlyArray<string>): Array<string> =>
  rawHeaders.flatMap((text, index) =>
    index % 2 === 0 && !ofConnection.test(text) ? [text, rawHeaders[index + 1] ?? ""] : []
  )

const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const check = Http.get(
      { agent: false, host: "127.0.0.1", port, path: "/health/ready", timeout: checkTimeoutMs },
      (incoming) => {
        incoming.resume()
        resolve(incoming.statusCode === 200)
      }
    )
    check.on("timeout", () => check.destroy())
    check.on("error", () => resolve(false))
    check.on("close", () => resolve(false))
  })

type Forwarded =
  | { readonly kind: "answered"; readonly incoming: Http.IncomingMessage }
  | { readonly kind: "not sent" }
  | { readonly kind: "broken" }

const forward = (upstream: Upstream, request: Http.IncomingMessage, body: Buffer): Promise<Forwarded> =>
  new Promise((resolve) => {
    let isConnected = false
    const framing = body.length > 0 || request.headers["content-length"] !== undefined
    const outgoing = Http.request(
      {
        agent: upstream.agent,
        host: "127.0.0.1",
        port: upstream.port,
        method: request.method,
        path: request.url,
        headers: [...passedOn(request.rawHeaders), ...(framing ? ["content-length", String(body.length)] : [])]
      },
      (incoming) => resolve({ kind: "answered", incoming })
    )
    outgoing.on("socket", (socket) => {
      if (socket.connecting) socket.once("connect", () => (isConnected = true))
      else isConnected = true
    })
    outgoing.on("error", () => resolve({ kind: isConnected ? "broken" : "not sent" }))
    outgoing.end(body)
  })

const answer = (incoming: Http.IncomingMessage, response: Http.ServerResponse): void => {
  const length = incoming.headers["content-length"]
  response.sendDate = false
  response.writeHead(incoming.statusCode ?? 0, [
    ...passedOn(incoming.rawHeaders),
    ...(length === undefined ? [] : ["content-length", length])
  ])
  incoming.on("error", () => response.destroy())
  response.on("close", () => incoming.destroy())
  incoming.pipe(response)
}

const pick = (upstreams: ReadonlyArray<Upstream>): Upstream | undefined =>
  upstreams[Math.floor(Math.random() * upstreams.length)]

/** Starts a proxy without nodes. Start it with `await using`, which ends it. */
export const startProxy = async () => {
  const slots = new Map<number, Upstream>()
  const watches = new Map<number, NodeJS.Timeout>()
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((look) => look())

  const handle = async (request: Http.IncomingMessage, response: Http.ServerResponse): Promise<void> => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const tried = new Set<Upstream>()
    for (;;) {
      const left = [...slots.values()].filter((upstream) => !tried.has(upstream))
      const ready = left.filter((upstream) => upstream.isReady)
      const upstream = pick(ready.length > 0 ? ready : left)
      if (upstream === undefined) break
      tried.add(upstream)
      const outcome = forward(upstream, request, Buffer.concat(chunks))
      upstream.sent++
      wake()
      const forwarded = await outcome
      if (forwarded.kind === "answered") return answer(forwarded.incoming, response)
      if (forwarded.kind === "broken") break
    }
    response.destroy()
  }

  const take = (request: Http.IncomingMessage, response: Http.ServerResponse) =>
    void handle(request, response).catch(() => response.destroy())
  // What is too large and what a request expects are for the service to say.
  const server = Http.createServer({ maxHeaderSize: headBytesMax }, take).on("checkExpectation", take)
  server.listen(0, "127.0.0.1", 10_000)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo

  /** Asks a node again and again, until it loses its place. */
  const watch = (upstream: Upstream): NodeJS.Timeout => {
    let isPending = false
    return setInterval(() => {
      if (isPending) return
      isPending = true
      void isReady(upstream.port).then((ready) => {
        isPending = false
        upstream.isReady = ready
        wake()
      })
    }, checkEveryMs)
  }
  const forget = (slot: number): void => {
    const upstream = slots.get(slot)
    slots.delete(slot)
    clearInterval(watches.get(slot))
    upstream?.agent.destroy()
  }

  const when = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Gives a place to a node; the one that had it is asked nothing any more. */
    use: (slot: number, nodePort: number): void => {
      forget(slot)
      const upstream = { port: nodePort, agent: new Http.Agent({ keepAlive: true }), isReady: false, sent: 0 }
      slots.set(slot, upstream)
      watches.set(slot, watch(upstream))
    },
    /** Resolves as soon as this number of nodes is ready. */
    ready: (count: number): Promise<void> =>
      when(() => [...slots.values()].filter((upstream) => upstream.isReady).length === count),
    /** Resolves when a node has been sent this number of further requests. */
    sentMore: (slot: number, count: number): Promise<void> => {
      const enough = (slots.get(slot)?.sent ?? 0) + count
      return when(() => (slots.get(slot)?.sent ?? 0) >= enough)
    },
    /** How many requests each node was sent. */
    sent: (): ReadonlyArray<number> => [...slots.values()].map((upstream) => upstream.sent),
    [Symbol.asyncDispose]: async () => {
      for (const slot of slots.keys()) forget(slot)
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}
