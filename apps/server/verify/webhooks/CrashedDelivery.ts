/**
 * `kill -9` of the process that delivers, in numbers: every event arrives, in order, and few of them twice (decisions, Delivery).
 */
import { assert, describe, it } from "@effect/vitest"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { sharedFolder } from "../../test/TestServer.ts"
import { repeatsMax, runDeliveryCrashes } from "../../test/webhooks/DeliveryCrashes.ts"

const folder = sharedFolder()

const holds = async (engine: string, databaseUrl: string, kills: number) => {
  const { faults, ...report } = await runDeliveryCrashes({ databaseUrl, kills })
  console.log(JSON.stringify({ check: "deliveries, kill -9", engine, ...report, faults: faults.length }))
  assert.deepStrictEqual(faults, [])
  assert.isAtMost(report.repeatsOfKillMax, repeatsMax)
  assert.isAbove(report.repeats, 0, "it was killed between a request and its commit (negative control)")
}

/** The process is killed so often, and the control shows that a loss is seen. */
export const deliveryLosesNothing = (kills: number): void => {
  describe(`kill -9 of the process that delivers, ${kills} times, with eight writers,`, () => {
    it("loses no event and keeps the order on SQLite (decisions, Delivery)", () =>
      holds("sqlite", `sqlite:${folder.file("crash.db")}`, kills))

    it("loses no event and keeps the order on PostgreSQL (decisions, Delivery)", async () => {
      await using postgres = await startPostgres({ fsync: true })
      await holds("postgres", await postgres.create(), kills)
    })

    it("is noticed to lose one that the receiver forgets (negative control)", async () => {
      const { faults } = await runDeliveryCrashes({
        databaseUrl: `sqlite:${folder.file("control.db")}`,
        kills: 1,
        forgets: 7
      })
      assert.lengthOf(faults, 1, faults.join("\n"))
      assert.match(faults[0] ?? "", /lost: evt_/)
    })
  })
}
