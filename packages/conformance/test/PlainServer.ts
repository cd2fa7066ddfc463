/**
 * A small server of the specification and nothing more, in memory: what is documented, no extension, and where a page is silent a
 * choice that differs from the one of this project. A change may sit before it and break one rule.
 */
import * as Crypto from "node:crypto"
import * as Http from "node:http"

export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
}

export interface PlainAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Http.OutgoingHttpHeaders
}

/** Stands before the server: may change the request, answer in its place, or change the answer. */
export type Change = (request: PlainRequest, next: (request: PlainRequest) => PlainAnswer) => PlainAnswer

type Members = Readonly<Record<string, unknown>>

interface Token {
  readonly primary: boolean
  readonly organization: string | undefined
  readonly endsMs: number
}

export const clientId = "plain-client"
export const clientSecret = "plain-secret-with+odd/characters=0123456789"
export const agencyId = "agency-1"

const organizations = [
  { id: "one", name: "One" },
  { id: "two", name: "Two" }
]
const jobsOf = (organization: string) =>
  Array.from({ length: organization === "one" ? 250 : 3 }, (_, index) => ({
    id: `${organization}-${index + 1}`,
    title: `Job ${index + 1}`,
    description: "What there is to do"
  }))

const ok = (body: unknown): PlainAnswer => ({ status: 200, body })
const refuse = (status: number, error: string): PlainAnswer => ({ status, body: { error, message: `It is ${error}.` } })

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The members of a value; none when it is no object. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})

/** The port that a server listens on. */
export const portOf = (server: Http.Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** The members of a JSON body; none when it is something else. */
export const bodyOf = ({ body }: PlainRequest): Members => membersOf(body === "" ? {} : JSON.parse(body))

const makeService = (origin: () => string, tokenSeconds: number) => {
  const tokens = new Map<string, Token>()
  const fees = new Map<string, Members>()

  const issue = (primary: boolean, organization: string | undefined, seconds: number) => {
    const access_token = `plain-${Crypto.randomBytes(24).toString("hex")}`
    tokens.set(access_token, { primary, organization, endsMs: Date.now() + seconds * 1_000 })
    return { access_token, expires_in: seconds }
  }
  const tokenOf = ({ headers }: PlainRequest): Token | undefined => {
    const sent = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? headers["x-auth-token"]
    const token = tokens.get(String(sent))
    return token !== undefined && token.endsMs > Date.now() ? token : undefined
  }
  const primary = (request: PlainRequest, answer: () => PlainAnswer): PlainAnswer => {
    const token = tokenOf(request)
    return token === undefined ? refuse(401, "unauthorized") : token.primary ? answer() : refuse(403, "forbidden")
  }
  const scoped = (request: PlainRequest, answer: (organization: string) => PlainAnswer): PlainAnswer => {
    const token = tokenOf(request)
    if (token === undefined) return refuse(401, "unauthorized")
    return token.organization === undefined ? refuse(403, "forbidden") : answer(token.organization)
  }
  const known = (id: unknown, secret: unknown): boolean => id === clientId && secret === clientSecret

  const listJobs = (organization: string, { query }: PlainRequest): PlainAnswer => {
    const [start = 0, cursorLimit = 100] = (query.get("cursor") ?? "0.100").split(".").map(Number)
    const limit = Math.min(Number(query.get("limit") ?? cursorLimit), 100)
    const all = jobsOf(organization)
    const content = all.slice(start, start + limit)
    const end = start + content.length
    const next = end < all.length ? `${origin()}/v1/jobs?cursor=${end}.${limit}` : null
    return ok({ content, next, count: content.length })
  }
  const setFees = (organization: string, id: string, request: PlainRequest): PlainAnswer => {
    const { optimizedFee, customFees } = bodyOf(request)
    const stored = fees.get(`${organization} ${id}`) ?? { optimizedFee: true, customFees: [] }
    const merged = {
      optimizedFee: optimizedFee ?? stored["optimizedFee"],
      customFees: customFees ?? stored["customFees"]
    }
    fees.set(`${organization} ${id}`, merged)
    return ok(merged)
  }

  return (request: PlainRequest): PlainAnswer => {
    const { method, path } = request
    const mint = /^\/v1\/organizations\/([^/]+)\/token$/.exec(path)?.[1]
    const agency = /^\/v1\/agencies\/([^/]+)\/fees$/.exec(path)?.[1]
    const form = new URLSearchParams(request.body)
    switch (`${method} ${path}`) {
      case "POST /oauth/token":
        if (form.get("grant_type") !== "client_credentials") return refuse(400, "unsupported_grant_type")
        return known(form.get("client_id"), form.get("client_secret"))
          ? ok({ ...issue(true, undefined, 3_600), token_type: "bearer" })
          : refuse(401, "invalid_client")
      case "POST /v1/auth/token": {
        const { client_id, client_secret } = bodyOf(request)
        if (client_id === undefined || client_secret === undefined) return refuse(400, "bad_request")
        return known(client_id, client_secret)
          ? ok({ ...issue(true, "one", tokenSeconds), token_type: "bearer" })
          : refuse(401, "unauthorized")
      }
      case "GET /v1/organizations":
        return primary(request, () => ok(organizations))
      case "GET /v1/jobs":
        return scoped(request, (organization) => listJobs(organization, request))
      case "POST /v1/users":
        return scoped(request, () => ok({ ...bodyOf(request), id: `user-${Crypto.randomUUID()}` }))
    }
    if (method === "POST" && mint !== undefined) {
      return primary(request, () =>
        organizations.some(({ id }) => id === mint)
          ? ok({ ...issue(false, mint, 86_400), token_type: "Bearer", scope: mint })
          : refuse(404, "not_found")
      )
    }
    if (method === "POST" && agency !== undefined) {
      return scoped(request, (organization) => setFees(organization, agency, request))
    }
    return refuse(404, "not_found")
  }
}

const read = (request: Http.IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks).toString()))
  })

export interface PlainOptions {
  readonly change?: Change
  /** How long a token of flow B lives. */
  readonly tokenSeconds?: number
}

/** Starts the server on a free port. Start it with `await using`, which stops it. */
export const startPlain = async ({ change, tokenSeconds = 3_600 }: PlainOptions = {}) => {
  const address = { origin: "" }
  const service = makeService(() => address.origin, tokenSeconds)
  /** Every request that came, as `GET /v1/jobs`. */
  const requests: Array<string> = []
  const server = Http.createServer((incoming, outgoing) => {
    void read(incoming).then((body) => {
      const { pathname: path, searchParams: query } = new URL(incoming.url ?? "", address.origin)
      const request = { method: incoming.method ?? "", path, query, headers: incoming.headers, body }
      requests.push(`${request.method} ${path}`)
      const answer = change === undefined ? service(request) : change(request, service)
      const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body)
      outgoing.writeHead(answer.status, { "content-type": "application/json", ...answer.headers }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  address.origin = `http://127.0.0.1:${portOf(server)}`
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { baseUrl: address.origin, requests, stop, [Symbol.asyncDispose]: stop }
}
