/**
 * One key, a thousand requests, three nodes: one effect and one answer, also when a node dies in the middle (decisions, Safe
 * repetition, Many nodes).
 */
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { startNodes } from "../../test/nodes/Nodes.ts"
import { sendOneKey } from "../../test/nodes/OneKey.ts"
import { onboard, userOf } from "../../test/nodes/Partner.ts"
import { storedUsers } from "../../test/nodes/Stored.ts"

const requests = 1_000
const calmRounds = 5
/** Each node is killed twice: among the first that it gets, and later. */
const crashRounds = 6

describe(`${requests} requests with one key at three nodes`, async () => {
  const postgres = await startPostgres({ fsync: true })
  afterAll(postgres.stop)

  /** The users of a name, and the entries that tell of them. */
  const effectsOf = async (databaseUrl: string, name: string) => {
    const stored = await storedUsers(postgres, databaseUrl)
    return stored.filter(({ email }) => email === userOf(name).email).map(({ entries }) => entries)
  }

  it(`have one effect and one answer, in ${calmRounds} rounds (decisions, Safe repetition)`, async () => {
    const databaseUrl = await postgres.create()
    const partner = await onboard(databaseUrl)
    await using nodes = await startNodes({ databaseUrl })
    const token = await partner.token(nodes.call)
    const seen = []
    for (let round = 1; round <= calmRounds; round++) {
      const { bodies, ...report } = await sendOneKey({ call: nodes.call, token, name: `calm${round}`, requests })
      seen.push(report)
      assert.deepStrictEqual(
        { bodies: bodies.length, created: report.created, replayed: report.replayed, faults: report.faults },
        { bodies: 1, created: requests, replayed: requests - 1, faults: [] },
        `round ${round}`
      )
      assert.deepStrictEqual(await effectsOf(databaseUrl, `calm${round}`), [1], `round ${round}`)
    }
    console.log(JSON.stringify({ check: "one key", sent: nodes.proxy.sent(), seen }))
  })

  it(`have one effect and one answer when a node is killed among them, in ${crashRounds} rounds (R1)`, async () => {
    const databaseUrl = await postgres.create()
    const partner = await onboard(databaseUrl)
    await using nodes = await startNodes({ databaseUrl })
    const token = await partner.token(nodes.call)
    const seen = []
    for (let round = 1; round <= crashRounds; round++) {
      const victim = round % 3
      // One of the first that the node gets in every other round: then the effect itself may be under way.
      const killAfter = 1 + Math.floor(Math.random() * (round % 2 === 0 ? 5 : requests / 4))
      const reached = nodes.proxy.sentMore(victim, killAfter)
      const work = sendOneKey({ call: nodes.call, token, name: `crash${round}`, requests })
      await reached
      nodes.at(victim).send("SIGKILL")
      const { bodies, ...report } = await work
      seen.push({ killAfter, ...report })
      const what = `round ${round}: node ${victim} killed after it was sent ${killAfter}`
      assert.deepStrictEqual(
        { bodies: bodies.length, created: report.created, faults: report.faults },
        { bodies: 1, created: requests, faults: [] },
        what
      )
      assert.deepStrictEqual(await effectsOf(databaseUrl, `crash${round}`), [1], what)
      await nodes.at(victim).ended
      await nodes.restart(victim)
    }
    console.log(JSON.stringify({ check: "one key, node killed", seen }))
  })
})
