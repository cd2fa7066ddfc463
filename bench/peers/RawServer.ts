/**
 * The routes on nothing but `node:http`: the floor that a framework is measured against. Knows no edge cases.
 */
import * as Http from "node:http"
import * as Querystring from "node:querystring"
import { logAnswer } from "./AccessLog.ts"
import { applicationIn, confirm, isConfirm, submit } from "./Applications.ts"
import { type Caller, enter } from "./Caller.ts"
import { personIn } from "./Person.ts"
import {
  bodyBytesMax,
  errorBody,
  everyAnswer,
  headersOf,
  keepAliveTimeoutMs,
  notFound,
  oauthErrorBody,
  listVary,
  type Refusal,
  requestIdOf,
  tooLarge,
  unprocessable
} from "./Refusal.ts"
import { settings } from "./Settings.ts"
import { type Soon, whenThere } from "./Soon.ts"
import { isKnown, tagOf } from "./Tag.ts"
import { issue, noStore, tokenRoute } from "./Tokens.ts"
import { addUser, type Page, type Parameter } from "./Work.ts"

/** A request on its way to its answer. */
interface Exchange {
  readonly request: Http.IncomingMessage
  readonly response: Http.ServerResponse
  readonly route: string
  readonly beganAt: number
  readonly requestId: string
}

/** What a write is answered with. */
interface Done {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string>
}

const created = (body: string, path: string): Done => ({
  status: 201,
  body,
  headers: { location: `${settings.publicUrl}${path}` }
})

const jobsRoute = "/v1/jobs"
const jobRoute = "/v1/jobs/:jobId"
const usersRoute = "/v1/users"
const applicationsRoute = "/v1/applications"
const transitionsRoute = "/v1/applications/:applicationId/transitions"

/** The routes with an identifier in their path. */
const routesOfOne = [
  [jobRoute, /^\/v1\/jobs\/([A-Za-z0-9_-]{1,64})$/],
  [transitionsRoute, /^\/v1\/applications\/([A-Za-z0-9_-]{1,64})\/transitions$/]
] as const

/** The route of a path, and the identifier in it. Other paths are routes themselves. */
const routeOf = (path: string): { readonly route: string; readonly id: string } => {
  for (const [route, pattern] of routesOfOne) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return { route, id }
  }
  return { route: path, id: "" }
}

/** What the servers on `node:http` do each in their own way. */
interface Jobs<Item> {
  readonly page: (organizationId: string, limit: Parameter, cursor: Parameter) => Soon<Page<Item> | Refusal>
  /** The body of a page. */
  readonly pageText: (page: Page<Item>) => string
  /** The body of one job. */
  readonly jobText: (organizationId: string, id: string) => Soon<string | undefined>
}

