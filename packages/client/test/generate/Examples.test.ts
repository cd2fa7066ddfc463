/**
 * The examples in the comments of the methods: there is one for each method, the compiler takes them, and so does the service.
 */
import { assert, describe, it } from "vitest"
import { isPartnerError } from "../../src/core/ClientError.ts"
import { createClient, type Problem } from "../../src/index.ts"
import { createTestServer } from "../../src/testing.ts"
import { exampleOrganizationId, methodExamples } from "./MethodExamples.ts"
import { endpointIds } from "./ModelTypes.ts"

describe("the examples of methods", () => {
  it("are there for each of them (README)", () => assert.sameMembers(Object.keys(methodExamples), [...endpointIds]))

  it.for(Object.entries(methodExamples))("are sent as they stand: %s (README)", async ([id, example]) => {
    const server = createTestServer({ organizations: [{ id: exampleOrganizationId, name: "Analytical Engines" }] })
    const error: unknown = await example(createClient(server.client())).then(
      () => undefined,
      (failure: unknown) => failure
    )
    // An organization without jobs and agencies refuses some of them; nothing is wrong with what was sent.
    const codes = ["NotFound", "UnprocessableEntity"]
    if (error !== undefined) assert.isTrue(isPartnerError(error) && codes.includes(error._tag), String(error))
    // A client of an agency need not name it; this one is not.
    const isExpected = ({ code, path }: Problem) => code === "unknown" || path === "/agency_id"
    if (isPartnerError(error)) assert.isTrue(error.details.every(isExpected), JSON.stringify(error.details))
    assert.strictEqual(server.count(id), 1)
  })
})
