/**
 * The peer `fastify`: the usual implementation, with schemas for what comes in and for what goes out. Jobs read as columns.
 */
import { fastify, type FastifyError, type FastifyReply, type FastifyRequest } from "fastify"
import { tell } from "./AccessLog.ts"
import { enter, type Entry } from "./Caller.ts"
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
import { whenThere } from "./Soon.ts"
import { addUser, columnPages, type NewUser } from "./Work.ts"

const text = { type: "string" }
const integer = { type: "integer" }
const job = {
  type: "object",
  properties: {
    id: text,
    title: text,
    description: text,
    status: text,
    location: text,
    employment_type: text,
    openings: integer,
    salary_min_cents: integer,
    salary_max_cents: integer,
    currency: text,
    external_id: text,
    created_at: text,
    updated_at: text
  },
  required: ["id", "title", "description"]
}
const page = {
  type: "object",
  properties: {
    content: { type: "array", items: job },
    next: { type: ["string", "null"] },
    count: integer
  },
  required: ["content", "next", "count"]
}
const listQuery = {
  type: "object",
  properties: {
    limit: { type: "string", pattern: "^(?:[1-9][0-9]?|100)$" },
    cursor: { type: "string", maxLength: 2048 }
  }
}
const newUser = {
  type: "object",
  properties: {
    first_name: { type: "string", minLength: 1, maxLength: 100 },
    last_name: { type: "string", minLength: 1, maxLength: 100 },
    email: { type: "string", format: "email", maxLength: 254 }
  },
  required: ["first_name", "last_name", "email"]
}
const user = {
  type: "object",
  properties: {
    id: text,
    created_at: text,
    updated_at: text,
    first_name: text,
    last_name: text,
    email: text,
    status: text
  }
}
const error = { type: "object", properties: { error: text, message: text, request_id: text } }

const pages = columnPages()
const app = fastify({
  bodyLimit: bodyBytesMax,
  keepAliveTimeout: keepAliveTimeoutMs,
  genReqId: ({ headers }) => requestIdOf(headers["x-request-id"])
})

app.decorateRequest("entry", null)

const entryOf = (request: FastifyRequest): Entry => request.getDecorator<Entry>("entry")

/** Gives the body of a refusal, whose status and headers it sets. */
const refuse = (reply: FastifyReply, refusal: Refusal) => {
  reply.headers(headersOf(refusal)).code(refusal.status)
  return errorBody(refusal, reply.request.id)
}

app.addHook("onRequest", (request, reply, done) => {
  const permission = request.method === "GET" ? "jobs:read" : "users:write"
  const entered = whenThere(enter(request.headers.authorization, permission), (entry) => {
    request.setDecorator("entry", entry)
    reply.headers({ ...everyAnswer, "x-request-id": request.id, ...entry.headers })
    if (entry.refusal === undefined) done()
    else reply.send(refuse(reply, entry.refusal))
  })
  if (entered instanceof Promise) entered.catch(done)
})

app.setErrorHandler((error: FastifyError, _request, reply) =>
  error.statusCode === tooLarge.status ? reply.send(refuse(reply, tooLarge)) : reply.send(error)
)

app.addHook("onResponse", (request, reply, done) => {
  const beganAt = performance.now() - reply.elapsedTime
  const { caller } = entryOf(request)
  tell(request.method, request.routeOptions.url ?? "", reply.statusCode, beganAt, request.id, caller)
  done()
})

app.get<{ Querystring: { limit?: string; cursor?: string } }>(
  "/v1/jobs",
  { schema: { querystring: listQuery, response: { 200: page, "4xx": error } } },
  (request, reply) => {
    const { limit, cursor } = request.query
    const { caller } = entryOf(request)
    if (caller === undefined) return refuse(reply, notFound)
    return whenThere(pages(caller.organizationId, limit, cursor), (found) => {
      if ("error" in found) return refuse(reply, found)
      if (found.next !== null) reply.header("link", `<${found.next}>; rel="next"`)
      return found
    })
  }
)

app.post<{ Body: NewUser }>(
  "/v1/users",
  { schema: { body: newUser, response: { 201: user, "4xx": error } } },
  (request, reply) => {
    const { first_name, last_name, email } = request.body
    const { caller } = entryOf(request)
    if (caller === undefined) return refuse(reply, notFound)
    return whenThere(addUser(caller, request.id, { first_name, last_name, email }), (added) => {
      if ("error" in added) return refuse(reply, added)
      reply.code(201).header("location", `${settings.publicUrl}/v1/users/${added.id}`)
      return added
    })
  }
)

await app.listen({ port: settings.port, host: settings.host })
