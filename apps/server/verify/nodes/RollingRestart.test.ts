/**
 * All nodes are stopped and started again, one after the other, under a steady load: no request fails, without a repetition by the
 * client (decisions, Many nodes).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { assert, describe, it } from "@effect/vitest"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { onboard } from "../../test/nodes/Partner.ts"
import { startLoad } from "../../test/nodes/SteadyLoad.ts"

const perSecond = 200
const rounds = 3

/** Nodes that stop at once fail a request in nearly every round. */
const controlRounds = 10

const restartUnderLoad = async (
  settings: Readonly<Record<string, string>>,
  until: (restarts: number, failures: number) => boolean
) => {
  await using postgres = await startPostgres({ fsync: true })
  const databaseUrl = await postgres.create()
  const partner = await onboard(databaseUrl)
  await using nodes = await startNodes({ databaseUrl, settings })
  using load = startLoad({ call: nodes.call, token: await partner.token(nodes.call), perSecond })
  const codes: Array<number | null> = []
  for (let restart = 0; !until(restart, load.failures.length); restart++) {
    codes.push((await nodes.at(restart % 3).kill("SIGTERM")).code)
    await nodes.restart(restart % 3)
  }
  await load.stop()
  return { restarts: codes.length, codes, ...load.counts, failures: load.failures }
}

describe(`${rounds} rolling restarts of three nodes under ${perSecond} requests a second`, () => {
  it("fail no request of a client without repetitions (decisions, Many nodes)", async () => {
    const { codes, ...report } = await restartUnderLoad({}, (restarts) => restarts === rounds * 3)
    console.log(JSON.stringify({ check: "rolling restart", ...report }))
    assert.deepStrictEqual(report.failures, [])
    assert.isAbove(report.reads + report.writes, (perSecond * 9) / 2, "the load went on during each restart")
    assert.deepStrictEqual(new Set(codes), new Set([0]))
  })

  it("fail some when nodes stop at once (negative control)", async () => {
    const { failures, restarts, reads, writes } = await restartUnderLoad(
      { DRAIN_SECONDS: "0" },
      (restarts, failed) => failed > 0 || restarts === controlRounds * 3
    )
    console.log(JSON.stringify({ check: "no drain", restarts, reads, writes, failed: failures.length }))
    assert.isNotEmpty(failures)
  })
})
