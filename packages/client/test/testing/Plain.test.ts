import { assert, describe, it } from "vitest"
import { arrayOf, bodyOf, meet } from "./Foreign.ts"

const ada = { first_name: "Ada", last_name: "King", email: "king@example.com" }

describe("a test server of the plain specification", () => {
  it("has no endpoint that the specification has not", async () => {
    const { send, scoped } = meet({ plain: true })
    const token = await scoped()
    assert.strictEqual((await send("/v1/jobs/job_1", { token })).status, 404)
    assert.strictEqual((await send("/v1/users", { token })).status, 405)
    assert.strictEqual((await send("/.well-known/partner-api")).status, 404)
    assert.strictEqual((await send("/v1/organizations", { token, json: { name: "New" } })).status, 405)
  })

  it("lists jobs as a plain array, as one sample shows, or in the envelope (spec 4.4)", async () => {
    const array = meet({ plain: true })
    const listed = await array.send("/v1/jobs", { token: await array.scoped() })
    const jobs = arrayOf(await listed.json())
    assert.deepStrictEqual(
      jobs.map(({ id }) => id),
      ["job_1", "job_2", "job_3"]
    )
    const envelope = meet({ plain: { lists: "envelope" } })
    const page = await bodyOf(await envelope.send("/v1/jobs?limit=1", { token: await envelope.scoped() }))
    assert.strictEqual(page["count"], 1)
  })

  it("adds a user with 200, and twice for one key, because it knows no keys (spec 4.7)", async () => {
    const { send, scoped, server } = meet({ plain: true })
    const token = await scoped()
    const headers = { "idempotency-key": "one" }
    const added = await send("/v1/users", { token, json: ada, headers })
    assert.deepStrictEqual([added.status, added.headers.get("location")], [200, null])
    const again = await send("/v1/users", { token, json: { ...ada, email: "other@example.com" }, headers })
    assert.deepStrictEqual([again.status, again.headers.get("idempotency-replayed")], [200, null])
    assert.lengthOf(server.data.users("org_1"), 4)
  })

  it("has no header and no member beyond the specification", async () => {
    const { send, scoped } = meet({ plain: true })
    const token = await scoped()
    const set = await send("/v1/agencies/agy_1/fees", { token, json: {}, headers: { "if-match": '"other"' } })
    assert.strictEqual(set.status, 200)
    assert.deepStrictEqual(Array.from(set.headers.keys()).toSorted(), ["cache-control", "content-type", "date"])
    const refused = await send("/v1/users", { token, json: {} })
    assert.deepStrictEqual(Object.keys(await bodyOf(refused)), ["error", "message"])
  })
})
