/**
 * The platform for these tests: the client's test server behind a socket, so that a program of its own can use it. Remembers every
 * credential that passes, so that tests can look for them where they must not be.
 */
import * as Http from "node:http"
import { createTestServer, type TestServer, type TestServerOptions } from "@partner-api/client/testing"

export interface Upstream extends AsyncDisposable {
  readonly baseUrl: string
  readonly server: TestServer
  /** The environment of a program that uses it. */
  readonly environment: Readonly<Record<string, string>>
  /** The client's secret, and every token that was issued. */
  readonly secrets: ReadonlySet<string>
  /** Settles when the next caller goes away before its answer. */
  readonly left: () => { readonly promise: Promise<void> }
}

const bodyOf = async (request: Http.IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk)
  return text
}

const tokensIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/"access_token":\s*"([^"]+)"/g), ([, token = ""]) => token)

export const startUpstream = async (options: TestServerOptions = {}): Promise<Upstream> => {
  const listener = Http.createServer()
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const address = listener.address()
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  const server = createTestServer({ ...options, baseUrl })
  const secrets = new Set([server.clientSecret])

  const leaving = Array<() => void>()

  const handle = async (request: Http.IncomingMessage, response: Http.ServerResponse) => {
    const gone = new AbortController()
    response.on("close", () => {
      gone.abort()
      if (!response.writableEnded) for (const tell of leaving.splice(0)) tell()
    })
    const body = await bodyOf(request)
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    headers.delete("connection")
    const answer = await server.fetch(`${baseUrl}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      redirect: "manual",
      signal: gone.signal,
      ...(body === "" ? {} : { body })
    })
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
    left: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      leaving.push(resolve)
      return { promise }
    },
    environment: {
      PARTNER_BASE_URL: baseUrl,
      PARTNER_CLIENT_ID: server.clientId,
      PARTNER_CLIENT_SECRET: server.clientSecret
    },
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    }
  }
}
