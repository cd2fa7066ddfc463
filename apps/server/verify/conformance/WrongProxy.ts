/**
 * A proxy before the real server that can change one thing: a request on its way in, an answer on its way out. It is the
 * deliberately wrong server of these tests.
 */
import * as Http from "node:http"
import { afterAll } from "@effect/vitest"

export interface ProxyRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** A header that came twice is a list. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body: Buffer
}

export interface ProxyAnswer {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
}

type Next = (request: ProxyRequest) => Promise<ProxyAnswer>

/** What is changed. Without one, everything passes as it is. */
export type Change = (request: ProxyRequest, next: Next) => Promise<ProxyAnswer>

/** More than the server takes, so that its own refusal is seen. */
const headerBytesMax = 65_536

const collect = (stream: Http.IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    stream.on("data", (chunk: Buffer) => chunks.push(chunk))
    stream.on("end", () => resolve(Buffer.concat(chunks)))
    stream.on("error", reject)
  })

/** Headers as they came, each name with its one or its many values. */
const headersOf = ({ headersDistinct }: Http.IncomingMessage): ProxyRequest["headers"] =>
  Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [
      name,
      values.length === 1 ? (values[0] ?? "") : values
    ])
  )

const mutable = (headers: ProxyRequest["headers"]): Http.OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]])
  )

/** Starts the proxy. Its address is known before the server's, which needs it as its public one. */
export const startWrongProxy = async () => {
  const agent = new Http.Agent({ keepAlive: true })
  const setup: { port: number; change: Change | undefined } = { port: 0, change: undefined }

  const next: Next = ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const hasLength = body.length > 0 || "content-length" in headers
      const sent = {
        ...mutable(headers),
        connection: "keep-alive",
        ...(hasLength ? { "content-length": body.length } : {})
      }
      const options = { agent, host: "127.0.0.1", port: setup.port, method, path: url, headers: sent }
      const outgoing = Http.request(options, (answer) => {
        outgoing.on("error", () => {})
        collect(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes.toString() }),
          reject
        )
      })
      outgoing.on("error", reject)
      outgoing.end(body)
    })

  const handle = async (incoming: Http.IncomingMessage, outgoing: Http.ServerResponse) => {
    const { method = "", url = "" } = incoming
    const request = { method, url, headers: headersOf(incoming), body: await collect(incoming) }
    const { status, headers, body } = await (setup.change ?? ((same, pass) => pass(same)))(request, next)
    const { "content-length": _length, connection: _connection, "keep-alive": _keep, ...kept } = headers
    outgoing.writeHead(status, kept).end(body)
  }
  const listener = (incoming: Http.IncomingMessage, outgoing: Http.ServerResponse) =>
    void handle(incoming, outgoing).catch(() => outgoing.destroy())
  const server = Http.createServer({ maxHeaderSize: headerBytesMax }, listener)
  server.on("checkExpectation", listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  afterAll(async () => {
    agent.destroy()
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** Passes requests on to the server at this port. */
    leadTo: (target: number) => void (setup.port = target),
    /** Changes what passes, until it is set otherwise. */
    change: (change: Change | undefined) => void (setup.change = change)
  }
}
