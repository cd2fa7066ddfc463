/**
 * Twenty agencies confirm one person for one job at the same moment, on three nodes: one application owns the person, and every other one
 * is withdrawn (decisions, Resources). So it is at the moment at which the claim of another agency lapses (recruiting 7).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { textOf } from "../../test/HttpCall.ts"
import { onboard } from "../../test/nodes/Partner.ts"

const agencies = 20
const confirmations = 200
const rounds = 5

describe(`${confirmations} confirmations of one person at three nodes`, async () => {
  const postgres = await startPostgres({ fsync: true })
  afterAll(postgres.stop)

  it(`leave one owner, the others withdrawn or refused, in ${rounds} rounds, in every second one as a claim lapses (recruiting 7)`, async () => {
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
       SELECT o.id, 'agy_' || n, 'Agency ' || n, '[]', 1, '[]' FROM organizations o, generate_series(0, ${agencies}) n`
    )
    await postgres.run(databaseUrl, `UPDATE organizations SET settings = '{"ownership_days":1}'`)
    const submit = async (agency: number, email: string) => {
      const answer = await nodes.call("POST", "/v1/applications", {
        token,
        json: {
          job_id: textOf(job, "id"),
          agency_id: `agy_${agency}`,
          candidate: { first_name: "Grace", last_name: "Hopper", email: email.replace("@", `+${agency}@`) }
        }
      })
      assert.strictEqual(answer.status, 201, answer.text)
      return textOf(answer, "id")
    }
    const act = (id: string, json: object) => nodes.call("POST", `/v1/applications/${id}/transitions`, { token, json })
    const lapseAt = (timeMs: number) => postgres.run(databaseUrl, `UPDATE claims SET expires_at_ms = ${timeMs}`)
    const seen = []
    for (let round = 1; round <= rounds; round++) {
      const email = `grace.${round}@example.com`
      const isLapsing = round % 2 === 0
      if (isLapsing) {
        const first = await submit(0, email)
        await act(first, { action: "confirm" })
        await act(first, { action: "reject", feedback: "We look for more years of practice." })
        await lapseAt(0)
      }
      const submitted: Array<string> = []
      for (let agency = 1; agency <= agencies; agency++) submitted.push(await submit(agency, email))
      if (isLapsing) await lapseAt(Date.now() + 300)
      const counts: Record<string, number> = {}
      // Each wave finds the claim in force, or lapsed, or both.
      while (counts["200"] === undefined) {
        const answers = await Promise.all(
          Array.from({ length: confirmations }, (_, index) =>
            act(submitted[index % agencies] ?? "", { action: "confirm" })
          )
        )
        for (const { status, text } of answers) {
          const name = status === 200 ? "200" : `${status} ${String(JSON.parse(text).error)}`
          counts[name] = (counts[name] ?? 0) + 1
        }
      }
      seen.push(counts)
      assert.strictEqual(counts["200"], 1, JSON.stringify(counts))
      if (isLapsing) assert.isAbove(counts["409 duplicate_application"] ?? 0, 0)
      // On a busy machine some wait longer for a turn or a connection than a request may, and are to come back.
      const refusals = ["409 invalid_transition", "409 duplicate_application", "429 rate_limited", "503 unavailable"]
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
        [1, agencies - 1]
      )
    }
    console.log(JSON.stringify({ check: "ownership", sent: nodes.proxy.sent(), seen }))
  })
})
