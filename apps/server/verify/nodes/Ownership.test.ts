/**
 * Twenty agencies confirm one person for one job at the same moment, on three nodes: one application owns the person, and every other one
 * is withdrawn (decisions, Resources).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { textOf } from "../../test/HttpCall.ts"
import { onboard } from "../../test/nodes/Partner.ts"

const agencies = 20
/** As many as may wait for one person (`unconfirmedMax`). */
const applications = 100
const confirmations = 200
const rounds = 5

describe(`${confirmations} confirmations of one person at three nodes`, async () => {
  const postgres = await startPostgres({ fsync: true })
  afterAll(postgres.stop)

  it(`leave one owner, the others withdrawn or refused, in ${rounds} rounds (decisions, Resources)`, async () => {
    const databaseUrl = await postgres.create()
    const partner = await onboard(databaseUrl)
    await using nodes = await startNodes({ databaseUrl })
    const token = await partner.token(nodes.call)
    const job = await nodes.call("POST", "/v1/jobs", {
      token,
      json: { title: "Engineer", description: "Builds engines.", status: "OPEN", agency_access: "ALL" }
    })
    assert.strictEqual(job.status, 201, job.text)
    await postgres.run(
      databaseUrl,
      `INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
       SELECT o.id, 'agy_' || n, 'Agency ' || n, '[]', 1, '[]' FROM organizations o, generate_series(1, ${agencies}) n`
    )
    const seen = []
    for (let round = 1; round <= rounds; round++) {
      const submitted: Array<string> = []
      for (let index = 0; index < applications; index++) {
        const answer = await nodes.call("POST", "/v1/applications", {
          token,
          json: {
            job_id: textOf(job, "id"),
            agency_id: `agy_${1 + (index % agencies)}`,
            candidate: { first_name: "Grace", last_name: "Hopper", email: `grace.${round}@example.com` }
          }
        })
        assert.strictEqual(answer.status, 201, answer.text)
        submitted.push(textOf(answer, "id"))
      }
      const answers = await Promise.all(
        Array.from({ length: confirmations }, (_, index) =>
          nodes.call("POST", `/v1/applications/${submitted[index % applications]}/transitions`, {
            token,
            json: { action: "confirm" }
          })
        )
      )
      const outcomes = Object.groupBy(answers, ({ status, text }) =>
        status === 200 ? "200" : `${status} ${String(JSON.parse(text).error)}`
      )
      const counts = Object.fromEntries(Object.entries(outcomes).map(([name, all]) => [name, all?.length]))
      seen.push(counts)
      assert.strictEqual(counts["200"], 1, JSON.stringify(counts))
      // On a busy machine some wait longer for a connection than a request may; they are told to come back.
      const refusals = ["409 invalid_transition", "409 duplicate_application", "503 unavailable"]
      assert.includeMembers(["200", ...refusals], Object.keys(counts))
      const states = []
      for (const id of submitted) {
        states.push(textOf(await nodes.call("GET", `/v1/applications/${id}`, { token }), "state"))
      }
      assert.deepStrictEqual(
        [
          states.filter((state) => state === "AWAITING_SORT").length,
          states.filter((state) => state === "WITHDRAWN").length
        ],
        [1, applications - 1]
      )
    }
    console.log(JSON.stringify({ check: "ownership", sent: nodes.proxy.sent(), seen }))
  })
})
