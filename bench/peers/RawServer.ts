/**
 * The routes on nothing but `node:http`: the floor that a framework is measured against. Knows three answers and no edge cases.
 */
import * as Crypto from "node:crypto"
import * as Http from "node:http"
import * as Querystring from "node:querystring"
import { tell } from "./AccessLog.ts"
import {
  addUser,
  authorize,
  checkUser,
  errorBody,
  notFound,
  type Page,
  type Parameter,
  type Refusal,
  settings
} from "./Work.ts"

/** A request on its way to its answer. */
interface Exchange {
  readonly request: Http.IncomingMessage
  readonly response: Http.ServerResponse
  readonly beganAt: number
  readonly requestId: string
}

/** Serves until the process is stopped. `text` makes the body of a page. */
export const serveRaw = <Item>(
  page: (organizationId: string, limit: Parameter, cursor: Parameter) => Page<Item> | Refusal,
  text: (page: Page<Item>) => string
): void => {
  const answer = (
    { request, response, beganAt, requestId }: Exchange,
    status: number,
    body: string,
    headers: Record<string, string>,
    organizationId?: string
  ): void => {
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "x-request-id": requestId,
      ...headers
    })
    response.end(body)
    tell(request.method, request.url?.split("?")[0] ?? "", status, beganAt, requestId, organizationId)
  }

  const refuse = (exchange: Exchange, refusal: Refusal): void =>
    answer(exchange, refusal.status, JSON.stringify(errorBody(refusal, exchange.requestId)), {
      "cache-control": "no-store",
      ...(refusal.status === 401 ? { "www-authenticate": 'Bearer realm="partner-api"' } : {})
    })

  const listJobs = (exchange: Exchange, query: Querystring.ParsedUrlQuery): void => {
    const organizationId = authorize(exchange.request.headers.authorization, "jobs:read")
    if (typeof organizationId !== "string") return refuse(exchange, organizationId)
    const found = page(organizationId, query["limit"], query["cursor"])
    if ("status" in found) return refuse(exchange, found)
    const headers = found.next === null ? {} : { link: `<${found.next}>; rel="next"` }
    return answer(exchange, 200, text(found), headers, organizationId)
  }

  const createUser = (exchange: Exchange): void => {
    const { request } = exchange
    const organizationId = authorize(request.headers.authorization, "users:write")
    if (typeof organizationId !== "string") return refuse(exchange, organizationId)
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const input = checkUser(JSON.parse(Buffer.concat(chunks).toString()))
      const user = "status" in input ? input : addUser(organizationId, input)
      if ("status" in user) return refuse(exchange, user)
      const headers = { location: `${settings.publicUrl}/v1/users/${user.id}` }
      return answer(exchange, 201, JSON.stringify(user), headers, organizationId)
    })
  }

  Http.createServer((request, response) => {
    const [path, query] = (request.url ?? "").split("?")
    const exchange = { request, response, beganAt: performance.now(), requestId: Crypto.randomUUID() }
    if (path === "/v1/jobs" && request.method === "GET") listJobs(exchange, Querystring.parse(query ?? ""))
    else if (path === "/v1/users" && request.method === "POST") createUser(exchange)
    else refuse(exchange, notFound)
  }).listen(settings.port, settings.host)
}
