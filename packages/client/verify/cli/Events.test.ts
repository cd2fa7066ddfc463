/**
 * How `partner events tail` ends, as a process against a server (docs/cli.md, Follow what happens). test/cli/Events.test.ts has an outage, and lists.
 */
import { assert, describe, it } from "@effect/vitest"
import { adderOf, scoped } from "../../test/cli/Feed.ts"
import { startPartner } from "../../test/cli/Program.ts"
import { listenTo } from "../../test/cli/ProgramOutput.ts"
import { startService } from "../../test/cli/Service.ts"

const cursorIn = (text: string): string => /--cursor (\S+)/.exec(text)?.[1] ?? ""

describe("partner events tail (docs/cli.md, Follow what happens)", () => {
  it("says its cursor when it is stopped, and goes on from one", async () => {
    await using service = await startService()
    const addUser = adderOf(service)
    const before = await addUser("ada")
    const first = startPartner(service, ["events", "tail", "--start", "oldest", ...scoped])
    await listenTo(first.child.stdout).until(new RegExp(before.id))
    first.child.kill("SIGTERM")
    const stopped = await first.end()
    assert.strictEqual(stopped.code, 143)
    const between = await addUser("mary")
    const second = startPartner(service, ["events", "tail", "--cursor", cursorIn(stopped.stderr), "--json", ...scoped])
    await listenTo(second.child.stdout).until(new RegExp(between.id))
    second.child.kill("SIGINT")
    const { stderr, stdout } = await second.end()
    assert.notInclude(stdout, before.id)
    assert.strictEqual(stderr, "")
  })

  it("ends with what to do where events are not kept any more", async () => {
    await using service = await startService()
    const addUser = adderOf(service)
    const user = await addUser("ada")
    const { child, end } = startPartner(service, ["events", "tail", "--start", "oldest", ...scoped])
    const printed = listenTo(child.stdout)
    await printed.until(new RegExp(user.id))
    service.server.failNext("events.list", { status: 410 })
    // Ends the request that waits.
    await addUser("mary")
    const { code, stderr } = await end()
    assert.strictEqual(code, 1)
    assert.match(stderr, /--start oldest/)
    assert.notInclude(stderr, "--cursor")
  })
})
