/**
 * The operators' API as a whole: what its endpoints have in common, and its OpenAPI document. The linters check whether that is good
 * OpenAPI: `pnpm verify`.
 */
import { assert, describe, it } from "@effect/vitest"
import { endpoints } from "../src/Endpoints.ts"
import { operatorDocument } from "../src/operator/OperatorDocument.ts"
import { operatorEndpoints, operatorMethods } from "../src/operator/OperatorEndpoints.ts"

const document: unknown = operatorDocument("http://127.0.0.1:8081")
const signIn = "session.signIn"

describe("the endpoints of operators", () => {
  it("lie apart from those of partners", () => {
    const partners = new Set(endpoints.map(({ path }) => path))
    const misplaced = operatorEndpoints.filter(({ path }) => !path.startsWith("/operator/v1/") || partners.has(path))
    assert.deepStrictEqual(misplaced, [])
  })

  it("ask for a viewer to read and an admin to change, all but those that sign in and out", () =>
    assert.deepStrictEqual(
      operatorEndpoints
        .filter(({ id }) => id !== signIn && id !== "session.methods")
        .filter(({ id, metadata: { access }, method }) => {
          const needed = method === "GET" || id === "session.signOut" ? "viewer" : "admin"
          return access.level !== "operator" || access.role !== needed
        })
        .map(({ id }) => id),
      []
    ))

  it("take an idempotency key where they change something, all but the session", () =>
    assert.deepStrictEqual(
      operatorEndpoints.filter(({ acceptsIdempotencyKey, method }) => acceptsIdempotencyKey !== (method !== "GET")),
      operatorEndpoints.filter(({ id }) => id === signIn || id === "session.signOut")
    ))

  it("have methods that the listener names in Allow", () => {
    assert.deepStrictEqual(operatorMethods("/operator/v1/session"), ["POST", "GET", "DELETE", "HEAD"])
    assert.deepStrictEqual(operatorMethods("/operator/openapi.json"), ["GET", "HEAD"])
    assert.deepStrictEqual(operatorMethods("/v1/jobs"), [])
  })
})

describe("the document of the operators' API", () => {
  it("has one operation for each endpoint, and no sample of a partner's client", () => {
    const text = JSON.stringify(document)
    assert.sameMembers(
      Array.from(text.matchAll(/"operationId":"([^"]+)"/g), ([, id = ""]) => id),
      operatorEndpoints.map(({ id }) => id)
    )
    assert.notInclude(text, "x-codeSamples")
    assert.notInclude(text, 'webhooks":')
  })
})
