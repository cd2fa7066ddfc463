/**
 * `partner listen` before programs that refuse or are not there, and at its next start (docs/cli.md, Local webhooks). test/cli/Listen.test.ts has the
 * usual way.
 */
import { assert, describe, it } from "@effect/vitest"
import { startPartner } from "../../test/cli/Program.ts"
import { listenTo } from "../../test/cli/ProgramOutput.ts"
import { startService } from "../../test/cli/Service.ts"
import { adderOf } from "../../test/cli/Feed.ts"
import { fromOldest, secretIn, startTarget } from "../../test/cli/Target.ts"

describe("partner listen (docs/cli.md, Local webhooks)", () => {
  it("has the same secret at the next start, and another client another one", async () => {
    await using service = await startService()
    await using target = await startTarget()
    const secretOf = async (settings: Readonly<Record<string, string>> = {}) => {
      const { child, end } = startPartner(service, ["listen", "--forward-to", target.url, ...fromOldest], settings)
      const secret = secretIn(await listenTo(child.stdout).until(/whsec_/))
      child.kill("SIGTERM")
      await end()
      return secret
    }
    const first = await secretOf()
    assert.strictEqual(Buffer.from(first.slice("whsec_".length), "base64").length, 32)
    assert.strictEqual(await secretOf(), first)
    assert.notStrictEqual(await secretOf({ PARTNER_CLIENT_SECRET: "another-secret" }), first)
  })

  it("shows what the program does not accept, sends it once, and follows no redirect", async () => {
    await using service = await startService()
    await using target = await startTarget(500, 302)
    const addUser = adderOf(service)
    for (const name of ["ada", "mary", "emmy"]) await addUser(name)
    const { child, end } = startPartner(service, ["listen", "--forward-to", target.url, ...fromOldest])
    await listenTo(child.stdout).until(/→ 200 \d+ ms/)
    child.kill("SIGINT")
    const { stdout } = await end()
    assert.match(stdout, /→ 500 \d+ ms, not accepted\n.*→ 302 \d+ ms, not accepted\n.*→ 200 \d+ ms\n$/)
    assert.strictEqual(target.deliveries.length, 3)
  })

  it("says when nothing listens there, and goes on with the next event", async () => {
    await using service = await startService()
    const gone = await startTarget()
    await gone[Symbol.asyncDispose]()
    const addUser = adderOf(service)
    await addUser("ada")
    const { child, end } = startPartner(service, ["listen", "--forward-to", gone.url, ...fromOldest, "--json"])
    const printed = listenTo(child.stdout)
    await printed.until(/"error"/)
    await addUser("mary")
    await printed.until(/("error"[^]*){2}/)
    child.kill("SIGINT")
    const { stderr, stdout } = await end()
    const [start, ...deliveries] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(Object.keys(start), ["forward_to", "secret"])
    const { host } = new URL(gone.url)
    for (const { error, event_id, status, type } of deliveries) {
      assert.deepStrictEqual(
        { error, status, type },
        { error: `The connection to ${host} failed (ECONNREFUSED).`, status: null, type: "user.created" }
      )
      assert.match(event_id, /^evt_/)
    }
    assert.strictEqual(stderr, "")
    const people = startPartner(service, ["listen", "--forward-to", gone.url, ...fromOldest])
    const output = await listenTo(people.child.stdout).until(/program running/)
    people.child.kill("SIGINT")
    await people.end()
    assert.include(output, "→ not delivered: The connection to")
  })
})
