/**
 * What programs give in the form that they have: one value where a filter takes several, and a `Date` where a moment is sent (docs/lists.md).
 */
import { assert, describe, it } from "vitest"
import { failureOf, partnership } from "./Partnership.ts"

const moment = new Date(Date.UTC(2025, 0, 31, 9, 30))
const text = "2025-01-31T09:30:00.000Z"

const start = () => {
  const { partner, server } = partnership()
  const queries = (operation: string) =>
    server.requests.filter((request) => request.operation === operation).map(({ query }) => query)
  return { organization: partner.organization("org_1"), server, queries }
}

describe("one value of a filter that takes several", () => {
  it("is sent as a list of it (docs/lists)", async () => {
    const { organization, queries } = start()
    await organization.jobs.list({ status: "OPEN" })
    await organization.jobs.list({ status: ["OPEN", "CLOSED"] })
    await organization.applications.list({ state: "UNCONFIRMED" })
    await organization.events.list({ types: "job.closed" })
    assert.deepStrictEqual(queries("jobs.list"), [{ status: "OPEN" }, { status: "OPEN,CLOSED" }])
    assert.deepStrictEqual(queries("applications.list"), [{ state: "UNCONFIRMED" }])
    assert.deepStrictEqual(queries("events.list"), [{ types: "job.closed" }])
  })

  it("is judged as a value, and null is none", async () => {
    const { organization, server } = start()
    const sent = server.requests.length
    for (const status of ["open", null]) {
      const error = await failureOf(organization.jobs.list(JSON.parse(JSON.stringify({ status }))))
      assert.strictEqual(error._tag, "UnprocessableEntity")
      assert.strictEqual(error.details[0]?.path, "/status/0")
    }
    assert.strictEqual(server.requests.length, sent)
  })
})

describe("a date", () => {
  it("is sent as RFC 3339 in a query and in a body (docs/lists)", async () => {
    const { organization, queries } = start()
    await organization.users.list({ updated_since: moment })
    await organization.events.list({ start: moment })
    assert.deepStrictEqual(
      [...queries("users.list"), ...queries("events.list")],
      [{ updated_since: text }, { start: text }]
    )
    const user = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" }
    const added = await organization.users.create({ ...user, created_at: moment })
    assert.strictEqual(added.created_at, text)
  })

  it("that is invalid is refused before anything is sent, by the name of its member", async () => {
    const { organization, server } = start()
    const error = await failureOf(organization.users.list({ updated_since: new Date("yesterday") }))
    assert.strictEqual(error._tag, "UnprocessableEntity")
    assert.strictEqual(error.details[0]?.path, "/updated_since")
    assert.strictEqual(server.count("users.list"), 0)
  })
})
