/**
 * A receiver of webhooks on a real socket of this machine: what it got, and a wait for what is to come.
 */
import * as Http from "node:http"
import * as Https from "node:https"
import type { AddressInfo } from "node:net"
import { afterAll } from "@effect/vitest"

/** A request that the sink got. */
export interface SinkRequest {
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
  readonly id: string
  readonly type: string
}

const typeIn = (body: string): string => /"type":"([a-z_.]+)"/.exec(body)?.[1] ?? ""

/** Starts a sink that answers as `statusOf` says, over TLS where it has a certificate. Start it with `using`, which stops it, or with `sharedSink`. */
export const startSink = async (
  statusOf: (request: SinkRequest) => number = () => 204,
  certificate?: { readonly cert: string; readonly key: string }
) => {
  const requests: Array<SinkRequest> = []
  const waiting = new Set<() => void>()
  const take: Http.RequestListener = (incoming, answer) => {
    let body = ""
    incoming.setEncoding("utf8")
    incoming.on("data", (part: string) => {
      body += part
    })
    incoming.on("end", () => {
      const id = String(incoming.headers["webhook-id"])
      const request = { headers: incoming.headers, body, id, type: typeIn(body) }
      requests.push(request)
      answer.writeHead(statusOf(request)).end()
      for (const look of waiting) look()
    })
  }
  const server = certificate === undefined ? Http.createServer(take) : Https.createServer(certificate, take)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  /** The requests so far, once they are as a test waits for. */
  const until = (isEnough: (requests: ReadonlyArray<SinkRequest>) => boolean): Promise<ReadonlyArray<SinkRequest>> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isEnough(requests)) return
        waiting.delete(look)
        resolve([...requests])
      }
      waiting.add(look)
      look()
    })
  return {
    url: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}/hook`,
    requests,
    until,
    count: (count: number) => until(({ length }) => length >= count),
    stop,
    [Symbol.dispose]: stop
  }
}

/** A sink for a whole test file. Call it outside tests: what a test says of the end of its file is not heard. */
export const sharedSink = async (...args: Parameters<typeof startSink>) => {
  const sink = await startSink(...args)
  afterAll(sink.stop)
  return sink
}
