/**
 * `partner events`, as a process against a server: where it begins, and what it does through an outage (docs/cli.md). Its other ends are in
 * verify/cli/Events.test.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../../src/index.ts"
import { adderOf, scoped } from "./Feed.ts"
import { runPartner, startPartner, succeed } from "./Program.ts"
import { listenTo } from "./ProgramOutput.ts"
import { startService } from "./Service.ts"

const idsIn = (text: string): ReadonlyArray<string> => Array.from(text.matchAll(/\bevt_\w+/g), ([id]) => id)

describe("partner events tail (docs/cli.md, Follow what happens)", () => {
  it("goes on after an outage without missing an event, and says so once", async () => {
    await using service = await startService()
    const addUser = adderOf(service)
    const user = await addUser("ada")
    const { child, end } = startPartner(service, ["events", "tail", "--start", "oldest", ...scoped])
    const [printed, reported] = [listenTo(child.stdout), listenTo(child.stderr)]
    await printed.until(new RegExp(user.id))
    // Oftener than the client tries a call.
    service.server.failNext("events.list", "reset", { times: 4 })
    const second = await addUser("mary")
    await reported.until(/goes on when the service answers again[^]*The service answers again\./)
    const third = await addUser("emmy")
    await printed.until(new RegExp(`${second.id}[^]*${third.id}`))
    child.kill("SIGINT")
    const { code, stderr, stdout } = await end()
    assert.strictEqual(code, 130)
    assert.strictEqual(new Set(idsIn(stdout)).size, 3)
    assert.strictEqual(idsIn(stdout).length, 3)
    assert.strictEqual(stderr.split("goes on when the service answers again").length, 2)
    assert.notInclude(stderr, "partner:")
  })

  it("ends when the service does not answer from the beginning", async () => {
    await using service = await startService()
    service.server.failNext("events.list", "reset", { times: 3 })
    const { code, stderr } = await runPartner(service, ["events", "tail", ...scoped])
    assert.strictEqual(code, 1)
    assert.notInclude(stderr, "goes on")
  })

  it("begins at one place", async () => {
    const both = await runPartner(undefined, ["events", "tail", "--start", "oldest", "--cursor", "c"])
    assert.strictEqual(both.code, 2)
    assert.match(both.stderr, /--cursor .* --start; give one/)
    const wrong = await runPartner(undefined, ["events", "tail", "--start", "yesterday"])
    assert.strictEqual(wrong.code, 2)
    assert.match(wrong.stderr, /--start must be oldest, latest or a date and time that exists, as RFC 3339/)
  })
})

describe("partner events list (docs/cli.md, Follow what happens)", () => {
  it("shows the record of each kind of event", async () => {
    await using service = await startService()
    const organization = createClient(service.server.client()).organization("org_1")
    const job = await organization.jobs.create({ title: "Clerk", description: "Writes." })
    await organization.agencies.setFees("agy_1", { optimizedFee: false })
    const user = await adderOf(service)("ada")
    const base = { id: "evt_1", timestamp: "2026-01-31T09:30:00.000Z", organization_id: "org_1", sequence: 1 }
    const table = async () => (await succeed(service, ["events", ...scoped])).stdout
    const shown = await table()
    for (const id of [job.id, "agy_1", user.id]) assert.include(shown, ` ${id} `)
    const agency = { ...base, type: "agency.updated", data: { agency: { id: "agy_7", name: "A" }, changed: ["name"] } }
    service.server.answer("events.list", () => ({ body: { content: [agency], next: null, count: 1, cursor: "c" } }))
    assert.match(await table(), /agency\.updated +agy_7 +name +evt_1/)
  })

  it("begins at a moment, or behind a cursor", async () => {
    await using service = await startService()
    const addUser = adderOf(service)
    await addUser("ada")
    service.server.clock.advance(60_000)
    const moment = new Date(service.server.clock.nowMs()).toISOString()
    const { events } = createClient(service.server.client()).organization("org_1")
    const { cursor } = await events.list({ start: "latest" })
    const user = await addUser("mary")
    const args = ["events", "list", "--types", "user.*", "--json", ...scoped]
    const { stdout } = await succeed(service, [...args, "--start", moment])
    assert.deepStrictEqual(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).data.user.id),
      [user.id]
    )
    assert.strictEqual((await succeed(service, [...args, "--cursor", cursor])).stdout, stdout)
    const { code, stderr } = await runPartner(service, ["events", "--start", "latest", "--cursor", cursor, ...scoped])
    assert.strictEqual(code, 2)
    assert.include(stderr, "--cursor says where to begin, and so does --start")
    assert.strictEqual((await succeed(service, [...args, "--start", "2100-01-01T00:00:00Z"])).stdout, "")
  })
})
