/**
 * The OpenAPI document (decisions, Discovery): it is the committed one, and it describes each endpoint by its metadata.
 *
 * The linters check whether it is good OpenAPI: `pnpm verify`.
 */
import { isTokenOptional } from "@partner-api/domain/Token"
import { assert, describe, it } from "@effect/vitest"

import { eventTypes } from "@partner-api/domain/EventType"
import { oneOf } from "../src/EndpointMetadata.ts"
import { endpoints } from "../src/Endpoints.ts"
import { basicSecurity } from "../src/OAuth.ts"
import { openApiDocument } from "../src/OpenApiDocument.ts"
import { close, reachable } from "../src/OpenApiSchemas.ts"
import { isStrict } from "../src/Reflection.ts"
import { errorStatus, partnerErrors } from "../src/PartnerErrors.ts"
import {
  alternativesOf,
  committed,
  document,
  documentText,
  operationOf,
  operations,
  publicUrl,
  resolved,
  type SchemaJson
} from "./support.ts"

/** Keywords that may be the name of a member of JSON, and that no enumeration of TypeScript may have. */
const keywords = [
  "class",
  "default",
  "delete",
  "enum",
  "export",
  "function",
  "import",
  "in",
  "new",
  "package",
  "return",
  "this",
  "with"
]

describe("the document", () => {
  it("is the committed one; if not: npx -y pnpm@12 generate", () => {
    const remedy = "openapi.json is out of date. Write it again with: npx -y pnpm@12 generate"
    assert.deepStrictEqual(committed, document, remedy)
    assert.strictEqual(JSON.stringify(committed), documentText, remedy)
  })

  it("is OpenAPI 3.1 and the same each time", () => {
    assert.match(document.openapi, /^3\.1\./)
    assert.strictEqual(JSON.stringify(openApiDocument(publicUrl)), documentText)
  })

  it("names the address that it is made for, and no other", () => {
    const elsewhere = JSON.stringify(openApiDocument("https://api.example.com"))
    assert.deepInclude(JSON.parse(elsewhere), { servers: [{ url: "https://api.example.com" }] })
    assert.strictEqual(elsewhere.replaceAll("https://api.example.com", publicUrl), documentText)
  })

  it("has one operation for each endpoint, under its name, and no other", () =>
    assert.deepStrictEqual(
      operations.map(({ operation }) => operation.operationId),
      endpoints.map(({ id }) => id)
    ))

  it("gives an enumeration a name of its own where its member has the name of a keyword, because generators name it by its member", () => {
    const unnamed = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      keywords.filter((member) => properties[member]?.enum !== undefined).map((member) => `${name}.${member}`)
    )
    assert.deepStrictEqual(unnamed, [])
  })

  it("describes every tag that it uses", () =>
    assert.deepStrictEqual(
      document.tags.filter(({ description = "" }) => description !== "").map(({ name }) => name),
      [...new Set(operations.flatMap(({ operation }) => operation.tags)), "Webhooks"]
    ))

  it("has a webhook for each type of events, and for the ping, with the schema of the feed (decisions, Webhooks)", () => {
    const webhooks = Object.entries(document.webhooks)
    assert.sameMembers(
      webhooks.map(([name]) => name),
      ["ping", ...Object.keys(eventTypes)]
    )
    for (const [name, { post }] of webhooks) {
      assert.deepStrictEqual(post?.tags, ["Webhooks"])
      const schema = post?.requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? ""
      assert.deepStrictEqual(document.components.schemas[schema]?.properties?.["type"]?.["enum"], [name])
      assert.includeMembers(
        (post?.parameters ?? []).map((parameter) => parameter.name),
        ["webhook-id", "webhook-timestamp", "webhook-signature"]
      )
    }
  })

  it("refers only to what it has", () => {
    const names = [...documentText.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => [kind, name])
    const components: Readonly<Record<string, object>> = document.components
    assert.isAbove(names.length, 100)
    assert.deepStrictEqual(
      names.filter(([kind = "", name = ""]) => !(name in (components[kind] ?? {}))),
      []
    )
  })

  it("leaves no check where generators overlook it, and no name of the inside", () =>
    assert.notMatch(documentText, /"allOf"|"problemMember"|"_tag"|900719925474099/))
})

