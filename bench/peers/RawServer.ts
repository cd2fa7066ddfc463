/**
 * The routes on nothing but `node:http`: the floor that a framework is measured against. Knows three answers and no edge cases.
 */
import * as Http from "node:http"
import * as Querystring from "node:querystring"
import { tell } from "./AccessLog.ts"
import { type Caller, enter } from "./Caller.ts"
import {
  bodyBytesMax,
  errorBody,
  everyAnswer,
  headersOf,
  keepAliveTimeoutMs,
  notFound,
  type Refusal,
  requestIdOf,
  tooLarge
} from "./Refusal.ts"
import { settings } from "./Settings.ts"
import { type Soon, whenThere } from "./Soon.ts"
import { addUser, checkUser, type Page, type Parameter } from "./Work.ts"

/** A request on its way to its answer. */
interface Exchange {
  readonly request: Http.IncomingMessage
  readonly response: Http.ServerResponse
  readonly beganAt: number
  readonly requestId: string
}

/** Serves until the process is stopped. `text` makes the body of a page. */
export const serveRaw = <Item>(
  page: (organizationId: string, limit: Parameter, cursor: Parameter) => Soon<Page<Item> | Refusal>,
  text: (page: Page<Item>) => string
): void => {
  const answer = (
    { request, response, beganAt, requestId }: Exchange,
    status: number,
    body: string,
    headers: Record<string, string>,
    caller?: Caller
  ): void => {
    response.writeHead(status, {
      ...everyAnswer,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "x-request-id": requestId,
      ...headers
    })
    response.end(body)
    tell(request.method, request.url?.split("?")[0] ?? "", status, beganAt, requestId, caller)
  }

  const refuse = (exchange: Exchange, refusal: Refusal, headers: Record<string, string> = {}, caller?: Caller): void =>
    answer(
      exchange,
      refusal.status,
      JSON.stringify(errorBody(refusal, exchange.requestId)),
      { ...headersOf(refusal), ...headers },
      caller
    )

  /** Lets a request in, or answers with the refusal. */
  const admit = (
    exchange: Exchange,
    permission: string,
    work: (caller: Caller, headers: Record<string, string>) => Soon<void>
  ): Soon<void> =>
    whenThere(enter(exchange.request.headers.authorization, permission), ({ caller, headers, refusal }) =>
      caller === undefined || refusal !== undefined
        ? refuse(exchange, refusal ?? notFound, headers, caller)
        : work(caller, headers)
    )

  const listJobs = (exchange: Exchange, query: Querystring.ParsedUrlQuery): Soon<void> =>
    admit(exchange, "jobs:read", (caller, headers) =>
      whenThere(page(caller.organizationId, query["limit"], query["cursor"]), (found) => {
        if ("error" in found) return refuse(exchange, found, headers, caller)
        const link = found.next === null ? {} : { link: `<${found.next}>; rel="next"` }
        return answer(exchange, 200, text(found), { ...headers, ...link }, caller)
      })
    )

  const createUser = (exchange: Exchange): Soon<void> =>
    admit(exchange, "users:write", (caller, headers) => {
      const { request, requestId } = exchange
      if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) {
        return refuse(exchange, tooLarge, headers, caller)
      }
      const chunks: Array<Buffer> = []
      let bytes = 0
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= bodyBytesMax) chunks.push(chunk)
      })
      request.on("end", () => {
        if (bytes > bodyBytesMax) return refuse(exchange, tooLarge, headers, caller)
        const input = checkUser(JSON.parse(Buffer.concat(chunks).toString()))
        return whenThere("error" in input ? input : addUser(caller, requestId, input), (user) => {
          if ("error" in user) return refuse(exchange, user, headers, caller)
          const location = `${settings.publicUrl}/v1/users/${user.id}`
          return answer(exchange, 201, JSON.stringify(user), { ...headers, location }, caller)
        })
      })
      return undefined
    })

  Http.createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    const [path, query] = (request.url ?? "").split("?")
    const requestId = requestIdOf(request.headers["x-request-id"])
    const exchange = { request, response, beganAt: performance.now(), requestId }
    if (path === "/v1/jobs" && request.method === "GET") listJobs(exchange, Querystring.parse(query ?? ""))
    else if (path === "/v1/users" && request.method === "POST") createUser(exchange)
    else refuse(exchange, notFound)
  }).listen(settings.port, settings.host)
}
