/**
 * The OpenAPI 3.1 document of an API, made from its declarations. What the generator cannot know is added here: integers in the query, the
 * answer for all other errors, and which requests refuse unknown members.
 *
 * Lists neither endpoints nor errors; what is true of one stands where it is declared. The words and addresses of the partners' API are
 * in `OpenApiDocument.ts`.
 */
import { deprecationKey } from "@partner-api/domain/Deprecation"
import { isTokenOptional } from "@partner-api/domain/Token"
import { limitDefault, limitMax } from "@partner-api/domain/Pagination"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { bodyBytesMaxOf } from "./BodyBound.ts"
import { codeSamples, type SampleOptions } from "./CodeSamples.ts"
import { exampleOf, withExamples } from "./Examples.ts"
import { close, discriminatorKey, isJsonObject, reachable, tidy, withoutListedExamples } from "./OpenApiSchemas.ts"
import { type EndpointEntry, endpointsOf, isStrict } from "./Reflection.ts"
import { withCaller } from "./SampleCaller.ts"
import { extension, namesState, sharedHeaders, sharedHeadersOf } from "./SharedHeaders.ts"
import { webhooksOf } from "./WebhookDocument.ts"

type JsonObject = Schema.JsonObject

/** Applies `change` to every member that is an object. */
const eachObject = (
  json: Schema.Json | undefined,
  change: (member: JsonObject, name: string) => JsonObject
): JsonObject =>
  isJsonObject(json) ? Record.map(json, (member, name) => (isJsonObject(member) ? change(member, name) : member)) : {}

/** The description of a schema, and that it is deprecated, become those of the parameter or header that carries the value. */
const described = (carrier: JsonObject): JsonObject => {
  if (!isJsonObject(carrier["schema"])) return carrier
  const { deprecated, description, examples, ...schema } = carrier["schema"]
  const example = exampleOf({ examples: examples ?? [] }, {})
  return {
    ...carrier,
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    schema
  }
}

/** The size of a page in examples, and the form of a cursor. */
const exampleLimit = 10
const exampleCursor = "eyJhZnRlciI6ImpvYl8wMDAwMDAxMCJ9.4kq3v8Zr"

const parameter =
  (endpoint: EndpointEntry | undefined) =>
  (json: Schema.Json): Schema.Json => {
    if (!isJsonObject(json)) return json
    const documented = described(json)
    if (documented["in"] !== "query") return documented
    if (endpoint?.metadata.filters?.some((name) => name === documented["name"])) return { ...documented, ...extension }
    if (documented["name"] === "cursor") return { ...documented, example: exampleCursor }
    return documented["name"] === "limit"
      ? {
          ...documented,
          example: exampleLimit,
          schema: { type: "integer", minimum: 1, maximum: limitMax, default: limitDefault }
        }
      : documented
  }

/** `cache-control` as people write it. */
const headerCase = (name: string): string => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

const response =
  (endpoint: EndpointEntry | undefined) =>
  (json: JsonObject, status: string): JsonObject => {
    const own = Record.mapEntries(eachObject(json["headers"], described), (header, name) => [
      headerCase(name),
      isJsonObject(header) ? { ...header, ...extension } : header
    ])
    // A list declares its links itself.
    return { ...json, headers: { ...own, ...sharedHeadersOf(status, endpoint), ...own } }
  }

/** Errors that any request may meet, before or beside its endpoint. */
const anyOtherError: JsonObject = {
  description: "Any other error, such as `rate_limited` or `method_not_allowed`",
  content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorBody" } } }
}

/** The answer to a client that has the current state of a resource. */
const notModified: JsonObject = { description: "The caller has this state, by `If-None-Match`; no body", ...extension }

/** The content of a body. Each media type carries the same schema: the generator knows it under one name for each. */
const contentOf = ({ content }: JsonObject): JsonObject => {
  const [first] = isJsonObject(content) ? Object.values(content) : []
  return eachObject(content, (media) => (isJsonObject(first) ? first : media))
}

/** The body of a request, with how large it may be. */
const bodyOf = ({ requestBody }: JsonObject, endpoint: EndpointEntry | undefined): JsonObject => {
  const bytesMax = endpoint === undefined ? undefined : bodyBytesMaxOf(endpoint.declaration)
  return isJsonObject(requestBody) && bytesMax !== undefined
    ? { requestBody: { ...requestBody, content: contentOf(requestBody), description: `At most ${bytesMax} bytes.` } }
    : {}
}

/**
 * The security requirements of a request. The schemes of the token endpoint give the token that endpoints at developer level take. The empty alternative
 * stands for a request without a token.
 */
const securityOf = ({ security }: JsonObject, endpoint: EndpointEntry | undefined, schemes: JsonObject): JsonObject => {
  const access = endpoint?.metadata.access
  if (!Array.isArray(security) || access?.level !== "primary") return {}
  const named = [...Object.keys(schemes).map((name) => ({ [name]: [] })), ...security]
  return { security: isTokenOptional(access) ? [{}, ...named] : named }
}

