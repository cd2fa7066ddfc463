/**
 * The OpenAPI 3.1 document, made from the contract. What the generator cannot know is added here: headers that every answer
 * carries, integers in the query, the answer for all other errors, and which requests refuse unknown members.
 *
 * Lists neither endpoints nor errors; what is true of one stands where it is declared.
 */
import { limitDefault, limitMax } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { PartnerApi } from "./Api.ts"
import { type EndpointEntry, endpoints } from "./Endpoints.ts"
import { basicSecurity, OAuth } from "./OAuth.ts"
import { close, discriminatorKey, isJsonObject, reachable, tidy } from "./OpenApiSchemas.ts"
import { Organizations } from "./Organizations.ts"
import { PartnerAuth } from "./PartnerAuth.ts"
import { partnerTokenHeader } from "./Middleware.ts"
import { docsPath } from "./System.ts"

type JsonObject = Schema.JsonObject

const extension = { "x-extension": true }

/** Headers that the edge of the service adds, so that no endpoint declares them. */
const sharedHeaders: JsonObject = {
  "X-Request-Id": { description: "Names this answer in logs", schema: { type: "string" }, ...extension },
  "WWW-Authenticate": { description: "The challenge (RFC 9110 §11.6.1)", schema: { type: "string" }, ...extension },
  "RateLimit-Policy": {
    description: "What the caller may ask for: `q` requests in `w` seconds",
    schema: { type: "string" },
    ...extension
  },
  RateLimit: {
    description: "What is left: `r` requests, all again in `t` seconds",
    schema: { type: "string" },
    ...extension
  },
  ETag: { description: "Names the state of the resource (RFC 9110 §8.8.3)", schema: { type: "string" }, ...extension },
  "Idempotency-Replayed": {
    description: "`true`: the kept answer of an earlier request",
    schema: { type: "string" },
    ...extension
  },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 0 }, ...extension }
}

/** Whether a request shows who sends it: with a token, or with the credentials themselves. */
const isAuthenticated = ({ metadata: { access, credentials } }: EndpointEntry): boolean =>
  access.level !== "public" || credentials === true

const sharedHeadersOf = (status: string, endpoint: EndpointEntry | undefined): JsonObject => {
  const isGood = /^[23]/.test(status)
  return Object.fromEntries(
    [
      "X-Request-Id",
      ...(endpoint !== undefined && isAuthenticated(endpoint) && (isGood || status === "429")
        ? ["RateLimit", "RateLimit-Policy"]
        : []),
      ...(endpoint?.conditional === true && isGood ? ["ETag"] : []),
      ...(endpoint?.acceptsIdempotencyKey === true && isGood ? ["Idempotency-Replayed"] : []),
      ...(status === "401" || status === "403" ? ["WWW-Authenticate"] : []),
      ...(status === "429" || status === "503" || status === "default" ? ["Retry-After"] : [])
    ].map((name) => [name, { $ref: `#/components/headers/${name}` }])
  )
}

/** Applies `change` to every member that is an object. */
const eachObject = (
  json: Schema.Json | undefined,
  change: (member: JsonObject, name: string) => JsonObject
): JsonObject =>
  isJsonObject(json) ? Record.map(json, (member, name) => (isJsonObject(member) ? change(member, name) : member)) : {}

/** What a schema says of its value is said of the parameter or header that carries it. */
const described = (carrier: JsonObject): JsonObject => {
  if (!isJsonObject(carrier["schema"])) return carrier
  const { description, ...schema } = carrier["schema"]
  return description === undefined ? carrier : { ...carrier, description, schema }
}

const parameter = (json: Schema.Json): Schema.Json => {
  if (!isJsonObject(json)) return json
  const told = described(json)
  return told["in"] === "query" && told["name"] === "limit"
    ? { ...told, schema: { type: "integer", minimum: 1, maximum: limitMax, default: limitDefault } }
    : told
}

/** `cache-control` as people write it. */
const headerCase = (name: string): string => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

const response =
  (endpoint: EndpointEntry | undefined) =>
  (json: JsonObject, status: string): JsonObject => ({
    ...json,
    headers: {
      ...Record.mapEntries(eachObject(json["headers"], described), (header, name) => [
        headerCase(name),
        isJsonObject(header) ? { ...header, ...extension } : header
      ]),
      ...sharedHeadersOf(status, endpoint)
    }
  })

/** Errors that any request may meet, before or beside its endpoint. */
const anyOtherError: JsonObject = {
  description: "Any other error, such as `rate_limited` or `method_not_allowed`",
  content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorBody" } } }
}

/** The answer to whoever has the state of a resource already. */
const notModified: JsonObject = { description: "The caller has this state, by `If-None-Match`; no body", ...extension }

