/**
 * What is large of a person goes before the erasure, batch by batch (docs/decisions, 149). The database is made to refuse the erasure itself: what has gone
 * stays gone, the person is still there, and the erasure is completed by its repetition. An erasure that is refused clears nothing.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayMs } from "@partner-api/domain/StorageQuota"
import { messagesPerRemoval } from "@partner-api/service/store/MessageStore"
import { CandidateRetention } from "@partner-api/service/services/CandidateRetention"
import { ErasureWork } from "@partner-api/service/services/ErasureWork"
import { UnconfirmedApplications } from "@partner-api/service/services/UnconfirmedApplications"
import { agencyClient, employerClient } from "./ClientsOfAcme.ts"
import { errorOf, named } from "./ErrorAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { commandsOn } from "./operator/OnFile.ts"
import { openDatabase, sharedServer } from "./TestServer.ts"
import { workOf } from "./Workers.ts"

const server = await sharedServer()
const { call, query, tokens } = server
const agency = await agencyClient(server)
const employer = await employerClient(server)
await call("PATCH", "/v1/organization", { token: tokens.acme, json: { settings: { retention_days: 30 } } })

const acme = "org_acme"
const canary = "Canary"
/** More than a batch of messages. */
const messages = messagesPerRemoval + 1
/** More changes than a batch has answers, and than one has events. */
const changes = 9

let people = 0

/** An application with a withdrawn person and many traces of it. */
const withdrawn = async () => {
  const email = `traced${++people}@example.com`
  const candidate = { first_name: canary, last_name: canary, email }
  const json = { job_id: "job_00000001", agency_id: "agy_hirewell", candidate, note: canary }
  const id = textOf(await call("POST", "/v1/applications", { token: agency, json }), "id")
  const path = `/v1/applications/${id}`
  for (let number = 0; number < changes; number++) {
    const headers = { "idempotency-key": `${id} ${number}` }
    await call("PATCH", path, { token: agency, headers, json: { note: `${canary} ${number}` } })
  }
  await query(
    `INSERT INTO messages (organization_id, application_id, number, json)
      WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${messages})
      SELECT 'org_acme', '${id}', number, '{"id":"msg_' || number || '","body":"${canary}"}' FROM numbers`
  )
  assert.strictEqual((await act(id, "withdraw", {}, agency)).status, 200)
  return { id, email }
}

const act = (id: string, action: string, more: object = {}, token = tokens.acme) =>
  call("POST", `/v1/applications/${id}/transitions`, { token, json: { action, ...more } })
const erase = (id: string, { key = id, token = agency } = {}) =>
  call("DELETE", `/v1/applications/${id}/candidate`, { token, headers: { "idempotency-key": `erase ${key}` } })

/** How much of a person is left outside of the application. */
const tracesOf = async (id: string) => {
  const count = async (statement: string) => Number((await query(statement, id))[0]?.["count"])
  return {
    messages: await count("SELECT count(*) AS count FROM messages WHERE application_id = ?"),
    answers: await count("SELECT count(*) AS count FROM idempotency_keys WHERE resource_id = ? AND method = 'PATCH'"),
    events: await count(`SELECT count(*) AS count FROM events WHERE person_id = ? AND json LIKE '%${canary}%'`)
  }
}
const nothing = { messages: 0, answers: 0, events: 0 }
/** One event is of the submission, and one of the withdrawal. */
const everything = { messages, answers: changes, events: changes + 2 }

const isThere = async (id: string) =>
  "candidate" in membersOf(await call("GET", `/v1/applications/${id}`, { token: agency }))

/** Makes the database refuse the entry of an erasure, with which its transaction ends, until it is disposed of. */
const refusing = (type = "application.erased") => {
  const { db } = openDatabase(server.databaseFile)
  db.exec(
    `CREATE TRIGGER refused BEFORE INSERT ON journal WHEN NEW.json LIKE '%${type}%' BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`
  )
  return {
    [Symbol.dispose]: () => {
      db.exec("DROP TRIGGER refused")
      db.close()
    }
  }
}

/** Dates the end of an application back: long enough for every worker. */
const age = async (id: string) => {
  const [row] = await query("SELECT json FROM applications WHERE id = ?", id)
  const state_entered_at = new Date(server.startMs - 40 * dayMs).toISOString()
  const json = JSON.stringify({ ...JSON.parse(String(row?.["json"])), state_entered_at })
  await query("UPDATE applications SET json = ?, unconfirmed_since_ms = 0 WHERE id = ?", json, id)
}

interface Traced {
  readonly id: string
  readonly email: string
}

/** Who erases beside the agency: how the erasure is asked for, and how it runs. */
const erasers: ReadonlyArray<
  readonly [who: string, request: (traced: Traced) => Promise<unknown>, run: (traced: Traced) => Promise<unknown>]