const operation = (
  json: JsonObject,
  endpoint: EndpointEntry | undefined,
  schemas: JsonObject,
  { primarySchemes, samples }: DocumentOptions
): JsonObject => {
  const answers = {
    ...eachObject(json["responses"], (it) => it),
    ...(endpoint !== undefined && namesState(endpoint) && endpoint.method === "GET" ? { "304": notModified } : {}),
    default: anyOtherError
  }
  const { requestBody } = bodyOf(json, endpoint)
  const documented = {
    ...json,
    ...(isJsonObject(requestBody) ? { requestBody: withExamples(requestBody, schemas) } : {}),
    ...securityOf(json, endpoint, primarySchemes),
    parameters: Array.isArray(json["parameters"]) ? json["parameters"].map(parameter(endpoint)) : [],
    responses: eachObject(answers, (answer, status) => withExamples(response(endpoint)(answer, status), schemas))
  }
  return endpoint === undefined || samples === undefined
    ? documented
    : { ...documented, "x-codeSamples": codeSamples(endpoint, documented, samples) }
}

/** The shared schemas, those of strict requests closed. */
const closed = (
  schemas: JsonObject,
  operations: ReadonlyArray<JsonObject>,
  endpoints: ReadonlyMap<unknown, EndpointEntry>
): JsonObject => {
  const requests = operations.flatMap(({ operationId, requestBody = null }) => {
    const endpoint = endpoints.get(operationId)
    return endpoint !== undefined && isStrict(endpoint) ? [requestBody] : []
  })
  const requested = reachable(requests, schemas)
  const answered = reachable(
    operations.map(({ responses = null }) => responses),
    schemas
  )
  return eachObject(schemas, (schema, name) =>
    requested.has(name) && !answered.has(name) ? close(schema, answered) : schema
  )
}

const toJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** Annotations of schemas that are written into the document beside those that the generator knows. */
const writtenBeside = new Set(["x-extension", deprecationKey, discriminatorKey, "minLength", "maxLength", "pattern"])
const includeAnnotationKey = (key: string): boolean => writtenBeside.has(key)

/** The parts of a document that no endpoint declares. */
export interface DocumentOptions {
  /** The address of the service. */
  readonly publicUrl: string
  /** An introduction for a reader before the first request; Markdown. It follows the description of the API. */
  readonly introduction: string
  /** The path of the page for readers. */
  readonly docsPath: string
  /** Security schemes that no middleware declares. */
  readonly securitySchemes: JsonObject
  /** Those that get a primary token: another way in at every endpoint that takes one. */
  readonly primarySchemes: JsonObject
  /** The settings of samples of code; absent where there are none. */
  readonly samples?: SampleOptions
  /** The requests that the service sends: what is generated from the API that others serve. */
  readonly webhooks?: OpenApi.OpenAPISpec
}

/** The document that the framework generates from the declarations of an API. */
export const generatedFrom = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): OpenApi.OpenAPISpec => OpenApi.fromApi(api, { includeAnnotationKey })

/** The paths of an API, each changed. */
const eachPath = (paths: unknown, schemas: JsonObject, change: (item: JsonObject) => JsonObject): JsonObject =>
  eachObject(tidy(toJson(JSON.stringify(paths)), schemas), change)

/** An operation whose parameters are described. */
const withParameters = (json: JsonObject): JsonObject => ({
  ...json,
  parameters: Array.isArray(json["parameters"]) ? json["parameters"].map(parameter(undefined)) : []
})

/** The shared headers that an answer has, in the text of the operations. */
const referred = (items: string): JsonObject =>
  Record.filter(sharedHeaders, (_, name) => items.includes(`"#/components/headers/${name}"`))

/** The document of an API whose endpoints carry metadata. */
export const apiDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  options: DocumentOptions
): JsonObject => {
  const { docsPath, introduction, primarySchemes, publicUrl, securitySchemes: more, webhooks: sent } = options
  const endpoints: ReadonlyMap<unknown, EndpointEntry> = new Map(endpointsOf(api).map((entry) => [entry.id, entry]))
  const { components, info, openapi, paths, tags } = generatedFrom(api)
  const generated = toJson(JSON.stringify({ ...sent?.components.schemas, ...components.schemas }))
  const schemas = eachObject(generated, (schema) => tidy(schema, generated))
  const items = eachPath(paths, generated, (item) =>
    eachObject(item, (json) => operation(json, endpoints.get(json["operationId"]), schemas, options))
  )
  const operations = Object.values(items).flatMap((item) => (isJsonObject(item) ? Object.values(item) : []))
  const webhooks =
    sent === undefined
      ? undefined
      : webhooksOf(
          eachPath(sent.paths, generated, (item) => eachObject(item, withParameters)),
          schemas
        )
  const used = reachable([...operations, ...Object.values(webhooks ?? {})], schemas)
  const securitySchemes = Record.map(components.securitySchemes, (scheme) =>
    // Generators compare the name as it stands in their own code.
    scheme.type === "http" ? { ...scheme, scheme: scheme.scheme.toLowerCase() } : scheme
  )
  return toJson(
    withCaller(
      JSON.stringify({
        openapi,
        info: {
          ...info,
          description: `${info.description ?? ""}\n${introduction}`,
          contact: { name: info.title, url: `${publicUrl}${docsPath}` }
        },
        servers: [{ url: publicUrl }],
        tags: [...tags, ...(sent?.tags ?? [])],
        paths: items,
        ...(webhooks === undefined ? {} : { webhooks }),
        components: {
          schemas: closed(
            withoutListedExamples(Record.filter(schemas, (_, name) => used.has(name))),
            operations.filter(isJsonObject),
            endpoints
          ),
          headers: referred(JSON.stringify(items)),
          securitySchemes: { ...primarySchemes, ...securitySchemes, ...more }
        },
        externalDocs: { description: "Guides, errors and the client library", url: `${publicUrl}${docsPath}` }
      }),
      options.samples?.caller
    )
  )
}
