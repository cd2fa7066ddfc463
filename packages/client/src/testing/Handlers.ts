/**
 * What operations do. Most of it follows from the contract: a list lists the collection of its group, a read with one parameter
 * finds by id, a keyed POST without parameters adds. `Written.ts` has the handlers of what no schema can say.
 */
import { fillPath } from "@partner-api/contract/Path"
import { openApiDocument } from "@partner-api/contract/OpenApiDocument"
import { Conflict, InternalError, NotFound } from "@partner-api/domain/Errors"
import type { CursorSigner } from "@partner-api/domain/Cursor"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { isRefusal, json, type Outcome } from "./http/Answer.ts"
import type { TestItem } from "./data/Collection.ts"
import { answerArray, answerPage, type ListRequest } from "./data/Lists.ts"
import type { Operation } from "./Operations.ts"
import type { Organization, State } from "./data/State.ts"
import type { Token, Tokens } from "./tokens/Tokens.ts"

/** What all handlers know. */
export interface Service {
  readonly operations: ReadonlyArray<Operation>
  /** The address of the server, without a slash at the end. */
  readonly baseUrl: string
  readonly state: State
  readonly tokens: Tokens
  readonly signer: CursorSigner
  /** How lists are answered. */
  readonly lists: "array" | "envelope"
  /** Nothing beyond the specification. */
  readonly plain: boolean
  readonly extensions: ReadonlyArray<string>
  readonly defaultOrganization: string | null | undefined
}

/** A request that was let in. What its schemas say of it has been checked. */
export interface Call {
  readonly service: Service
  readonly operation: Operation
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly requestId: string
  readonly nowMs: number
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  /** The body as it came, and as its schema reads it. */
  readonly text: string
  readonly body: unknown
  readonly payload: unknown
  readonly token: Token | undefined
  readonly organization: Organization | undefined
}

export type Handler = (call: Call) => Outcome | Promise<Outcome>

/** The handler of an operation of which the contract does not say enough, and which nobody has written. */
export const unknownTo = ({ operation: { id } }: Call): InternalError =>
  new InternalError({
    message: `The test server does not know what ${id} does; tell it with server.answer("${id}", (request) => ({ status, body })).`
  })

/** The operation that reads what another one writes: GET at the same path, or at the path with one parameter more. */
const readerOf = ({ operations }: Service, path: string, names: number): Operation | undefined =>
  operations.find(
    (one) =>
      one.method === "GET" &&
      one.names.length === names &&
      (one.path === path || (one.path.startsWith(`${path}/:`) && !one.path.slice(path.length + 1).includes("/")))
  )

/** The answer to something new: the thing itself, and where it is. */
export const created = ({ service, operation }: Call, item: TestItem): Outcome => {
  const reader = readerOf(service, operation.path, 1)
  const [name] = reader?.names ?? []
  const location =
    reader === undefined || name === undefined
      ? {}
      : { location: `${service.baseUrl}${fillPath(reader.path, { [name]: item.id })}` }
  return json(service.plain ? 200 : operation.success, item, location)
}

/** The organization of a call that was let in with a scoped token, if the operation asks for one. */
const inOrganization =
  (handle: (call: Call, organization: Organization) => Outcome): Handler =>
  (call) =>
    call.organization === undefined ? unknownTo(call) : handle(call, call.organization)

/** How items of a group are shown; as they are, unless it is said here. */
const show =
  ({ operation: { group } }: Call, organization: Organization) =>
  (item: TestItem): unknown => {
    if (group !== "agencies") return item
    const agency = organization.agencies.find(item.id)
    const { id, name, recruiters = [] } = agency ?? { id: item.id, name: "" }
    return { id, name, optimizedFee: organization.fees(id)?.optimizedFee ?? true, recruiters }
  }

const list = inOrganization((call, organization) => {
  const { service, operation, query, nowMs } = call
  const request: ListRequest = {
    list: operation.id,
    url: `${service.baseUrl}${operation.path}`,
    organizationId: organization.id,
    collection: organization.collection(operation.group),
    query,
    nowMs,
    signer: service.signer,
    show: show(call, organization)
  }
  return service.lists === "array" ? answerArray(request) : answerPage(request)
})

/** The refusal of an id that is not there, or not in this organization. */
export const notFound = (what: string): NotFound =>
  new NotFound({ message: `There is no such ${what} in this organization.` })

const singular = (group: string): string => (group.endsWith("ies") ? `${group.slice(0, -3)}y` : group.replace(/s$/, ""))

const find = inOrganization((call, organization) => {
  const { group, names } = call.operation
  const item = organization.collection(group).find(call.params[names[0] ?? ""] ?? "")
  return item === undefined ? notFound(singular(group)) : json(call.operation.success, show(call, organization)(item))
})

/** The members that the service generates. */
const made = ({ operation: { group, members }, service, nowMs }: Call): Readonly<Record<string, string>> => {
  const now = timestampFromMillis(nowMs)
  return Object.fromEntries(
    Object.entries({ id: service.state.makeId(`${singular(group)}_`), created_at: now, updated_at: now }).filter(
      ([name]) => members.includes(name)
    )
  )
}

const hasId = (value: object): value is TestItem => "id" in value && typeof value.id === "string"

const add = inOrganization((call, organization) => {
  const { operation, body } = call
  const item = { ...made(call), ...(typeof body === "object" ? body : {}) }
  if (!hasId(item) || !operation.fits(item)) return unknownTo(call)
  const collection = organization.collection(operation.group)
  if (collection.find(item.id) !== undefined) {
    return new Conflict({
      message: `A ${singular(operation.group)} with this id exists already.`,
      details: [
        { in: "body", path: "/id", code: "conflict", message: `belongs to the ${singular(operation.group)} ${item.id}` }
      ]
    })
  }
  collection.add(item)
  return created(call, item)
})

/** What follows from the contract alone. */
export const derived = ({ method, metadata, names, path }: Operation): Handler => {
  if (metadata.access.level !== "scoped") return unknownTo
  if (method === "GET" && metadata.paginated && names.length === 0) return list
  if (method === "GET" && names.length === 1 && path.endsWith(`/:${names[0]}`)) return find
  return method === "POST" && names.length === 0 && metadata.retry === "idempotency-key" ? add : unknownTo
}

/** The present state of what a request is about to change, as its reader answers it; nothing when there is no such reader. */
export const currentState = async (
  call: Call,
  handlerOf: (operation: Operation) => Handler
): Promise<string | undefined> => {
  const { service, operation } = call
  const reader = service.operations.find(({ method, path }) => method === "GET" && path === operation.path)
  if (reader === undefined) return undefined
  const shown = await handlerOf(reader)({ ...call, operation: reader, method: "GET" })
  return isRefusal(shown) || typeof shown.body !== "string" ? undefined : shown.body
}

/** The OpenAPI document is made once for each server: it takes a while. */
const documents = new WeakMap<Service, unknown>()

/** The contract as a document. */
export const openApi: Handler = ({ service }) => {
  const document = documents.get(service) ?? openApiDocument(service.baseUrl)
  documents.set(service, document)
  return json(200, document)
}
