/**
 * `kill -9` of PostgreSQL and of nodes while twelve writers are at work through a proxy: nothing acknowledged is lost, nothing is there
 * twice, and while the database is away every answer says so (decisions, Many nodes; design, R1).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { assert, describe, it } from "@effect/vitest"
import { runCrashes } from "../../test/nodes/Crashes.ts"

const controlTrials = 5

/** A node is ready again, and the writers back, long before this. */
const recoveryMaxMs = 5_000

/** Each of both is killed so often, and the control shows that a loss is seen. */
export const writersLoseNothing = (trials: number): void => {
  describe("writers at three nodes", () => {
    it(`lose nothing when PostgreSQL is killed, in ${trials} trials; every refusal is a 503 (R1)`, async () => {
      await using postgres = await startPostgres({ fsync: true })
      const report = await runCrashes({
        postgres,
        trials,
        mayBreak: false,
        crash: async () => {
          await postgres.end("SIGKILL")
          await postgres.start()
        }
      })
      console.log(JSON.stringify({ check: "PostgreSQL killed", ...report }))
      assert.deepStrictEqual(report.faults, [])
      assert.isAbove(report.unavailable, 0, "the database was away (negative control)")
      assert.isBelow(report.recoveryMaxMs, recoveryMaxMs)
    })

    it(`lose nothing when a node is killed, in ${trials} trials (R1)`, async () => {
      await using postgres = await startPostgres({ fsync: true })
      const report = await runCrashes({
        postgres,
        trials,
        mayBreak: true,
        crash: async (nodes, trial) => {
          const victim = (trial * 7) % 3
          await nodes.at(victim).kill("SIGKILL")
          await nodes.restart(victim)
        }
      })
      console.log(JSON.stringify({ check: "node killed", ...report }))
      assert.deepStrictEqual(report.faults, [])
      assert.isAbove(report.broken, 0, "nodes had requests when they were killed (negative control)")
    })

    it("lose what PostgreSQL acknowledges before it is on disk (negative control)", async () => {
      // The writer of the log sleeps for longer than a trial takes.
      const settings = { synchronous_commit: "off", wal_writer_delay: "10s" }
      await using postgres = await startPostgres({ fsync: true, settings })
      const { faults } = await runCrashes({
        postgres,
        trials: controlTrials,
        mayBreak: false,
        crash: async () => {
          await postgres.end("SIGKILL")
          await postgres.start()
        }
      })
      const lost = faults.filter((fault) => fault.includes("lost: "))
      console.log(JSON.stringify({ check: "not on disk", lost: lost.length }))
      assert.isAbove(lost.length, 0)
    })
  })
}
