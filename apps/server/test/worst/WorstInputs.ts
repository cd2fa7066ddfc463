/**
 * The worst valid input of every endpoint of both APIs. Endpoints come from the reflection, values from the schemas of the contract: bodies in each
 * alphabet, with every text at its maximum and every list full; lists with the largest page, from the beginning and from a cursor, with their filters.
 *
 * What no schema says stands in `WorstEndpoints.ts`, by the id of the endpoint: which record is changed, and which values belong together.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { operatorEndpoints } from "@partner-api/contract/operator/OperatorEndpoints"
import { isJsonObject } from "@partner-api/contract/OpenApiSchemas"
import { fillPath, pathParams } from "@partner-api/contract/Path"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { reasonsMax } from "@partner-api/domain/RejectionReason"
import { queryMax, queryWordsMax, wordsOf } from "@partner-api/domain/Search"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { basicOf } from "../HttpCall.ts"
import { type Alphabet, type AlphabetName, alphabetNames, alphabets, bodyText } from "./Alphabet.ts"
import { largestValue } from "./LargestValue.ts"
import { type AlsoWorst, type PutBack, worstEndpoints } from "./WorstEndpoints.ts"
import { organizationOf } from "./WorstNames.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

/** The APIs, by the names of the table. */
const apis = { partner: endpoints, operator: operatorEndpoints } as const
type ApiName = keyof typeof apis

/** The ids of all endpoints. */
export const endpointIds: ReadonlyArray<string> = [
  ...apis.partner.map(({ id }) => `partner ${id}`),
  ...apis.operator.map(({ id }) => `operator ${id}`)
]

/** A request to one of the listeners. */
export interface WorstRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** An input of an endpoint, and how it is sent for the nth time. */
export interface WorstInput {
  readonly api: ApiName
  readonly endpoint: EndpointEntry
  /** The API and the id of the endpoint: `partner jobs.list`. */
  readonly id: string
  readonly what: string
  /** The body as a value, where it has one. */
  readonly value: (number: number) => Schema.Json | undefined
  /** The parameters of its path. */
  readonly params: (number: number) => Readonly<Record<string, string>>
  /** The query as a request writes it. */
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** Whether the query goes on from the page that it leads to. */
  readonly isDeep: boolean
  readonly request: (number: number, consoleOrigin: string) => WorstRequest
  /** What is put back before each request, where the request can be sent once. */
  readonly putBack: PutBack | undefined
  /** Whether its answer is kept for some time, so that it can be measured once. */
  readonly isKept: boolean
  /** Statuses that a repetition may have beside a success, and why. */
  readonly mayAlsoBe: ReadonlyArray<number>
}

/** The body that an endpoint declares. */
const bodySchemaOf = ({ metadata, payload }: EndpointEntry): Schema.Top | undefined =>
  [...payload.values()].flatMap(({ schemas }) => schemas)[0] ?? metadata.optionalBody

/** The parameters of the query of an endpoint, by name. */
const querySchemasOf = ({ query }: EndpointEntry): ReadonlyMap<string, SchemaAST.AST> => {
  const ast = query === undefined ? undefined : SchemaAST.toEncoded(query.ast)
  return new Map(ast?._tag === "Objects" ? ast.propertySignatures.map(({ name, type }) => [String(name), type]) : [])
}

const isForm = (id: string): boolean => id.includes(" oauth.")

const tokenFor = (
  api: ApiName,
  { metadata }: EndpointEntry,
  organizationId: string
): Readonly<Record<string, string>> => {
  if (api === "operator") return { cookie: `console=${Names.tokenOf(Names.sessionToken)}` }
  switch (metadata.access.level) {
    case "primary":
      return { authorization: `Bearer ${Names.tokenOf(Names.primaryToken)}` }
    case "credentials":
      return { authorization: basicOf(Names.worstClient, Names.tokenOf(Names.secretOf(Names.worstClient))) }
    case "scoped":
      return { authorization: `Bearer ${Names.tokenOf(Names.scopedToken(organizationId))}` }
    default:
      return {}
  }
}

/** The records that paths name, unless the endpoint has its own. */
const records = (organizationId: string, number: number): Readonly<Record<string, string>> => ({
  organizationId,
  jobId: Records.jobId(1 + (number % Names.sizes.records)),
  userId: Records.userId(1 + (number % Names.sizes.records)),
  agencyId: Records.agencyId(1),
  applicationId: Records.applicationId(1 + (number % Names.sizes.records)),
  attachmentId: Names.attachmentId(1 + (number % Names.sizes.records), 1),
  agencyInvitationId: Names.invitationId(1 + (number % Names.sizes.records)),
  erasureRequestId: Names.erasureRequestId(1 + (number % Names.sizes.records)),
  reasonId: Names.reasonId(1 + (number % reasonsMax)),
  placementId: Names.placementId(1 + (number % Names.sizes.records)),
  eventId: Names.eventId(1 + (number % Names.sizes.records)),
  clientId: Names.worstClient,
  webhookEndpointId: Names.plainEndpoint(organizationId),
  loggedRequestId: String(1 + (number % Names.sizes.records))
})

