/**
 * The peer `fastify`: the usual implementation, with schemas for what comes in and for what goes out. Jobs read as columns.
 */
import * as Crypto from "node:crypto"
import { fastify, type FastifyReply } from "fastify"
import { tell } from "./AccessLog.ts"
import { addUser, authorize, columnPages, errorBody, type NewUser, type Refusal, settings } from "./Work.ts"

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
  properties: { id: text, created_at: text, updated_at: text, first_name: text, last_name: text, email: text }
}
const error = { type: "object", properties: { error: text, message: text, request_id: text } }

const pages = columnPages()
const app = fastify({ genReqId: () => Crypto.randomUUID(), requestIdHeader: "x-request-id" })
app.decorateRequest("organizationId", "")

const refuse = (reply: FastifyReply, refusal: Refusal) => {
  reply.header("cache-control", "no-store")
  if (refusal.status === 401) reply.header("www-authenticate", 'Bearer realm="partner-api"')
  return reply.code(refusal.status).send(errorBody(refusal, reply.request.id))
}

app.addHook("onRequest", (request, reply, done) => {
  reply.header("x-request-id", request.id)
  const organizationId = authorize(
    request.headers.authorization,
    request.method === "GET" ? "jobs:read" : "users:write"
  )
  if (typeof organizationId !== "string") {
    refuse(reply, organizationId)
    return
  }
  request.setDecorator("organizationId", organizationId)
  done()
})

app.addHook("onResponse", (request, reply, done) => {
  const organizationId = request.getDecorator<string>("organizationId")
  const beganAt = performance.now() - reply.elapsedTime
  tell(request.method, request.routeOptions.url ?? "", reply.statusCode, beganAt, request.id, organizationId)
  done()
})

app.get<{ Querystring: { limit?: string; cursor?: string } }>(
  "/v1/jobs",
  { schema: { querystring: listQuery, response: { 200: page, "4xx": error } } },
  (request, reply) => {
    const { limit, cursor } = request.query
    const found = pages(request.getDecorator<string>("organizationId"), limit, cursor)
    if ("status" in found) return refuse(reply, found)
    if (found.next !== null) reply.header("link", `<${found.next}>; rel="next"`)
    return reply.send(found)
  }
)

app.post<{ Body: NewUser }>(
  "/v1/users",
  { schema: { body: newUser, response: { 201: user, "4xx": error } } },
  (request, reply) => {
    const { first_name, last_name, email } = request.body
    const added = addUser(request.getDecorator<string>("organizationId"), { first_name, last_name, email })
    if ("status" in added) return refuse(reply, added)
    reply.header("location", `${settings.publicUrl}/v1/users/${added.id}`)
    return reply.code(201).send(added)
  }
)

await app.listen({ port: settings.port, host: settings.host })
