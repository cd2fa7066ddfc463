/**
 * The states of a database in trouble, one after the other under the same three nodes: every answer says so in time, and the service
 * is back when the database is (decisions, Many nodes; docs/nodes.md, Failures).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { startWriters, lossesOf } from "../../test/nodes/KeyedWriters.ts"
import { holdTransaction } from "../../test/nodes/HeldTransaction.ts"
import { type Nodes, startNodes } from "../../test/nodes/Nodes.ts"
import { throughOutage } from "../../test/nodes/Outage.ts"
import { onboard } from "../../test/nodes/Partner.ts"
import { storedUsers } from "../../test/nodes/Stored.ts"

/** How often the connections of all nodes are ended under the writers. */
const terminations = 20
const writers = 12

/** All that PostgreSQL has, and those of them that are the operator's. */
const connectionsMax = 16
const reserved = 3

/** Of one node: those of all three fit into what is left. */
const settings = { DATABASE_CONNECTIONS: "4" }

/** More than it takes to get every one of them, though the nodes want them too. */
const triesMax = 100

/** The nodes are a role of their own, as they are where somebody runs them. */
const role = "partner_api"
const stranger = "stranger"

describe("three nodes", async () => {
  const postgres = await startPostgres({
    fsync: true,
    settings: { max_connections: String(connectionsMax), superuser_reserved_connections: String(reserved) }
  })
  afterAll(postgres.stop)
  const operatorUrl = await postgres.create()
  const databaseUrl = operatorUrl.replace("postgres://postgres@", `postgres://${role}@`)
  const sql = (...statements: ReadonlyArray<string>) => postgres.run(postgres.url("postgres"), ...statements)
  const terminateAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`
  let nodes: Nodes
  let token = ""
  beforeAll(async () => {
    await sql(
      `CREATE ROLE ${stranger} LOGIN`,
      `CREATE ROLE ${role} LOGIN`,
      `ALTER DATABASE "${new URL(operatorUrl).pathname.slice(1)}" OWNER TO ${role}`
    )
    const partner = await onboard(databaseUrl)
    nodes = await startNodes({ databaseUrl, settings })
    token = await partner.token(nodes.call)
  })
  afterAll(() => nodes[Symbol.asyncDispose]())

  const settled = async (outage: ReturnType<typeof throughOutage>) =>
    console.log(JSON.stringify({ check: "outage", ...(await outage) }))

  it("answer 503 while PostgreSQL is stopped, and go on when it is back", () =>
    settled(
      throughOutage({
        nodes,
        token,
        name: "stopped",
        reason: /cannot be read/,
        begin: () => postgres.end("SIGINT"),
        end: postgres.start
      })
    ))

  it("answer 503 while PostgreSQL lets nobody else in (53300)", () =>
    settled(
      throughOutage({
        nodes,
        token,
        name: "crowded",
        reason: /cannot be read/,
        begin: () => sql(`ALTER ROLE ${role} CONNECTION LIMIT 0`, terminateAll),
        end: () => sql(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
      })
    ))

  it("answer 503 while others have all connections of PostgreSQL (53300)", async () => {
    await using held = new AsyncDisposableStack()
    const crowd = async () => {
      let count = 0
      for (let tries = 0; count < connectionsMax - reserved && tries < triesMax; tries++) {
        await sql(terminateAll)
        const others = await holdTransaction(
          operatorUrl.replace("postgres://postgres@", `postgres://${stranger}@`)
        ).catch(() => undefined)
        if (others === undefined) continue
        held.use(others)
        count++
      }
      await sql(terminateAll)
    }
    await settled(
      throughOutage({
        nodes,
        token,
        name: "full",
        reason: /cannot be read/,
        begin: crowd,
        end: () => held.disposeAsync()
      })
    )
  })

  it("answer 503 to writes while PostgreSQL is read-only (25006), and reads as ever", () =>
    settled(
      throughOutage({
        nodes,
        token,
        name: "read-only",
        isReadable: true,
        reason: /cannot be written/,
        begin: () => sql("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"),
        end: () => sql("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")
      })
    ))

  it("answer 503 in time while PostgreSQL hangs, and go on when it does", () =>
    settled(
      throughOutage({
        nodes,
        token,
        name: "hung",
        reason: /cannot be read/,
        begin: async () => postgres.signalAll("SIGSTOP"),
        end: async () => postgres.signalAll("SIGCONT")
      })
    ))

  it(`lose nothing when all their connections are ended ${terminations} times under ${writers} writers`, async () => {
    using working = startWriters({ call: nodes.call, token, writers, mayBreak: false })
    let ended = 0
    for (let round = 1; round <= terminations; round++) {
      await working.more(12)
      ended += (await sql(terminateAll)).length
      await working.more(1)
    }
    await working.stop()
    const { acknowledged, counts, faults, sent } = working
    const ours = (await storedUsers(postgres, operatorUrl)).filter(({ email }) => /^w\d+_\d+@/.test(email))
    console.log(JSON.stringify({ check: "terminated", ended, acknowledged: acknowledged.size, ...counts }))
    assert.deepStrictEqual([...faults, ...lossesOf(acknowledged, sent, ours)], [])
    assert.isAbove(counts.unavailable, 0, "writes were under way (negative control)")
    await nodes.proxy.ready(3)
  })
})
