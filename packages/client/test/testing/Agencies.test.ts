/** The clients of agencies: what they are bound to, and which agencies have one. */
import { assert, describe, it } from "vitest"
import { createClient } from "../../src/index.ts"
import { createTestServer, type TestServer } from "../../src/testing.ts"

const agencies = [
  { id: "agy_1", name: "Good Hands" },
  { id: "agy_2", name: "Better Heads" }
]
const organizations = [
  { id: "org_1", name: "Acme", agencies },
  { id: "org_2", name: "Engines", agencies: agencies.slice(0, 1) },
  { id: "org_3", name: "Looms" }
]

const grantsOf = async (server: TestServer, agencyId?: string) => {
  const { grants } = await createClient(server.client({ agencyId })).client.get()
  return grants.map(({ agency_id, organization_id }) => [organization_id, agency_id])
}

describe("a client of an agency (docs/testing)", () => {
  it("is bound to the agency in each organization that has it, and has no other", async () => {
    const server = createTestServer({ organizations })
    assert.deepStrictEqual(await grantsOf(server, "agy_1"), [
      ["org_1", "agy_1"],
      ["org_2", "agy_1"]
    ])
    assert.deepStrictEqual(await grantsOf(server, "agy_2"), [["org_1", "agy_2"]])
    assert.deepStrictEqual(
      (await grantsOf(server)).map(([, agency]) => agency),
      [undefined, undefined, undefined]
    )
  })

  it("has credentials of its own", () => {
    const server = createTestServer({ organizations })
    const clients = [server.client(), server.client({ agencyId: "agy_1" }), server.client({ agencyId: "agy_2" })]
    assert.strictEqual(new Set(clients.map(({ clientId }) => clientId)).size, 3)
    assert.strictEqual(new Set(clients.map(({ clientSecret }) => clientSecret)).size, 3)
    assert.deepStrictEqual(server.client({ agencyId: "agy_1" }), clients[1])
  })

  it("is refused by name where there is no such agency, or no such option", () => {
    const server = createTestServer({ organizations })
    assert.throws(() => server.client({ agencyId: "agy_3" }), /^There is no agency "agy_3"\. /)
    const misspelt: object = { agencyID: "agy_1" }
    assert.throws(() => server.client(misspelt), 'client has no option "agencyID". Did you mean agencyId?')
  })
})
