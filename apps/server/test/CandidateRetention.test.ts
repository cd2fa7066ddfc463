/**
 * The setting `retention_days` (recruiting 9): in a night, the service erases the persons whose time is over, and nobody else.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayMs, dayStartMs } from "@partner-api/domain/StorageQuota"
import { CandidateRetention } from "@partner-api/service/services/CandidateRetention"
import { feedPageOf } from "./EventAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { startServer, type TestServer } from "./TestServer.ts"
import { workOf } from "./Workers.ts"

const days = 30
/** Half an hour before the work of a night begins. */
const startMs = dayStartMs(Date.now()) + 1.5 * 3_600_000

const open = async (retention_days: number) => {
  const server = await startServer({ startMs })
  const token = await server.scoped(await server.primary())
  const settings = { retention_days }
  const changed = await server.call("PATCH", "/v1/organization", { token, json: { settings } })
  assert.strictEqual(changed.status, 200, changed.text)
  const act = async (id: string, action: string, more: object = {}) =>
    server.call("POST", `/v1/applications/${id}/transitions`, { token, json: { action, ...more } })
  let people = 0
  const confirmed = async (job_id: string) => {
    const candidate = { first_name: "Kept", last_name: "Person", email: `kept${++people}@example.com` }
    const json = { job_id, agency_id: "agy_hirewell", candidate }
    const id = textOf(await server.call("POST", "/v1/applications", { token, json }), "id")
    await act(id, "confirm")
    return id
  }
  const rejected = async () => {
    const id = await confirmed("job_00000001")
    await act(id, "reject", { feedback: "Not enough experience." })
    return id
  }
  return { server, token, confirmed, rejected, act }
}

/** Dates a member of a stored record a number of days back. */
const age = async (server: TestServer, table: "applications" | "jobs", id: string, member: string, ago: number) => {
  const [row] = await server.query(`SELECT json FROM ${table} WHERE id = ?`, id)
  const aged = { ...JSON.parse(String(row?.["json"])), [member]: new Date(startMs - ago * dayMs).toISOString() }
  await server.query(`UPDATE ${table} SET json = ? WHERE id = ?`, JSON.stringify(aged), id)
}

/** Passes the beginning of a night, and gives the events of the erasures up to that of an application: the sandbox has old ones too. */
const passNight = async (server: TestServer, token: string, id: string) => {
  const read = async (from: string) =>
    feedPageOf(await server.call("GET", `/v1/events?${from}&types=application.erased`, { token }))
  let { cursor } = await read("start=latest")
  await server.advance(3_700_000)
  for (;;) {
    // The feed answers once there is one.
    const page = await read(`cursor=${cursor}&wait=10`)
    const own = page.content.find(({ data }) => Object(data).application.id === id)
    if (own !== undefined) return own
    cursor = page.cursor
  }
}

const isThere = async (server: TestServer, token: string, id: string) =>
  "candidate" in membersOf(await server.call("GET", `/v1/applications/${id}`, { token }))

describe("retention_days (recruiting 9)", () => {
  it("erases the person of an application that ended so long ago, with the reason retention", async () => {
    const { rejected, server, token } = await open(days)
    await using own = server
    const [old, young] = [await rejected(), await rejected()]
    await age(own, "applications", old, "state_entered_at", days)
    await age(own, "applications", young, "state_entered_at", days - 1)
    assert.deepInclude(Object((await passNight(own, token, old)).data), { reason: "retention" })
    assert.deepStrictEqual([await isThere(own, token, old), await isThere(own, token, young)], [false, true])
  })

  it("erases the persons of a job that was closed so long ago", async () => {
    const { confirmed, server, token } = await open(days)
    await using own = server
    const json = { title: "Engineer", description: "Builds engines.", status: "OPEN", agency_access: "ALL" }
    const job = textOf(await own.call("POST", "/v1/jobs", { token, json }), "id")
    const [ofClosed, ofOpen] = [await confirmed(job), await confirmed("job_00000001")]
    await own.call("PATCH", `/v1/jobs/${job}`, { token, json: { status: "CLOSED" } })
    await age(own, "jobs", job, "updated_at", days)
    for (const id of [ofClosed, ofOpen]) await age(own, "applications", id, "updated_at", days)
    await passNight(own, token, ofClosed)
    assert.deepStrictEqual([await isThere(own, token, ofClosed), await isThere(own, token, ofOpen)], [false, true])
  })

  it("keeps every person with 0 days, and during the day", async () => {
    const { rejected, server, token } = await open(0)
    await using own = server
    const id = await rejected()
    await age(own, "applications", id, "state_entered_at", 9_000)
    await own.advance(3_700_000)
    await own.call("PATCH", "/v1/organization", { token, json: { settings: { retention_days: days } } })
    await own.advance(3_700_000)
    assert.isTrue(await isThere(own, token, id))
    // The time of a night's look is stored for the metric and for `doctor`, and counts from the setting on until then.
    const lookedMs = async () => {
      const [row] = await own.query("SELECT retained_at_ms FROM organizations WHERE id = 'org_acme'")
      return row?.["retained_at_ms"]
    }
    assert.strictEqual(await lookedMs(), startMs + 3_700_000)
    await own.run(
      workOf(
        CandidateRetention.layer,
        CandidateRetention.use(({ erase }) => erase)
      )
    )
    assert.isFalse(await isThere(own, token, id))
    assert.strictEqual(await lookedMs(), startMs + 7_400_000)
  })
})