> = [
  [
    "the worker of erasure requests",
    ({ email }) => call("POST", "/v1/erasure_requests", { token: tokens.acme, json: { email } }),
    () =>
      server.run(
        workOf(
          ErasureWork.layer,
          ErasureWork.use(({ work }) => work)
        )
      )
  ],
  [
    "the retention",
    ({ id }) => age(id),
    () =>
      server.run(
        workOf(
          CandidateRetention.layer,
          CandidateRetention.use(({ erase }) => erase)
        )
      )
  ],
  [
    "the worker of those who never confirmed",
    ({ id }) => age(id),
    () =>
      server.run(
        workOf(
          UnconfirmedApplications.layer,
          UnconfirmedApplications.use(({ erase }) => erase)
        )
      )
  ],
  [
    "the operator",
    () => Promise.resolve(),
    ({ email }) => commandsOn(server.databaseFile).json("candidates", "erase", acme, "--email", email, "--yes")
  ]
]

describe("what is large of a person", () => {
  it("goes before the erasure of an agency, which is repeated where it was not answered (docs/decisions, 149)", async () => {
    const { id } = await withdrawn()
    assert.deepStrictEqual(await tracesOf(id), everything)
    {
      using _refusing = refusing()
      assert.strictEqual(errorOf(await erase(id)), named(500))
    }
    assert.isTrue(await isThere(id))
    assert.deepStrictEqual(await tracesOf(id), nothing)
    const again = await erase(id)
    assert.strictEqual(again.status, 204, again.text)
    assert.notProperty(again.headers, "idempotency-replayed")
    assert.isFalse(await isThere(id))
    assert.deepStrictEqual(await tracesOf(id), nothing)
    assert.property((await erase(id)).headers, "idempotency-replayed")
  })

  it.for(erasers)("goes before the erasure of %s (docs/decisions, 149)", async ([, request, run]) => {
    const traced = await withdrawn()
    const { id } = traced
    // The sandbox has old ones too.
    await run(await withdrawn())
    await request(traced)
    {
      using _refusing = refusing()
      await run(traced).then(
        () => assert.fail("was not refused"),
        () => undefined
      )
    }
    assert.isTrue(await isThere(id))
    assert.deepStrictEqual(await tracesOf(id), nothing)
    await run(traced)
    assert.isFalse(await isThere(id))
  })

  it("goes before the erasure of a user by the operator (docs/decisions, 149)", async () => {
    const json = { first_name: canary, last_name: canary, email: "traced.user@example.com" }
    const created = await call("POST", "/v1/users", { token: tokens.acme, json })
    assert.strictEqual(created.status, 201, created.text)
    const id = textOf(created, "id")
    for (let number = 0; number < changes; number++) {
      const headers = { "idempotency-key": `${id} ${number}` }
      const last_name = `${canary} ${number}`
      await call("PATCH", `/v1/users/${id}`, { token: tokens.acme, headers, json: { last_name } })
    }
    assert.deepStrictEqual(await tracesOf(id), { messages: 0, answers: changes, events: changes + 1 })
    const { json: run } = commandsOn(server.databaseFile)
    {
      using _refusing = refusing("user.erased")
      await run("users", "erase", acme, id, "--yes").then(
        () => assert.fail("was not refused"),
        () => undefined
      )
    }
    assert.strictEqual((await call("GET", `/v1/users/${id}`, { token: tokens.acme })).status, 200)
    assert.deepStrictEqual(await tracesOf(id), nothing)
    await run("users", "erase", acme, id, "--yes")
    assert.strictEqual((await call("GET", `/v1/users/${id}`, { token: tokens.acme })).status, 404)
  })

  it("stays where the erasure is refused, or its answer is a stored one (docs/decisions, 149)", async () => {
    const { id } = await withdrawn()
    // The employer does not act for the agency, and another organization does not see the application.
    for (const token of [employer, tokens.globex]) assert.include([403, 404], (await erase(id, { token })).status)
    assert.deepStrictEqual(await tracesOf(id), everything)
    const { id: rejected } = await withdrawn()
    const [row] = await query("SELECT json FROM applications WHERE id = ?", rejected)
    const json = JSON.stringify({ ...JSON.parse(String(row?.["json"])), state: "REJECTED" })
    await query("UPDATE applications SET json = ?, state = 'REJECTED' WHERE id = ?", json, rejected)
    assert.strictEqual(errorOf(await erase(rejected)), named(409))
    assert.deepStrictEqual(await tracesOf(rejected), everything)
    // A repetition erases nothing that came later.
    assert.strictEqual((await erase(id)).status, 204)
    await query(
      "INSERT INTO messages (organization_id, application_id, number, json) VALUES ('org_acme', ?, 1, '{}')",
      id
    )
    assert.strictEqual((await erase(id)).status, 204)
    assert.deepStrictEqual(await tracesOf(id), { ...nothing, messages: 1 })
  })
})