describe.for(endpoints)("the operation $id", ({ metadata, method, path, payload }) => {
  const operation = operationOf({ method, path })

  it("says what the endpoint does and what it needs", () => {
    assert.strictEqual(operation.summary, metadata.title)
    assert.isTrue(operation.description.startsWith(metadata.description))
    assert.match(
      operation.description,
      metadata.access.level === "scoped"
        ? metadata.access.anyOf.length === 0
          ? /Needs a token for the organization\.$/
          : metadata.access.isEmployers === true
            ? new RegExp(`permission ${oneOf(metadata.access.anyOf)}, of a grant that is not bound to an agency\\.$`)
            : new RegExp(`permission ${oneOf(metadata.access.anyOf)}\\.$`)
        : metadata.access.level === "primary"
          ? isTokenOptional(metadata.access)
            ? /Takes a primary token, or none\.$/
            : /Needs a primary token( of a client with the right `organizations:create`)?\.$/
          : metadata.access.level === "credentials"
            ? /by HTTP Basic; a token is refused\.$/
            : /Needs no token\.$/
    )
  })

  it("is marked as an extension, or not, as its metadata are", () =>
    assert.strictEqual(operation["x-extension"] === true, metadata.extension !== undefined))

  it("asks for a token in either header, for a grant where that gives the token, or for none (spec 5)", () =>
    assert.deepStrictEqual(
      operation.security,
      metadata.access.level === "public"
        ? payload.has("application/x-www-form-urlencoded")
          ? [{}, { clientBasic: [] }]
          : []
        : metadata.access.level === "credentials"
          ? [{ clientBasic: [] }]
          : [
              ...(isTokenOptional(metadata.access) ? [{}] : []),
              ...(metadata.access.level === "primary" ? [{ oauth2: [] }] : []),
              { bearer: [] },
              { partnerToken: [] }
            ]
    ))

  it("describes every parameter, and bounds those of the path", () => {
    assert.deepStrictEqual(
      operation.parameters.filter(({ description = "" }) => description === ""),
      []
    )
    assert.deepStrictEqual(
      operation.parameters
        .filter((parameter) => parameter.in === "path")
        .map(({ name, schema }) => [name, schema.pattern]),
      [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "^[A-Za-z0-9_-]{1,64}$"])
    )
  })

  it("describes each error by its codes and when they occur", () => {
    const lines = Object.entries(operation.responses).flatMap(([status, { description }]) =>
      Number(status) >= 400 ? description.split(" | ") : []
    )
    for (const line of lines) assert.match(line, /^`[a-z_]+`: [A-Z].+\.$/)
    const codes = Object.entries(operation.responses).flatMap(([status, { description }]) =>
      Number(status) >= 400 ? description.split(" | ").map((line) => [Number(status), line.split(": ")[0] ?? ""]) : []
    )
    const known = partnerErrors.map((Class) => {
      const { _tag, code } = new Class({ message: "" })
      return [errorStatus[_tag], `\`${code}\``]
    })
    assert.includeDeepMembers(known, codes)
    assert.isAtLeast(codes.length, 3)
  })

  it("describes success in words, not by the name of a schema", () => {
    const success = Object.entries(operation.responses).find(([status]) => Number(status) < 300)?.[1].description ?? ""
    assert.match(success, / /)
  })

  it("has an Error body for whatever else goes wrong (decisions, Errors)", () =>
    assert.deepStrictEqual(operation.responses["default"]?.content?.["application/json"]?.schema, {
      $ref: "#/components/schemas/ErrorBody"
    }))

  it("names the headers of its answers (decisions, Errors)", () => {
    const having = (header: string) =>
      Object.entries(operation.responses).flatMap(([status, { headers }]) => (header in headers ? [status] : []))
    const present = (statuses: ReadonlyArray<string>) => statuses.filter((status) => status in operation.responses)
    assert.deepStrictEqual(having("X-Request-Id"), Object.keys(operation.responses))
    // Where an endpoint takes the client's credentials, no token with more scopes would help.
    const challenging = metadata.access.level === "credentials" ? ["401"] : ["401", "403"]
    assert.deepStrictEqual(having("WWW-Authenticate"), present(challenging))
    assert.deepStrictEqual(having("Retry-After"), present(["429", "503", "default"]))
  })
})

