/**
 * The service behind PgBouncer in transaction mode, of a version that loses prepared statements: it serves, and `doctor` names it
 * (docs/postgres.md, Poolers).
 */
import { type PostgresServer, startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { runProgram } from "../../test/Program.ts"
import { startServer, type TestServer } from "../../test/TestServer.ts"
import { examineDatabase } from "../../test/operator/Examine.ts"
import { describeWith } from "../operator/DebianProgram.ts"
import { pooler, startPooler } from "./Pooler.ts"

let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

let people = 0

/** Many writes and reads at once: the answers by their statuses. */
const load = async (server: TestServer, token: string) => {
  const statuses = new Map<number, number>()
  const count = ({ status }: { readonly status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const partner = async () => {
    for (let round = 0; round < 20; round++) {
      const json = { first_name: "Ada", last_name: "Lovelace", email: `ada.${people++}@example.com` }
      count(await server.call("POST", "/v1/users", { token, json }))
      count(await server.call("GET", "/v1/jobs?limit=5", { token }))
    }
  }
  await Promise.all(Array.from({ length: 16 }, partner))
  return Object.fromEntries(statuses)
}

const warningsOf = ({ log }: TestServer) => log.faults.filter((line) => line.includes("loses prepared statements"))

describeWith(pooler, "behind a pooler that loses prepared statements", () => {
  it("every write and read is done, and the log says once what to set (docs/postgres.md, Poolers)", async () => {
    await using front = await startPooler(postgres)
    await using server = await startServer({ database: readTarget(front.url(await postgres.create())) })
    const token = await server.partner()
    assert.deepStrictEqual(await load(server, token), { 200: 320, 201: 320 })
    assert.lengthOf(warningsOf(server), 1)
    assert.match(warningsOf(server).join(""), /docs\/postgres\.md, Poolers/)
    assert.deepStrictEqual(await load(server, token), { 200: 320, 201: 320 })
    assert.lengthOf(server.log.faults, 1, server.log.faults.join("\n"))
  })

  it("commands work, and so does the first migration (docs/postgres.md, Poolers)", async () => {
    await using front = await startPooler(postgres)
    const settings = { DATABASE_URL: front.url(await postgres.create()) }
    for (const words of ["migrate", "organizations create --name Acme --id org_acme", "seed --jobs 50 --yes"]) {
      const { code, stderr } = await runProgram(words.split(" "), settings)
      assert.strictEqual(code, 0, `${words}: ${stderr}`)
    }
  })

  it.for([
    ["that has several sessions", {}],
    ["that takes its sessions in turn", { server_round_robin: "1" }]
  ] as const)("doctor names one %s, with what to set (docs/postgres.md, Poolers)", async ([, settings]) => {
    await using front = await startPooler(postgres, settings)
    const url = front.url(await postgres.create())
    const { notGood, printed } = await examineDatabase({ DATABASE_URL: url })
    assert.deepInclude(notGood["statements"], {
      state: "look",
      seen: "a pooler loses prepared statements: a server works without them, which costs time"
    })
    assert.match(notGood["statements"]?.remedy ?? "", /max_prepared_statements .* 1\.21 or newer/)
    assert.notInclude(printed, "from now on")
  })

  it("doctor ends, and says that it cannot tell, before one with a single session (docs/postgres.md, Poolers)", async () => {
    await using front = await startPooler(postgres, { default_pool_size: "1" })
    const { code, stdout } = await runProgram(["doctor"], { DATABASE_URL: front.url(await postgres.create()) })
    assert.strictEqual(code, 1)
    assert.match(stdout, /^good {2}statements +not tried: no second session was free$/m)
  })
})