/** Serves until the process is stopped. */
export const serveRaw = <Item>({ page, pageText, jobText }: Jobs<Item>): void => {
  const answer = (
    { request, response, route, beganAt, requestId }: Exchange,
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
    logAnswer(request.method, route, status, beganAt, requestId, caller)
  }

  /** The caller has the state already. */
  const answerUnchanged = (
    { request, response, route, beganAt, requestId }: Exchange,
    headers: Record<string, string>,
    caller: Caller
  ): void => {
    response.writeHead(304, { ...everyAnswer, "x-request-id": requestId, ...headers })
    response.end()
    logAnswer(request.method, route, 304, beganAt, requestId, caller)
  }

  const refuse = (
    exchange: Exchange,
    refusal: Refusal,
    headers: Readonly<Record<string, string>> = {},
    caller?: Caller
  ): void => {
    const bodyOf = exchange.route === tokenRoute ? oauthErrorBody : errorBody
    const body = JSON.stringify(bodyOf(refusal, exchange.requestId))
    answer(exchange, refusal.status, body, { ...headers, ...headersOf(refusal) }, caller)
  }

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
        return answer(exchange, 200, pageText(found), { ...headers, ...link, ...listVary }, caller)
      })
    )

  const getJob = (exchange: Exchange, id: string): Soon<void> =>
    admit(exchange, "jobs:read", (caller, headers) =>
      whenThere(jobText(caller.organizationId, id), (text) => {
        if (text === undefined) return refuse(exchange, notFound, headers, caller)
        const etag = tagOf(text)
        return isKnown(exchange.request.headers["if-none-match"], etag)
          ? answerUnchanged(exchange, { ...headers, etag }, caller)
          : answer(exchange, 200, text, { ...headers, etag }, caller)
      })
    )

  /** Reads a body of a bounded size, and goes on with its text; with nothing where it is too large. */
  const readBody = (
    request: Http.IncomingMessage,
    bytesMax: number,
    use: (text: string | undefined) => Soon<void>
  ): Soon<void> => {
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) return use(undefined)
    const chunks: Array<Buffer> = []
    let bytes = 0
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) chunks.push(chunk)
    })
    request.on("end", () => use(bytes > bytesMax ? undefined : Buffer.concat(chunks).toString()))
    return undefined
  }

  /** Reads a body, and does the work of a request that is let in. */
  const receive = (
    exchange: Exchange,
    { bytesMax, permission }: { readonly bytesMax: number; readonly permission: string },
    work: (body: unknown, caller: Caller) => Soon<Done | Refusal>
  ): Soon<void> =>
    admit(exchange, permission, (caller, headers) =>
      readBody(exchange.request, bytesMax, (text) => {
        if (text === undefined) return refuse(exchange, tooLarge, headers, caller)
        return whenThere(work(JSON.parse(text), caller), (done) =>
          "error" in done
            ? refuse(exchange, done, headers, caller)
            : answer(exchange, done.status, done.body, { ...headers, ...done.headers }, caller)
        )
      })
    )

  const issueToken = (exchange: Exchange): Soon<void> =>
    readBody(exchange.request, bodyBytesMax.form, (text) => {
      if (text === undefined) return refuse(exchange, tooLarge)
      const issued = issue(exchange.request.headers.authorization, Querystring.parse(text))
      return whenThere(issued, ({ answer: token, headers }) =>
        "error" in token
          ? refuse(exchange, token, headers)
          : answer(exchange, 200, JSON.stringify(token), { ...headers, ...noStore })
      )
    })

  const createUser = (exchange: Exchange): Soon<void> =>
    receive(exchange, { bytesMax: bodyBytesMax.user, permission: "users:write" }, (body, caller) => {
      const input = personIn(body)
      if (input === undefined) return unprocessable
      return whenThere(addUser(caller, exchange.requestId, input), (user) =>
        "error" in user ? user : created(JSON.stringify(user), `${usersRoute}/${user.id}`)
      )
    })

  const submitApplication = (exchange: Exchange): Soon<void> =>
    receive(exchange, { bytesMax: bodyBytesMax.application, permission: "applications:write" }, (body, caller) => {
      const input = applicationIn(body)
      if (input === undefined) return unprocessable
      return whenThere(submit(caller, exchange.requestId, input), (written) =>
        "error" in written ? written : created(written.json, `${applicationsRoute}/${written.application.id}`)
      )
    })

  const takeAction = (exchange: Exchange, id: string): Soon<void> =>
    receive(exchange, { bytesMax: bodyBytesMax.action, permission: "applications:write" }, (body, caller) => {
      if (!isConfirm(body)) return unprocessable
      return whenThere(confirm(caller, exchange.requestId, id), (written) =>
        "error" in written ? written : { status: 200, body: written.json, headers: { etag: tagOf(written.json) } }
      )
    })

  Http.createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    const [path = "", query] = (request.url ?? "").split("?")
    const requestId = requestIdOf(request.headers["x-request-id"])
    const { route, id } = routeOf(path)
    const exchange = { request, response, route, beganAt: performance.now(), requestId }
    const call = `${request.method} ${route}`
    if (call === `GET ${jobsRoute}`) listJobs(exchange, Querystring.parse(query ?? ""))
    else if (call === `GET ${jobRoute}`) getJob(exchange, id)
    else if (call === `POST ${tokenRoute}`) issueToken(exchange)
    else if (call === `POST ${usersRoute}`) createUser(exchange)
    else if (call === `POST ${applicationsRoute}`) submitApplication(exchange)
    else if (call === `POST ${transitionsRoute}`) takeAction(exchange, id)
    else refuse(exchange, notFound)
  }).listen(settings.port, settings.host)
}