describe("the security schemes (spec 5)", () => {
  it("are the grant, the two headers of a token, and HTTP Basic for client credentials", () =>
    assert.deepStrictEqual(document.components.securitySchemes, {
      oauth2: {
        type: "oauth2",
        description: "Client credentials for a primary token (RFC 6749 §4.4). There are no scopes: grants decide.",
        flows: { clientCredentials: { tokenUrl: `${publicUrl}/oauth/token`, scopes: {} } }
      },
      bearer: { type: "http", scheme: "bearer", description: "The access token, as RFC 6750 sends it" },
      partnerToken: {
        type: "apiKey",
        name: "X-Auth-Token",
        in: "header",
        description: "The same token in a header of its own; never both in one request"
      },
      clientBasic: { ...basicSecurity.clientBasic, type: "http", scheme: "basic", "x-extension": true }
    }))
})

describe("the body of the mint endpoint (spec 4.3; decisions, Tokens)", () => {
  it("may be left out, and is an extension", () =>
    assert.deepStrictEqual(
      operationOf({ method: "POST", path: "/v1/organizations/:organizationId/token" }).requestBody,
      {
        required: false,
        description: "At most 2048 bytes.",
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/ScopedTokenRequest" },
            example: { permissions: ["jobs:read"] }
          }
        },
        "x-extension": true
      }
    ))
})

/** The members that spec 2 shows, written out. Whatever else these schemas have is an extension. */
const shown: Readonly<Record<string, ReadonlyArray<string>>> = {
  Organization: ["id", "name"],
  Job: ["id", "title", "description"],
  User: ["id", "created_at", "updated_at", "first_name", "last_name", "email"],
  NewUser: ["id", "created_at", "updated_at", "first_name", "last_name", "email"],
  AgencyFees: ["optimizedFee", "customFees"],
  AgencyFeesUpdate: ["optimizedFee", "customFees"],
  FlatFee: ["feeType", "currency", "feeCents", "note"],
  NewFlatFee: ["feeType", "currency", "feeCents", "note"],
  AccessToken: ["access_token", "token_type", "expires_in"],
  ScopedAccessToken: ["access_token", "token_type", "expires_in", "scope"],
  JobPage: ["content", "next", "count"],
  TokenRequest: ["grant_type", "client_id", "client_secret"],
  ClientCredentials: ["client_id", "client_secret"],
  ErrorBody: ["error", "message"]
}

/** Whether a schema is the body of an error. A logged request has the code of one, and no message. */
const isError = ({ properties = {} }: SchemaJson) => "error" in properties && "message" in properties

/** Lists and errors have a shape of the specification, whatever they hold. */
const isListOrError = (schema: SchemaJson) => isError(schema) || "content" in (schema.properties ?? {})

describe("extensions (spec 2; decisions)", () => {
  it.for(Object.entries(shown))("%s has the members of the specification, and marks all others", ([name, members]) => {
    const { properties = {} } = resolved({ $ref: name })
    assert.deepStrictEqual(
      Object.keys(properties).filter((member) => resolved(properties[member] ?? {})["x-extension"] !== true),
      [...members]
    )
  })

  it.for(Object.entries(document.components.schemas).filter(([, { properties }]) => properties !== undefined))(
    "mark %s as a whole, unless the specification shows it",
    ([name, schema]) =>
      assert.strictEqual(
        schema["x-extension"] === true,
        !(name in shown) && !isListOrError(schema),
        `${name} is not in the specification: annotate its schema with "x-extension": true.`
      )
  )

  it("mark, in every error, all but error and message (spec 2, Error object)", () => {
    const unmarked = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
      isError({ properties })
        ? [
            Object.keys(properties)
              .filter((member) => properties[member]?.["x-extension"] !== true)
              .join(" ")
          ]
        : []
    )
    assert.isAtLeast(unmarked.length, 12)
    assert.deepStrictEqual([...new Set(unmarked)], ["error message"])
  })

  it("include every header that is declared", () => {
    const headers = [
      ...Object.values(document.components.headers),
      ...operations.flatMap(({ operation }) =>
        Object.values(operation.responses).flatMap((response) => Object.values(response.headers))
      )
    ].filter((header) => !("$ref" in header))
    assert.isAtLeast(headers.length, 8)
    assert.deepStrictEqual(
      headers.filter((header) => !("x-extension" in header)),
      []
    )
  })
})

