/**
 * A client that knows nothing of ours: plain `fetch` with the paths of the specification.
 */
import { createTestServer, type TestServerOptions } from "../../src/testing.ts"
import type { TestServer } from "../../src/testing.ts"

interface Body {
  readonly [member: string]: unknown
}

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null

/** The members of a JSON answer. */
export const bodyOf = async (response: Response): Promise<Body> => {
  const value: unknown = await response.json()
  return isBody(value) ? value : {}
}

/** A value of an answer that must be text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A value of an answer that must be an array. */
export const arrayOf = (value: unknown): ReadonlyArray<Body> => (Array.isArray(value) ? value.filter(isBody) : [])

interface SendOptions {
  readonly token?: string
  readonly method?: string
  readonly json?: unknown
  /** A body that is no JSON. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Speaks to a server that is there. */
const speakTo = (server: TestServer) => {
  const send = (path: string, { token, method, json, body, headers, signal }: SendOptions = {}): Promise<Response> =>
    server.fetch(path.startsWith("https:") ? path : server.baseUrl + path, {
      method: method ?? (json === undefined ? "GET" : "POST"),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal })
    })
  const sendPrimary = (members: Readonly<Record<string, string>> = {}): Promise<Response> =>
    server.fetch(`${server.baseUrl}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: server.clientId,
        client_secret: server.clientSecret,
        ...members
      })
    })
  const primary = async (): Promise<string> => textOf((await bodyOf(await sendPrimary()))["access_token"])
  const scoped = async (organization = "org_1"): Promise<string> => {
    const minted = await send(`/v1/organizations/${organization}/token`, { method: "POST", token: await primary() })
    return textOf((await bodyOf(minted))["access_token"])
  }
  return { server, send, sendPrimary, primary, scoped }
}

/** Makes a server and speaks to it. */
export const meet = (options?: TestServerOptions) => speakTo(createTestServer(options))