const queryText = (query: WorstInput["query"]): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}=${encodeURIComponent(String(one))}`)
  )
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

/** A query of as many words as may be, each of which records of the alphabet have. */
const words = (name: AlphabetName): string => {
  const text = name === "ascii" ? alphabets.ascii.text(queryMax, 0) : alphabets[name].text(queryMax, 1)
  const characters = [...text]
  const fits = (length: number) => wordsOf([characters.slice(0, length).join("")]).length <= queryWordsMax
  const length = characters.findLastIndex((_, index) => fits(index + 1)) + 1
  return characters.slice(0, length).join("").trim()
}

const largestQuery = (endpoint: EndpointEntry, alphabet: Alphabet): WorstInput["query"] => {
  if (endpoint.query === undefined) return {}
  const made = largestValue(Schema.toEncoded(endpoint.query), { text: alphabet.text, seed: 1, unboundedLength: 40 })
  return Object.fromEntries(
    Object.entries(isJsonObject(made) ? made : {}).flatMap(([name, value]) =>
      value === null || name === "cursor" ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]]
    )
  )
}

/** The queries of a list by the names of its parameters: a page, without a name, the page after it, each filter alone, and all of them at once. */
const queriesOf = (
  endpoint: EndpointEntry,
  alphabet: Alphabet,
  filters: WorstInput["query"] = largestQuery(endpoint, alphabet)
): ReadonlyArray<{ readonly what: string; readonly query: WorstInput["query"]; readonly isDeep?: true }> => {
  const names = [...querySchemasOf(endpoint).keys()]
  const isLargest = alphabet.name === "plane2"
  const page = names.includes("limit") ? { limit: "100" } : filters
  const own = { ...filters, ...page, ...(names.includes("q") ? { q: words(alphabet.name) } : {}) }
  return [
    { what: "", query: page },
    ...(names.includes("q") ? [{ what: "a search", query: { ...page, q: words(alphabet.name) } }] : []),
    // The alphabet makes no difference to these beside the page.
    ...(isLargest && names.includes("cursor") ? [{ what: "the page after", query: page, isDeep: true } as const] : []),
    ...(isLargest && names.some((name) => name !== "limit" && name !== "cursor")
      ? [{ what: "all filters", query: own }]
      : [])
  ]
}

/** Values of writes differ from those of the records that are there, and from those of other endpoints. */
const writtenFrom = (id: string): number => 10_000 * (1 + endpointIds.indexOf(id))

/** The inputs of an endpoint. */
const inputsOf = (api: ApiName, endpoint: EndpointEntry): ReadonlyArray<WorstInput> => {
  const id = `${api} ${endpoint.id}`
  const own = worstEndpoints[id]
  const schema = bodySchemaOf(endpoint)
  const hasRecords = endpoint.metadata.access.level === "scoped" || pathParams(endpoint.path).includes("organizationId")
  const inputFor = (
    alphabet: Alphabet,
    { body, isDeep = false, organizationId, params: more, query = {}, what }: AlsoWorst & { readonly isDeep?: boolean }
  ): WorstInput => {
    const value = (number: number): Schema.Json | undefined => {
      if (schema === undefined) return undefined
      if (body !== undefined) return body(number)
      const made = largestValue(schema, { text: alphabet.text, seed: writtenFrom(id) + number, unboundedLength: 64 })
      return own?.body?.(made, number, organizationId, alphabet) ?? made
    }
    const params = (number: number) => ({
      ...records(organizationId, number),
      ...own?.params?.(number, organizationId),
      ...more?.(number)
    })
    const request = (number: number, consoleOrigin: string): WorstRequest => {
      const made = value(number)
      const type = isForm(id) ? "application/x-www-form-urlencoded" : "application/json"
      return {
        method: endpoint.method,
        path: fillPath(endpoint.path, params(number)) + queryText(query),
        headers: {
          ...tokenFor(api, endpoint, organizationId),
          ...own?.headers?.(number),
          ...(made === undefined ? {} : { "content-type": type }),
          ...(api === "operator" && endpoint.method !== "GET" ? { origin: consoleOrigin } : {})
        },
        body: made === undefined ? own?.file?.(number) : isForm(id) ? formText(made) : bodyText(alphabet, made)
      }
    }
    return {
      api,
      endpoint,
      id,
      what,
      value,
      params,
      query,
      isDeep,
      request,
      putBack: own?.putBack,
      isKept: own?.isKept === true,
      mayAlsoBe: own?.mayAlsoBe ?? []
    }
  }
  const chosen = own?.alphabets ?? (schema === undefined && !hasRecords ? (["plane2"] as const) : alphabetNames)
  const byAlphabet = chosen.flatMap((name) => {
    const alphabet = alphabets[name]
    const organizationId = own?.organization ?? organizationOf(name)
    return queriesOf(endpoint, alphabet, own?.filters).map(({ what, ...query }) =>
      inputFor(alphabet, { ...query, organizationId, what: what === "" ? name : `${name}, ${what}` })
    )
  })
  return [...byAlphabet, ...(own?.also ?? []).map((input) => inputFor(alphabets.plane2, input))]
}

const formText = (value: Schema.Json): string =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(isJsonObject(value) ? value : {}).map(([name, member]) => [name, String(member)]))
  ).toString()

/** Every input of every endpoint of both APIs. */
export const worstInputs: ReadonlyArray<WorstInput> = [
  ...apis.partner.flatMap((endpoint) => inputsOf("partner", endpoint)),
  ...apis.operator.flatMap((endpoint) => inputsOf("operator", endpoint))
]