describe("the parameters of the query", () => {
  it("are extensions, but for limit and cursor (spec 4.4; decisions, Filters)", () => {
    const parameters = operations
      .flatMap(({ operation }) => operation.parameters)
      .filter((parameter) => parameter.in === "query")
    const namesOf = (isMarked: boolean) => [
      ...new Set(
        parameters
          .filter((parameter) => (parameter["x-extension"] === true) === isMarked)
          .map((parameter) => parameter.name)
      )
    ]
    assert.deepStrictEqual(namesOf(false), ["limit", "cursor"])
    assert.includeMembers(namesOf(true), ["status", "email", "updated_since"])
  })
})

describe("unknown members (decisions, Errors)", () => {
  it("are excluded by the requests that refuse them, and by nothing else", () => {
    const { schemas } = JSON.parse(documentText).components
    const closed = Object.keys(schemas).filter((name) => schemas[name].additionalProperties === false)
    const refusing = endpoints
      .filter(isStrict)
      .map((entry) => operationOf(entry).requestBody?.content["application/json"]?.schema)
      .filter((schema) => schema !== undefined)
    for (const schema of refusing.flatMap(alternativesOf)) assert.strictEqual(schema.additionalProperties, false)
    const requested = reachable(JSON.parse(JSON.stringify(refusing)), schemas)
    assert.isNotEmpty(closed)
    assert.includeMembers([...requested], closed)
    assert.lengthOf(documentText.match(/"additionalProperties":\s*false/g) ?? [], closed.length)
  })

  it("are excluded from a fee in a request, and not from the same fee in an answer", () => {
    const feesOf = (name: string) => resolved({ $ref: name }).properties?.["customFees"]?.items
    assert.deepStrictEqual(feesOf("AgencyFeesUpdate"), { $ref: "#/components/schemas/NewFee" })
    assert.deepStrictEqual(feesOf("AgencyFees"), { $ref: "#/components/schemas/Fee" })
  })

  it("are excluded from a shape that answers have too where a request refers to it", () => {
    const $ref = "#/components/schemas/Fee"
    assert.deepStrictEqual(close({ $ref }, new Set(["Fee"])), { $ref, unevaluatedProperties: false })
    assert.deepStrictEqual(close({ $ref }, new Set()), { $ref })
  })
})

describe("a fee (spec 2, Agency fees)", () => {
  it.for([["Fee", ""] as const, ["NewFee", "New"] as const])("is shown by its feeType: %s", ([name, prefix]) => {
    const [flat, share] = ["FlatFee", "PercentageFee"].map((kind) => `#/components/schemas/${prefix}${kind}`)
    assert.deepInclude<object>(resolved({ $ref: name }), {
      oneOf: [{ $ref: flat }, { $ref: share }],
      discriminator: { propertyName: "feeType", mapping: { FLAT_FEE: flat, PERCENTAGE_FEE: share } }
    })
  })
})

describe("numbers and bounds (spec 4.3, 4.4; decisions, Fees)", () => {
  const member = (name: string, property: string) => resolved({ $ref: name }).properties?.[property]

  it.for([
    ["ScopedAccessToken", "expires_in", { type: "integer", enum: [86_400] }],
    ["FlatFee", "feeCents", { type: "integer", minimum: 0, maximum: 1_000_000_000_000, format: "int64" }],
    ["PercentageFee", "feeBasisPoints", { type: "integer", minimum: 0, maximum: 10_000 }],
    ["FlatFee", "currency", { type: "string", pattern: "^[A-Z]{3}$" }],
    ["NewFlatFee", "note", { type: "string", maxLength: 500 }],
    ["NewUser", "first_name", { type: "string", minLength: 1, maxLength: 100 }],
    ["NewUser", "created_at", { type: "string", format: "date-time" }],
    ["Job", "salary_max_cents", { type: "integer", minimum: 0, maximum: 1_000_000_000_000, "x-extension": true }],
    ["JobPage", "next", { type: ["string", "null"] }]
  ] as const)("%s.%s is %j", ([name, property, expected]) =>
    assert.deepInclude<object>(member(name, property) ?? {}, expected)
  )

  it("limit is an integer from 1 to 100, 100 by default", () =>
    assert.deepStrictEqual(operationOf({ method: "GET", path: "/v1/jobs" }).parameters.map(({ schema }) => schema)[0], {
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 100
    }))
})
