/**
 * What the contract declares of its endpoints (spec 4, 5; decisions): the specification's own are exactly those it lists, and
 * the metadata of each agree with what is declared beside them.
 */
import { isTokenOptional } from "@partner-api/domain/Token"
import { assert, describe, it } from "@effect/vitest"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"

import { JobId } from "@partner-api/domain/Ids"
import { PartnerApi } from "../src/Api.ts"
import { scoped } from "../src/declare/Declaration.ts"
import { create, created } from "../src/declare/Write.ts"
import { EndpointMetadata, metadata } from "../src/EndpointMetadata.ts"
import { allowedMethods, endpoints, extensions } from "../src/Endpoints.ts"
import { onBehalfOfHeader } from "../src/RequestHeaders.ts"
import { JsonBody, OptionalAccess, PrimaryAccess, ScopedAccess, CredentialsAccess } from "../src/Middleware.ts"
import { fillPath } from "../src/Path.ts"
import { allowedMethodsOf, endpointsOf, extensionsOf } from "../src/Reflection.ts"
import { operationOf, resolved } from "./support.ts"

/** The table of spec 4, written out. */
const specified = [
  "POST /oauth/token",
  "GET /v1/organizations",
  "POST /v1/organizations/:organizationId/token",
  "GET /v1/jobs",
  "POST /v1/auth/token",
  "POST /v1/agencies/:agencyId/fees",
  "POST /v1/users"
]

/** How each POST of the specification may be repeated (decisions, Safe repetition). */
const posts: Readonly<Record<string, string>> = {
  "oauth.token": "safe",
  "partnerAuth.token": "safe",
  "organizations.token": "safe",
  "users.create": "idempotency-key",
  "agencies.setFees": "idempotent"
}

/** The extensions that follow from the middleware and the filters of endpoints. */
const derived = ["idempotency", "on-behalf-of", "conditional", "filters"]

describe("the endpoints", () => {
  it("without an extension are the seven of spec 4", () =>
    assert.sameMembers(
      endpoints
        .filter(({ metadata }) => metadata.extension === undefined)
        .map(({ method, path }) => `${method} ${path}`),
      specified
    ))

  it("are all found by reflection, each with a name of its own", () =>
    assert.strictEqual(
      new Set(endpoints.map(({ id }) => id)).size,
      Object.values(PartnerApi.groups).flatMap((group) => Object.values(group.endpoints)).length
    ))

  it("that the specification has as POST are repeated as decided (decisions, Safe repetition)", () =>
    assert.deepStrictEqual<unknown>(
      Object.fromEntries(
        endpoints
          .filter(({ method, metadata }) => method === "POST" && metadata.extension === undefined)
          .map(({ id, metadata }) => [id, metadata.retry])
      ),
      posts
    ))

  it("that answer 201 or 202 or move a resource on are repeated under a key only, but for PUT, and no others (decisions, Safe repetition)", () =>
    assert.deepStrictEqual(
      endpoints.filter(({ metadata }) => metadata.retry === "idempotency-key").map(({ id }) => id),
      endpoints
        .filter(({ metadata, method }) => metadata.shownOnce === undefined && method !== "PUT")
        .filter(({ path, successes }) => successes.has(201) || successes.has(202) || path.endsWith("/transitions"))
        .map(({ id }) => id)
    ))

  it("that show a secret are not repeated by programs (decisions, Webhooks)", () => {
    const showing = endpoints.filter(({ metadata }) => metadata.shownOnce !== undefined)
    assert.deepStrictEqual(
      showing.map(({ id }) => id),
      [
        "clientSecrets.create",
        "applications.requestConfirmation",
        "agencyInvitations.create",
        "agencyInvitations.resend",
        "invitations.accept",
        "webhookEndpoints.create",
        "webhookEndpoints.rotateSecret"
      ]
    )
    assert.deepStrictEqual(
      endpoints.filter(({ metadata }) => metadata.retry === "never"),
      showing
    )
  })

  it("that write a resource, and no others, take a key (decisions, Safe repetition)", () =>
    assert.deepStrictEqual(
      endpoints.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey).map(({ id }) => id),
      endpoints
        .filter(({ metadata }) => metadata.retry !== "safe" && metadata.access.level !== "public")
        .map(({ id }) => id)
    ))

  it("that write a resource of an organization, and no others, take the person on whose behalf (recruiting 11)", () =>
    assert.deepStrictEqual(
      endpoints
        .filter(({ method, path }) =>
          operationOf({ method, path }).parameters.some(({ name }) => name === onBehalfOfHeader.toLowerCase())
        )
        .map(({ id }) => id),
      endpoints
        .filter(({ acceptsIdempotencyKey, metadata }) => acceptsIdempotencyKey && metadata.access.level === "scoped")
        .map(({ id }) => id)
    ))

  it("that show one resource name its state (RFC 9110 §8.8)", () => {
    // The organization of the settings is that of the token.
    const isNamed = ({ id, path }: (typeof endpoints)[number]) => path.includes(":") || id === "settings.get"
    assert.deepStrictEqual(
      endpoints.filter(({ conditional, method }) => conditional && method === "GET").map(({ id }) => id),
      endpoints
        // The handler of a file names its digest itself.
        .filter(({ metadata }) => !metadata.paginated && metadata.file === undefined)
        .filter((endpoint) => endpoint.method === "GET" && isNamed(endpoint))
        .map(({ id }) => id)
    )
  })

  it("that are GET are safe to repeat", () =>
    assert.deepStrictEqual(
      [...new Set(endpoints.filter(({ method }) => method === "GET").map(({ metadata }) => metadata.retry))],
      ["safe"]
    ))

  it("need, inside an organization, a permission to read where nothing changes and one to write elsewhere, or to manage", () => {
    const needed = endpoints.flatMap(({ metadata: { access, retry } }) =>
      access.level === "scoped"
        ? [access.anyOf[0]?.split(":")[1] ?? "no"].map((kind) => `${retry === "safe" ? "safe" : "unsafe"} ${kind}`)
        : []
    )
    // The feed shows what its reader may read. A check of a candidate is for those who submit.
    assert.sameMembers(
      [...new Set(needed)],
      ["safe read", "safe write", "unsafe write", "safe no", "safe manage", "unsafe manage"]
    )
  })

  it("name their extensions in the list that a server shows: each once, sorted (decisions, Discovery)", () => {
    const named = endpoints.flatMap(({ metadata }) => [metadata.extension ?? [], metadata.offers ?? []].flat())
    assert.deepStrictEqual(extensions, [...new Set([...named, ...derived])].toSorted())
  })

  it("have no extension by middleware or filters where none is declared", () =>
    assert.deepStrictEqual(
      extensionsOf(
        endpoints.map((entry) => ({
          ...entry,
          acceptsIdempotencyKey: false,
          conditional: false,
          metadata: { ...entry.metadata, filters: [] }
        }))
      ),
      extensions.filter((name) => !derived.includes(name))
    ))
})

