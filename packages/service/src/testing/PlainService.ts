/**
 * A service of the plain specification: another one, with everything taken away that the specification does not have. For tests of
 * clients that must do without.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { MethodNotAllowed } from "@partner-api/contract/ProtocolErrors"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { pathPattern } from "@partner-api/contract/Path"
import { allowedMethodsOf, type EndpointEntry } from "@partner-api/contract/Reflection"
import { toWire } from "@partner-api/contract/WireErrors"
import { NotFound } from "@partner-api/domain/Errors"
import * as Schema from "effect/Schema"

type Handle = (request: Request) => Promise<Response>

/** Whether the specification has an endpoint. */
export const isSpecified = ({ metadata }: Pick<EndpointEntry, "metadata">): boolean => metadata.extension === undefined

/** The endpoints of the specification, with the pattern of each path. */
const specified = endpoints.filter(isSpecified).map((entry) => ({ ...entry, pattern: pathPattern(entry.path) }))

const allowed = allowedMethodsOf(specified)

/** Headers of requests that mean nothing to such a service. */
const unknownHeaders = ["idempotency-key", "on-behalf-of", "if-match", "if-none-match"]

/** Headers of answers that the specification, or HTTP for every server, has. */
const knownHeaders = new Set(["allow", "cache-control", "content-type", "retry-after", "www-authenticate"])

const readError = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ error: Schema.String, message: Schema.String }))
)
const readPage = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ content: Schema.Array(Schema.Unknown), next: Schema.NullOr(Schema.String) }))
)

/** The answer to what the specification does not have; it has two members only. */
const refuse = (error: PartnerError): Response => {
  const { body, headers, status } = toWire(error, "")
  return Response.json({ error: body.error, message: body.message }, { status, headers })
}

const plainAnswer = async (answer: Response): Promise<Response> => {
  const text = await answer.text()
  return new Response(answer.ok ? text : JSON.stringify(readError(text)), {
    status: answer.status === 201 ? 200 : answer.status,
    headers: Array.from(answer.headers).filter(([name]) => knownHeaders.has(name))
  })
}

/** A list as a plain array, as one sample of the specification shows it (spec 4.4): all items, or as many as were requested. */
const arrayOf = async (handle: Handle, request: Request, before: ReadonlyArray<unknown> = []): Promise<Response> => {
  const answer = await handle(request)
  if (!answer.ok) return answer
  const { content, next } = readPage(await answer.text())
  const found = [...before, ...content]
  if (next === null || new URL(request.url).searchParams.has("limit")) return Response.json(found)
  const { search } = new URL(next)
  return arrayOf(handle, new Request(new URL(search, request.url), { headers: request.headers }), found)
}

/** Takes away from a service what is not specified. Lists are answered as they are, or as plain arrays. */
export const makePlainService =
  (handle: Handle, lists: "array" | "envelope"): Handle =>
  async (request) => {
    const { pathname } = new URL(request.url)
    const allow = allowed(pathname)
    if (allow.length === 0) return refuse(new NotFound({ message: "There is no such address in this API." }))
    if (!allow.includes(request.method)) {
      return refuse(new MethodNotAllowed({ message: `This address takes ${allow.join(", ")}.`, allow }))
    }
    const endpoint = specified.find(({ method, pattern }) => method === request.method && pattern.test(pathname))
    const headers = new Headers(request.headers)
    for (const name of unknownHeaders) headers.delete(name)
    // A token is requested without a body: what it is narrowed to is no member of the specification.
    const isMint = endpoint?.metadata.credentials === true && endpoint.metadata.access.level !== "public"
    const body = request.method !== "POST" || isMint ? undefined : await request.arrayBuffer()
    const inner = new Request(request.url, { method: request.method, headers, ...(body === undefined ? {} : { body }) })
    return plainAnswer(
      endpoint?.metadata.paginated === true && lists === "array" ? await arrayOf(handle, inner) : await handle(inner)
    )
  }
