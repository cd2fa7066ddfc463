/**
 * Ways to change one thing of what passes the proxy: a request, an answer, a member, a header. Which rule that breaks is for the
 * variants to say.
 */
import type { Change, ProxyAnswer, ProxyRequest } from "./WrongProxy.ts"

export interface Variant {
  /** The rule that is broken: the first name of its scenario. */
  readonly rule: string
  readonly change: Change
}

export type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})
export const bodyOf = ({ body }: ProxyRequest): Members => membersOf(parse(body.toString()))

export const oauth = /^POST \/oauth\/token/
export const partner = /^POST \/v1\/auth\/token/
export const mint = /^POST \/v1\/organizations\/[^/]+\/token/
export const organizations = /^GET \/v1\/organizations/
export const jobs = /^(?:GET|HEAD) \/v1\/jobs(?:\?|$)/
export const job = /^GET \/v1\/jobs\//
export const users = /^GET \/v1\/users/
export const addUser = /^POST \/v1\/users/
export const agencies = /^GET \/v1\/agencies(?:\?|$)/
export const agency = /^GET \/v1\/agencies\/[^/]+$/
export const readFees = /^GET \/v1\/agencies\/[^/]+\/fees$/
export const fees = /^POST \/v1\/agencies\/[^/]+\/fees$/
export const all = /^/

type Edit = (answer: ProxyAnswer, request: ProxyRequest) => ProxyAnswer

export const at =
  (place: RegExp, change: Change): Change =>
  (request, next) =>
    place.test(`${request.method} ${request.url}`) ? change(request, next) : next(request)

/** Changes the answers of a place. */
export const answer = (place: RegExp, edit: Edit): Change =>
  at(place, async (request, next) => edit(await next(request), request))

const withJson = (answer: ProxyAnswer, value: unknown): ProxyAnswer => ({
  ...answer,
  body: JSON.stringify(value)
})

/** Changes the JSON of the answers of a place that have this status, or are successes. */
export const json = (place: RegExp, edit: (body: unknown, request: ProxyRequest) => unknown, status?: number): Change =>
  answer(place, (found, request) =>
    (status === undefined ? found.status < 300 : found.status === status) && found.body !== ""
      ? withJson(found, edit(parse(found.body), request))
      : found
  )

/** Changes the lines of a success. */
export const lines = (place: RegExp, edit: (lines: ReadonlyArray<string>) => ReadonlyArray<string>): Change =>
  answer(place, (found) =>
    found.status === 200 ? { ...found, body: `${edit(found.body.trimEnd().split("\n")).join("\n")}\n` } : found
  )

/** Gives members other values; `undefined` leaves them out. */
export const members = (place: RegExp, values: Members, status?: number): Change =>
  json(place, (body) => ({ ...membersOf(body), ...values }), status)

/** Another status instead of one. */
export const status = (place: RegExp, from: number, to: number): Change =>
  answer(place, (found) => (found.status === from ? { ...found, status: to } : found))

/** Another code of an error. */
export const code = (place: RegExp, from: number, error = "conformance"): Change => members(place, { error }, from)

/** Another value of a header; `undefined` leaves it out. */
export const header = (place: RegExp, name: string, value: string | undefined, from?: number): Change =>
  answer(place, (found) =>
    from === undefined || found.status === from ? { ...found, headers: { ...found.headers, [name]: value } } : found
  )

/** The place takes what it should refuse. */
export const accepts = (place: RegExp, from: number): Change =>
  answer(place, (found) =>
    found.status === from ? { ...found, status: 200, body: JSON.stringify({ access_token: "accepted" }) } : found
  )

/** The place refuses what it should take. */
export const rejects = (place: RegExp, when: (request: ProxyRequest) => boolean, refused = 422): Change =>
  answer(place, (found, request) =>
    when(request) ? { ...found, status: refused, body: JSON.stringify({ error: "no", message: "No." }) } : found
  )

/** Asks the server something else. */
export const asking = (place: RegExp, edit: (request: ProxyRequest) => ProxyRequest): Change =>
  at(place, (request, next) => next(edit(request)))

export const without = (request: ProxyRequest, name: string): ProxyRequest => {
  const { [name]: _, ...headers } = request.headers
  return { ...request, headers }
}
export const withHeader = (request: ProxyRequest, name: string, value: string): ProxyRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value }
})
export const withBody = (request: ProxyRequest, body: string): ProxyRequest => ({ ...request, body: Buffer.from(body) })
/** Changes the JSON body of a request. */
export const body = (place: RegExp, edit: (members: Members) => Members): Change =>
  asking(place, (request) => withBody(request, JSON.stringify(edit(bodyOf(request)))))
export const query = (place: RegExp, edit: (query: URLSearchParams) => void): Change =>
  asking(place, (request) => {
    const [path = "", text = ""] = request.url.split("?")
    const parameters = new URLSearchParams(text)
    edit(parameters)
    return { ...request, url: parameters.size === 0 ? path : `${path}?${parameters}` }
  })

export const content = (place: RegExp, edit: (items: ReadonlyArray<Members>) => unknown): Change =>
  json(place, (page) => {
    const { content: items, ...rest } = membersOf(page)
    return { ...rest, content: edit(Array.isArray(items) ? items.map(membersOf) : []) }
  })
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
export const details = (values: Members): Change =>
  json(
    all,
    (found) => ({
      ...membersOf(found),
      details: listOf(membersOf(found)["details"]).map((detail) => ({ ...membersOf(detail), ...values }))
    }),
    422
  )

/** Form parameters of a request for a token. */
export const form = (edit: (form: URLSearchParams) => void): Change =>
  asking(oauth, (request) => {
    const parameters = new URLSearchParams(request.body.toString())
    edit(parameters)
    return withBody(request, parameters.toString())
  })

const errors = [400, 401, 403, 404, 405, 415, 422]
export const everyError = (edit: (found: Members) => Members): Change =>
  answer(all, (found) => (errors.includes(found.status) ? withJson(found, edit(membersOf(parse(found.body)))) : found))

/** A problem of a body that a server takes although it should not: it leaves the body at its credentials. */
export const takesBody = (place: RegExp): Change =>
  answer(place, (found) => (found.status === 400 ? { ...found, status: 200, body: "{}" } : found))
