/**
 * Assignments where twenty requests come at the same moment to three nodes: a limit of submissions is reached exactly, and an exclusive assignment stands alone
 * (recruiting, Who sees a job).
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import * as Schema from "effect/Schema"
import { type Answer, textOf } from "../../test/HttpCall.ts"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { type CallServer, onboard } from "../../test/nodes/Partner.ts"

const atOnce = 20
const rounds = 10
const limit = 7

const decodeAssignments = Schema.decodeUnknownSync(
  Schema.Struct({
    content: Schema.Array(
      Schema.Struct({
        agency_id: Schema.String,
        status: Schema.String,
        exclusive_until: Schema.optionalKey(Schema.String)
      })
    )
  })
)

/** How many answers have each status. */
const statusesOf = (answers: ReadonlyArray<Answer>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe(`${atOnce} requests at once to three nodes (recruiting 3)`, async () => {
  const postgres = await startPostgres({ fsync: true })
  afterAll(postgres.stop)

  const startWorld = async () => {
    const databaseUrl = await postgres.create()
    const partner = await onboard(databaseUrl)
    await postgres.run(
      databaseUrl,
      `INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
       SELECT o.id, 'agy_' || n, 'Agency ' || n, '[]', 1, '[]' FROM organizations o, generate_series(1, ${atOnce}) n`
    )
    const nodes = await startNodes({ databaseUrl })
    const token = await partner.token(nodes.call)
    const addJob = async () => {
      const json = { title: "Engineer", description: "Builds.", status: "OPEN", agency_access: "ASSIGNED" }
      return textOf(await nodes.call("POST", "/v1/jobs", { token, json }), "id")
    }
    const put = (call: CallServer, job: string, agency: number, json: object) =>
      call("PUT", `/v1/jobs/${job}/assignments/agy_${agency}`, { token, json })
    /** Sends a request to each node in turn, all at once. */
    const atAll = (send: (call: CallServer, index: number) => Promise<Answer>) =>
      Promise.all(Array.from({ length: atOnce }, (_, index) => send(nodes.at(index % 3).call, index)))
    return { nodes, token, addJob, put, atAll, [Symbol.asyncDispose]: () => nodes[Symbol.asyncDispose]() }
  }

  it(`reach a limit of ${limit} submissions exactly, ${rounds} times`, async () => {
    await using world = await startWorld()
    const { addJob, atAll, nodes, put, token } = world
    for (let round = 0; round < rounds; round++) {
      const job_id = await addJob()
      assert.strictEqual((await put(nodes.call, job_id, 1, { submission_limit: limit })).status, 201)
      const answers = await atAll((call, index) =>
        call("POST", "/v1/applications", {
          token,
          json: {
            job_id,
            agency_id: "agy_1",
            candidate: { first_name: "A", last_name: "B", email: `p${round}.${index}@example.com` }
          }
        })
      )
      assert.deepStrictEqual(statusesOf(answers), { 201: limit, 409: atOnce - limit })
    }
  })

  it(`assign a job to one agency alone where each assignment is exclusive, ${rounds} times`, async () => {
    await using world = await startWorld()
    const { addJob, atAll, put } = world
    const exclusive_until = new Date(Date.now() + 86_400_000).toISOString()
    for (let round = 0; round < rounds; round++) {
      const job = await addJob()
      const answers = await atAll((call, index) => put(call, job, index + 1, { exclusive_until }))
      assert.deepStrictEqual(statusesOf(answers), { 201: 1, 409: atOnce - 1 })
    }
  })

  it(`leave an exclusive assignment alone, or none exclusive, where half of them are, ${rounds} times`, async () => {
    await using world = await startWorld()
    const { addJob, atAll, nodes, put, token } = world
    const exclusive_until = new Date(Date.now() + 86_400_000).toISOString()
    const outcomes: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const job = await addJob()
      const answers = await atAll((call, index) =>
        put(call, job, index + 1, index % 2 === 0 ? { exclusive_until } : {})
      )
      assert.includeMembers(["201", "409"], Object.keys(statusesOf(answers)))
      const { json } = await nodes.call("GET", `/v1/jobs/${job}/assignments?limit=100`, { token })
      const { content } = decodeAssignments(json)
      assert.lengthOf(content, statusesOf(answers)[201] ?? 0)
      const isExclusive = content.some((one) => one.exclusive_until !== undefined)
      assert.strictEqual(content.length, isExclusive ? 1 : atOnce / 2)
      outcomes.push(content.length)
    }
    console.log(JSON.stringify({ check: "exclusive assignments", outcomes }))
  })
})
