/**
 * The peer `fastify`: the usual implementation, with schemas for what comes in and for what goes out. Jobs read as columns.
 */
import { fastify, type FastifyError, type FastifyReply, type FastifyRequest, type onSendHookHandler } from "fastify"
import { logAnswer } from "./AccessLog.ts"
import { confirm, type NewApplication, submit } from "./Applications.ts"
import { enter, type Entry } from "./Caller.ts"
import * as Schemas from "./FastifySchemas.ts"
import { tokenRoutes } from "./FastifyTokens.ts"
import type { Person } from "./Person.ts"
import {
  bodyBytesMax,
  errorBody,
  everyAnswer,
  headersOf,
  keepAliveTimeoutMs,
  notFound,
  listVary,
  type Refusal,
  requestIdOf,
  tooLarge,
  unprocessable
} from "./Refusal.ts"
import { settings } from "./Settings.ts"
import { whenThere } from "./Soon.ts"
import { isKnown, tagOf } from "./Tag.ts"
import { addUser, columnJob, columnPages } from "./Work.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    readonly permission?: string
    /** Whether the route needs no token. */
    readonly isPublic?: boolean
  }
}

const usersRoute = "/v1/users"
const applicationsRoute = "/v1/applications"

const pages = columnPages()
const app = fastify({
  keepAliveTimeout: keepAliveTimeoutMs,
  genReqId: ({ headers }) => requestIdOf(headers["x-request-id"])
})

app.decorateRequest("entry", null)

const entryOf = (request: FastifyRequest): Entry => request.getDecorator<Entry>("entry")

/** Tags the body as it is sent, and leaves it out when the caller has that state already. */
const tagAnswer: onSendHookHandler = (request, reply, body, done) => {
  if (reply.statusCode !== 200) return done(null, body)
  const tag = tagOf(String(body))
  reply.header("etag", tag)
  if (request.method !== "GET" || !isKnown(request.headers["if-none-match"], tag)) return done(null, body)
  reply.code(304).removeHeader("content-type")
  return done(null, null)
}

/** Gives the body of a refusal, whose status and headers it sets. */
const refuse = (reply: FastifyReply, refusal: Refusal) => {
  reply.headers(headersOf(refusal)).code(refusal.status)
  return errorBody(refusal, reply.request.id)
}

app.addHook("onRequest", (request, reply, done) => {
  const { isPublic = false, permission = "" } = request.routeOptions.config
  const entering = isPublic ? { headers: {} } : enter(request.headers.authorization, permission)
  const entered = whenThere(entering, (entry) => {
    request.setDecorator("entry", entry)
    reply.headers({ ...everyAnswer, "x-request-id": request.id, ...entry.headers })
    if (entry.refusal === undefined) done()
    else reply.send(refuse(reply, entry.refusal))
  })
  if (entered instanceof Promise) entered.catch(done)
})

app.setErrorHandler((error: FastifyError, _request, reply) => {
  if (error.statusCode === tooLarge.status) return reply.send(refuse(reply, tooLarge))
  return reply.send(error.validation === undefined ? error : refuse(reply, unprocessable))
})

app.addHook("onResponse", (request, reply, done) => {
  const beganAt = performance.now() - reply.elapsedTime
  const { caller } = entryOf(request)
  logAnswer(request.method, request.routeOptions.url ?? "", reply.statusCode, beganAt, request.id, caller)
  done()
})

app.register(tokenRoutes)

app.get<{ Querystring: { limit?: string; cursor?: string } }>(
  "/v1/jobs",
  {
    config: { permission: "jobs:read" },
    schema: { querystring: Schemas.listQuery, response: { 200: Schemas.page, "4xx": Schemas.error } }
  },
  (request, reply) => {
    const { limit, cursor } = request.query
    const { caller } = entryOf(request)
    if (caller === undefined) return refuse(reply, notFound)
    return whenThere(pages(caller.organizationId, limit, cursor), (found) => {
      if ("error" in found) return refuse(reply, found)
      reply.headers(listVary)
      if (found.next !== null) reply.header("link", `<${found.next}>; rel="next"`)
      return found
    })
  }
)

app.get<{ Params: { jobId: string } }>(
  "/v1/jobs/:jobId",
  {
    config: { permission: "jobs:read" },
    schema: { params: Schemas.jobParams, response: { 200: Schemas.job, "4xx": Schemas.error } },
    onSend: tagAnswer
  },
  (request, reply) => {
    const { caller } = entryOf(request)
    if (caller === undefined) return refuse(reply, notFound)
    return whenThere(
      columnJob(caller.organizationId, request.params.jobId),
      (found) => found ?? refuse(reply, notFound)
    )
  }
)

app.post<{ Body: Person }>(
  usersRoute,
  {
    bodyLimit: bodyBytesMax.user,
    config: { permission: "users:write" },
    schema: { body: Schemas.person, response: { 201: Schemas.user, "4xx": Schemas.error } }
  },
  (request, reply) => {
    const { caller } = entryOf(request)
    if (caller === undefined) return refuse(reply, notFound)
    return whenThere(addUser(caller, request.id, request.body), (added) => {
      if ("error" in added) return refuse(reply, added)
      reply.code(201).header("location", `${settings.publicUrl}${usersRoute}/${added.id}`)
      return added
    })
  }
)

app.post<{ Body: NewApplication }>(
  applicationsRoute,
  {
    bodyLimit: bodyBytesMax.application,
    config: { permission: "applications:write" },
    schema: { body: Schemas.newApplication, response: { 201: Schemas.application, "4xx": Schemas.error } }
  },
  (request, reply) => {
    const { caller } = entryOf(request)
    if (caller === undefined) return refuse(reply, notFound)
    return whenThere(submit(caller, request.id, request.body), (written) => {
      if ("error" in written) return refuse(reply, written)
      const { application } = written
      reply.code(201).header("location", `${settings.publicUrl}${applicationsRoute}/${application.id}`)
      return application
    })
  }
)

app.post<{ Params: { applicationId: string } }>(
  `${applicationsRoute}/:applicationId/transitions`,
  {
    bodyLimit: bodyBytesMax.action,
    config: { permission: "applications:write" },
    schema: {
      params: Schemas.applicationParams,
      body: Schemas.action,
      response: { 200: Schemas.application, "4xx": Schemas.error }
    },
    onSend: tagAnswer
  },
  (request, reply) => {
    const { caller } = entryOf(request)
    if (caller === undefined) return refuse(reply, notFound)
    return whenThere(confirm(caller, request.id, request.params.applicationId), (written) =>
      "error" in written ? refuse(reply, written) : written.application
    )
  }
)

await app.listen({ port: settings.port, host: settings.host })
