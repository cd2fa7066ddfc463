/**
 * Two nodes on one PostgreSQL behind a proxy are one service: what one of them did, the other knows (decisions, Many nodes).
 */
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "../HttpCall.ts"
import { migratedDatabase } from "../Postgres.ts"
import { pageOf } from "../Walk.ts"
import { startNodes } from "./Nodes.ts"
import { addUser, onboard } from "./Partner.ts"

describe("two nodes behind a proxy", () => {
  it("take a partner's credentials, list, write once and repeat the answer of the other (decisions, Safe repetition)", async () => {
    const databaseUrl = await migratedDatabase()
    const partner = await onboard(databaseUrl)
    await using nodes = await startNodes({ databaseUrl, count: 2 })
    const [one, two] = [nodes.at(0), nodes.at(1)]

    const token = await partner.token(nodes.call)
    assert.deepStrictEqual(pageOf(await nodes.call("GET", "/v1/users", { token })).content, [])
    const written = await addUser(one.call, token, "ada")
    assert.strictEqual(written.status, 201, written.text)
    const repeated = await addUser(two.call, token, "ada")
    assert.deepStrictEqual(
      [repeated.status, repeated.text, repeated.headers["idempotency-replayed"]],
      [201, written.text, "true"]
    )
    for (const { call } of [one, two, nodes]) {
      const page = pageOf(await call("GET", "/v1/users", { token }))
      assert.deepStrictEqual(
        page.content.map(({ id }) => id),
        [textOf(written, "id")]
      )
    }
    // Requests without a node of their own have reached some node through the proxy.
    assert.strictEqual(
      nodes.proxy.sent().reduce((sum, count) => sum + count),
      3
    )
  })
})