describe.for(endpoints)("the endpoint $id", ({ declaration, metadata, method, path, payload }) => {
  const middleware = new Set([...declaration.middlewares].map(({ key }) => key))

  it("asks for a token of its level, and no other (spec 5)", () =>
    assert.deepStrictEqual(
      {
        primary: middleware.has(PrimaryAccess.key) || middleware.has(OptionalAccess.key),
        optional: middleware.has(OptionalAccess.key),
        credentials: middleware.has(CredentialsAccess.key),
        scoped: middleware.has(ScopedAccess.key)
      },
      {
        primary: metadata.access.level === "primary",
        optional: isTokenOptional(metadata.access),
        credentials: metadata.access.level === "credentials",
        scoped: metadata.access.level === "scoped"
      }
    ))

  it("says in its path what its level works on", () =>
    assert.strictEqual(
      metadata.access.level,
      path.startsWith("/v1/client/secrets")
        ? "credentials"
        : path.startsWith("/v1/auth/") ||
            path === "/v1/event_types" ||
            path.endsWith("/show") ||
            path.startsWith("/v1/confirmations") ||
            !path.startsWith("/v1/")
          ? "public"
          : path.startsWith("/v1/organizations") || path.startsWith("/v1/client") || path.endsWith("/accept")
            ? "primary"
            : "scoped"
    ))

  it("is a paginated list in its query and in its answer, or in neither (spec 4.4, 4.8)", () => {
    const { parameters, responses } = operationOf({ method, path })
    const members = resolved(responses["200"]?.content?.["application/json"]?.schema).properties ?? {}
    const isPage = ["content", "next", "count"].every((member) => member in members)
    const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
    // Filters follow.
    assert.deepStrictEqual(
      { query: query.slice(0, 2), isPage },
      { query: metadata.paginated ? ["limit", "cursor"] : [], isPage: metadata.paginated }
    )
  })

  it("has its JSON body read within bounds, if it declares one", () => {
    const json = [...payload.values()].some(({ encoding }) => encoding._tag === "Json")
    assert.strictEqual(middleware.has(JsonBody.key), json)
  })
})