/** The body of a request, with how large it may be. */
const bodyOf = ({ requestBody }: JsonObject, endpoint: EndpointEntry | undefined): JsonObject => {
  const bytesMax = endpoint?.bodyBytesMax
  return isJsonObject(requestBody) && bytesMax !== undefined
    ? { requestBody: { ...requestBody, description: `At most ${bytesMax} bytes.` } }
    : {}
}

const operation = (json: JsonObject): JsonObject => {
  const endpoint = endpoints.find(({ id }) => id === json["operationId"])
  const answers = {
    ...eachObject(json["responses"], (it) => it),
    ...(endpoint?.conditional === true && endpoint.method === "GET" ? { "304": notModified } : {}),
    default: anyOtherError
  }
  return {
    ...json,
    ...bodyOf(json, endpoint),
    parameters: Array.isArray(json["parameters"]) ? json["parameters"].map(parameter) : [],
    responses: eachObject(answers, response(endpoint))
  }
}

/** The operations whose requests refuse unknown members. */
const strictOperations = (): ReadonlySet<string> => {
  const found = new Set<string>()
  HttpApi.reflect(PartnerApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      const options =
        Context.getOrUndefined(mergedAnnotations, HttpApi.PayloadParseOptions) ??
        Context.getOrUndefined(mergedAnnotations, HttpApi.ParseOptions)
      if (options?.onExcessProperty === "error") {
        found.add(`${group.identifier}.${endpoint.identifier}`)
      }
    }
  })
  return found
}

/** The shared schemas, those of strict requests closed. */
const closed = (schemas: JsonObject, operations: ReadonlyArray<JsonObject>): JsonObject => {
  const strict = strictOperations()
  const requests = operations.flatMap(({ operationId, requestBody = null }) =>
    strict.has(String(operationId)) ? [requestBody] : []
  )
  const asked = reachable(requests, schemas)
  const answered = reachable(
    operations.map(({ responses = null }) => responses),
    schemas
  )
  return eachObject(schemas, (schema, name) =>
    asked.has(name) && !answered.has(name) ? close(schema, answered) : schema
  )
}

const toJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** Method and path of an endpoint, as readers know them. */
const called = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `\`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}\``

/** What a reader needs before the first request; Markdown. */
const introduction = `
## From credentials to data

1. ${called(OAuth.endpoints.token)} exchanges your client id and client secret for a primary token.
2. ${called(Organizations.endpoints.list)} lists the organizations that you may work for.
3. ${called(Organizations.endpoints.token)} gives a token for one of them. Everything inside an organization takes that token.

Or, when you work for one organization: ${called(PartnerAuth.endpoints.token)} takes the credentials as JSON, and its token is good
for all of it. Send a token as \`Authorization: Bearer …\` or as \`${partnerTokenHeader}: …\`, never in both.

## Lists

A page holds up to ${limitMax} items. Request the address in \`next\`, as it stands there, until \`next\` is \`null\`. What stays
unchanged during the whole walk appears exactly once, whatever else is added or removed meanwhile.

## Errors

Every error is \`{"error": code, "message": sentence}\`. Programs decide by the code. \`details\` names every mistake in a request, and
\`request_id\` names the answer when you ask for help. An unknown member or parameter is an error, so that no typo passes in silence.
`

/** Annotations of schemas that are written into the document beside those that the generator knows. */
const writtenBeside = new Set(["x-extension", discriminatorKey, "minLength", "maxLength", "pattern"])
const includeAnnotationKey = (key: string): boolean => writtenBeside.has(key)

/** The document of the contract, for a service at the address `publicUrl`. */
export const openApiDocument = (publicUrl: string): JsonObject => {
  const { components, info, openapi, paths, tags } = OpenApi.fromApi(PartnerApi, { includeAnnotationKey })
  const generated = toJson(JSON.stringify(components.schemas))
  const schemas = eachObject(generated, (schema) => tidy(schema, generated))
  const items = eachObject(tidy(toJson(JSON.stringify(paths)), generated), (item) => eachObject(item, operation))
  const operations = Object.values(items).flatMap((item) => (isJsonObject(item) ? Object.values(item) : []))
  const securitySchemes = Record.map(components.securitySchemes, (scheme) =>
    // Generators compare the name as it stands in their own code.
    scheme.type === "http" ? { ...scheme, scheme: scheme.scheme.toLowerCase() } : scheme
  )
  return toJson(
    JSON.stringify({
      openapi,
      info: {
        ...info,
        description: `${info.description ?? ""}\n${introduction}`,
        contact: { name: info.title, url: `${publicUrl}${docsPath}` }
      },
      servers: [{ url: publicUrl }],
      tags,
      paths: items,
      components: {
        schemas: closed(schemas, operations.filter(isJsonObject)),
        headers: sharedHeaders,
        securitySchemes: { ...securitySchemes, ...basicSecurity }
      }
    })
  )
}
