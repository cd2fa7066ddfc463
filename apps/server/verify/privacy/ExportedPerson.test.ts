/**
 * The export of a person who is put everywhere the API takes one (recruiting 9): it has all of the person that the employer sees, and nothing of another person;
 * and a large one is read as its reader reads.
 */
import { assert, describe, it } from "@effect/vitest"
import { DatabaseTarget } from "../../src/platform/DatabaseTarget.ts"
import { membersOf } from "../../test/HttpCall.ts"
import { sharedFolder, startServer } from "../../test/TestServer.ts"
import { candidate, canary, plant } from "./PlantedPerson.ts"

const folder = sharedFolder()

const neighbour = "Nachbarvogel"

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => Object(JSON.parse(line)))

/** Applications of a person with a note of 100 KB each: 40 MB, more than the buffers between server and reader. */
const count = 400
const noteBytes = 100_000
/** Those that change once the reader has the first piece. */
const changedFrom = 300

describe("an export", () => {
  it("has the person from everywhere, and nobody else (recruiting 9)", async () => {
    const databaseFile = folder.file("exported.db")
    await using server = await startServer({ databaseFile, database: DatabaseTarget.Sqlite({ file: databaseFile }) })
    await server.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
    const [employer, agency] = [await server.scoped(await server.primary()), await server.partner()]
    const [rejected = "", withdrawn = "", hidden = ""] = await plant(server, employer, agency)
    // Another person, whose email contains that of the first.
    const other = { ...candidate, first_name: neighbour, last_name: neighbour, email: `x${candidate.email}` }
    for (const token of [employer, agency])
      await server.call("POST", "/v1/applications", {
        token,
        json: { job_id: "job_00000001", agency_id: "agy_hirewell", candidate: other, note: neighbour }
      })
    const answer = await server.call("POST", "/v1/subject_exports", {
      token: employer,
      json: { email: candidate.email.toUpperCase() }
    })
    const lines = linesOf(answer.text)
    assert.deepStrictEqual(lines.at(-1), { type: "end", records: lines.length - 1 })
    const typesOf = (id: string) => [
      ...new Set(lines.filter((one) => one.application_id === id).map(({ type }) => type))
    ]
    assert.deepStrictEqual(typesOf(rejected), ["application", "attachment", "message", "audit_entry", "event"])
    assert.deepStrictEqual(typesOf(withdrawn), ["application", "audit_entry", "event"])
    assert.deepStrictEqual(typesOf(hidden), [])
    // Every text that the person was put into, and that the employer sees: members of the candidate, and what others wrote.
    const texts = JSON.stringify(lines)
    for (const text of [
      ...Object.values(candidate).flat(),
      `${canary} note`,
      `${canary}-1`,
      `${canary}-2`,
      `${canary} answer`,
      `${canary}.txt`,
      `${canary} is free in March.`,
      `${canary} lacks experience.`
    ])
      assert.include(texts, JSON.stringify(text).slice(1, -1))
    for (const text of [neighbour, `x${candidate.email}`, hidden, `${canary}-3`, `${canary} changed note`])
      assert.notInclude(texts, text)
    // Every event and every entry about the shown applications, whatever lists them.
    const shown = [rejected, withdrawn]
    const idsIn = (type: string) => lines.filter((line) => line.type === type).map(({ record }) => record.id)
    const all = async (path: string) => {
      const found = membersOf(await server.call("GET", `/v1/${path}`, { token: employer }))["content"]
      return Array.isArray(found) ? found : []
    }
    const events = (await all("events?limit=100&start=oldest")).filter((event) =>
      shown.some((id) => JSON.stringify(event).includes(id))
    )
    assert.sameMembers(
      idsIn("event"),
      events.map(({ id }) => id)
    )
    const entries = (await all("audit_log?limit=100")).filter(({ resource_id }) => shown.includes(resource_id))
    assert.isAbove(entries.length, 5)
    assert.sameMembers(
      idsIn("audit_entry"),
      entries.map(({ id }) => id)
    )
  })

  it("reads on as its reader does, and never all at once (recruiting 9)", async () => {
    const databaseFile = folder.file("large.db")
    await using server = await startServer({ databaseFile, database: DatabaseTarget.Sqlite({ file: databaseFile }) })
    const application = JSON.stringify({
      id: "ID",
      job_id: "job_00000001",
      agency_id: "agy_hirewell",
      candidate,
      note: "n".repeat(noteBytes),
      state: "REJECTED",
      state_entered_at: "2026-01-01T00:00:00.000Z",
      confirmed_at: "2026-01-01T00:00:00.000Z",
      version: 1,
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z"
    })
    await server.query(
      `INSERT INTO applications (organization_id, id, job_id, agency_id, email_key, state, written_at_ms, json)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
        SELECT 'org_acme', printf('app_large_%04d', number), 'job_00000001', 'agy_hirewell', ?, 'REJECTED', 0,
          replace(?, '"ID"', printf('"app_large_%04d"', number)) FROM numbers`,
      candidate.email.toLowerCase(),
      application
    )
    const token = await server.scoped(await server.primary())
    const request = () =>
      fetch(`${server.publicUrl}/v1/subject_exports`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ email: candidate.email })
      })
    const response = await request()
    const second = await request()
    assert.deepStrictEqual([second.status, second.headers.get("retry-after")], [429, "1"])
    assert.match(await second.text(), /At most 1 export of a client/)
    const decoder = new TextDecoder()
    let text = ""
    for await (const piece of response.body ?? []) {
      // The server has sent what the buffers take, and waits.
      if (text === "")
        await server.query(
          "UPDATE applications SET json = replace(json, 'nnnn', 'cccc') WHERE organization_id = 'org_acme' AND id >= ?",
          `app_large_0${changedFrom}`
        )
      text += decoder.decode(piece, { stream: true })
    }
    const lines = linesOf(text)
    assert.deepStrictEqual(lines.at(-1), { type: "end", records: count })
    const changed = lines.filter(({ record }) => record?.note.startsWith("c") === true)
    assert.lengthOf(changed, count + 1 - changedFrom)
    const next = await request()
    assert.strictEqual(next.status, 200)
    await next.body?.cancel()
  })
})
