/**
 * The test server of this package behind a socket, for programs that run as processes of their own. Remembers every credential that
 * passes, so that tests can look for them where they must not be.
 */
import * as Http from "node:http"
import { createTestServer, type TestServer, type TestServerOptions } from "../../src/testing.ts"

/** A server that listens. Start it with `await using`, which ends it. */
export interface Service extends AsyncDisposable {
  readonly baseUrl: string
  readonly server: TestServer
  /** Resolves when a request to this path has arrived. */
  readonly arrived: (path: string) => Promise<void>
  /** The environment of a program that uses it. */
  readonly settings: Readonly<Record<string, string>>
  /** The client's secret, and every token that was shown or issued. */
  readonly secrets: ReadonlySet<string>
}

const bodyOf = async (request: Http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Array<Uint8Array> = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  return new Uint8Array(Buffer.concat(pieces))
}

const tokensIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/"access_token":\s*"([^"]+)"/g), ([, token = ""]) => token)

/** Starts a server. */
export const startService = async (options: TestServerOptions = {}): Promise<Service> => {
  const listener = Http.createServer()
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const address = listener.address()
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  const server = createTestServer({ ...options, baseUrl })
  const secrets = new Set([server.clientSecret])
  const arrivals: Array<string> = []
  const waiting = new Set<() => void>()

  const handle = async (request: Http.IncomingMessage, response: Http.ServerResponse) => {
    const gone = new AbortController()
    response.on("close", () => gone.abort())
    const body = await bodyOf(request)
    arrivals.push((request.url ?? "").replace(/\?.*/, ""))
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    headers.delete("connection")
    const answering = server.fetch(`${baseUrl}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      signal: gone.signal,
      ...(body.length === 0 ? {} : { body })
    })
    for (const look of waiting) look()
    const answer = await answering
    const bytes = Buffer.from(await answer.arrayBuffer())
    if ((request.url ?? "").includes("token")) for (const token of tokensIn(bytes.toString())) secrets.add(token)
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), "content-length": bytes.length })
    response.end(bytes)
  }
  listener.on("request", (request, response) => {
    // What goes wrong on the way ends the connection.
    handle(request, response).catch(() => request.socket.destroy())
  })

  return {
    baseUrl,
    server,
    secrets,
    settings: {
      PARTNER_BASE_URL: baseUrl,
      PARTNER_CLIENT_ID: server.clientId,
      PARTNER_CLIENT_SECRET: server.clientSecret
    },
    arrived: (path) =>
      new Promise((resolve) => {
        const look = () => {
          if (!arrivals.includes(path)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    }
  }
}