describe("an endpoint without metadata", () => {
  const some = HttpApiGroup.make("some")
  const bare = HttpApiEndpoint.get("bare", "/bare", { success: Schema.String })

  it("stops the program at once", () =>
    assert.throws(() => endpointsOf(HttpApi.make("api").add(some.add(bare))), EndpointMetadata.key))

  it("is taken as soon as it has them", () => {
    const shape = {
      title: "Bare",
      description: "Nothing.",
      access: { level: "public" },
      extension: "bare",
      paginated: false,
      retry: "safe"
    } as const
    const [entry] = endpointsOf(HttpApi.make("api").add(some.add(bare.annotateMerge(metadata(shape)))))
    assert.deepInclude(entry, { id: "some.bare", method: "GET", path: "/bare", metadata: shape, payload: new Map() })
  })
})

describe("the declaration of a new resource", () => {
  const declared = (params?: { readonly jobId: typeof JobId }) =>
    endpointsOf(
      HttpApi.make("api").add(
        HttpApiGroup.make("some").add(
          create("make", "/v1/jobs/:jobId/some", {
            title: "Make",
            description: "Makes some.",
            access: scoped("jobs:write"),
            payload: Schema.Struct({}),
            success: created(Schema.Struct({})),
            ...(params === undefined ? {} : { params })
          })
        )
      )
    )

  it("has not_found among its errors if it belongs to the resource of the path, and not otherwise (decisions, Errors)", () => {
    const [within, alone] = [...declared({ jobId: JobId }), ...declared()]
    assert.deepStrictEqual(
      [within?.errors.has(404), within?.errors.has(409), within?.successes.has(201)],
      [true, true, true]
    )
    assert.deepStrictEqual([alone?.errors.has(404), alone?.errors.has(409)], [false, true])
  })
})

describe("the methods of a path (decisions, Errors)", () => {
  it.for([
    ["/v1/jobs", ["GET", "POST", "HEAD"]],
    ["/v1/jobs/job_1", ["GET", "PATCH", "HEAD"]],
    ["/v1/users", ["GET", "POST", "HEAD"]],
    ["/v1/users/usr_1", ["GET", "PATCH", "HEAD"]],
    ["/v1/agencies/agy_1/fees", ["GET", "POST", "HEAD"]],
    ["/oauth/token", ["POST"]],
    ["/v1/organizations/org_1/token", ["POST"]],
    ["/openapi.json", ["GET", "HEAD"]],
    ["/.well-known/partner-api", ["GET", "HEAD"]],
    ["/docs", ["GET", "HEAD"]],
    ["/V1/jobs", []],
    ["/v1/Jobs", []],
    ["/v1/jobs/", []],
    ["/v1/users/", []],
    ["/v1/users/usr_1/", []],
    ["/v1/users/usr_1/more", []],
    ["/more/v1/jobs", []],
    ["/openapixjson", []],
    ["/xwell-known/partner-api", []],
    ["/v1/organizations//token", []],
    ["/", []],
    ["", []]
  ] as const)("%s are %j", ([path, methods]) => assert.sameMembers([...allowedMethods(path)], [...methods]))

  it("are those of the API that is asked", () => {
    const allowed = allowedMethodsOf([{ method: "DELETE", path: "/a+b/:id" }])
    assert.deepStrictEqual([allowed("/a+b/1"), allowed("/aab/1"), allowed("/v1/jobs")], [["DELETE"], [], []])
  })
})

describe("a path filled in", () => {
  it.for([
    ["/v1/jobs/:jobId", { jobId: "job_1-A" }, "/v1/jobs/job_1-A"],
    ["/v1/agencies/:agencyId/fees", { agencyId: "agy_1" }, "/v1/agencies/agy_1/fees"],
    ["/v1/jobs/:jobId", { jobId: "a/b?c#d e%é" }, "/v1/jobs/a%2Fb%3Fc%23d%20e%25%C3%A9"],
    ["/v1/jobs/:jobId", { userId: "usr_1" }, "/v1/jobs/:jobId"],
    ["/v1/jobs", { jobId: "job_1" }, "/v1/jobs"]
  ] as const)("from %s and %j is %s", ([path, params, expected]) =>
    assert.strictEqual(fillPath(path, params), expected)
  )

  it.for(endpoints)("leads back to $id", ({ method, path }) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "a.b~1"])
    assert.include(allowedMethods(fillPath(path, Object.fromEntries(names))), method)
  })
})
