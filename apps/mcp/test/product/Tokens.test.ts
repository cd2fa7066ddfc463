/**
 * `--confirm=token`: a client that cannot ask its user writes with the confirmation that a preview handed out. It is bound as a question
 * is, and there is none unless the operator allows it (mcp.md, 5.5).
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer } from "@partner-api/client/testing"
import { toolsets, writeGroups } from "../../src/tools/Choices.ts"
import { type Era, type Human, jsonOf, says } from "../fixture/Clients.ts"
import { listBytesMax, overHttp, usualWrites } from "./Product.ts"

const organization_id = "org_1"
const user = { organization_id, first_name: "Mary", last_name: "Shelley", email: "shelley@example.com" }
const fees = { organization_id, agency_id: "agy_2", optimizedFee: true }
const byToken = { choices: { toolsets, writes: writeGroups, confirm: "token" as const }, jumps: true }

const start = async (era: Era = "auto", human?: Human, offered: Parameters<typeof overHttp>[3] = byToken) => {
  const server = createTestServer()
  const way = await overHttp(server, era, human, offered)
  await way.client.listTools()
  const call = async (name: string, given: object): Promise<Record<string, unknown>> => {
    const result = await way.client.callTool({ name, arguments: { ...given } })
    return { ...jsonOf(result), isError: result.isError === true }
  }
  const preview = async (name: string, given: object) =>
    String((await call(name, { ...given, mode: "preview" }))["confirmation"])
  return { server, call, preview, way, [Symbol.asyncDispose]: () => way[Symbol.asyncDispose]() }
}

describe("a client that cannot ask its user", () => {
  it.each([["auto" as const], ["legacy" as const]])("%s: previews, then writes once with what it got", async (era) => {
    await using run = await start(era)
    const confirmation = await run.preview("add_user", user)
    // A model repeats it: some 60 of its tokens.
    assert.match(confirmation, /^[A-Za-z0-9_-]{1,120}$/)
    assert.strictEqual(run.server.count("users.create"), 0)
    const added = await run.call("add_user", { ...user, mode: "apply", confirmation })
    assert.deepInclude(added, { status: "added", isError: false })
    // The same call once more, as after a lost answer, learns what was done, and writes nothing.
    const again = await run.call("add_user", { ...user, mode: "apply", confirmation })
    assert.deepInclude(again, { ...added, replayed: true })
    const sent = run.server.requests.filter(({ operation }) => operation === "users.create")
    assert.lengthOf(sent, 1)
    assert.match(sent[0]?.idempotencyKey ?? "", /^[A-Za-z0-9_-]{24}$/)
  })

  it("is refused with the missing argument and the tool that returns it", async () => {
    await using run = await start()
    const refusal = await run.call("add_user", { ...user, mode: "apply" })
    assert.deepInclude(refusal, { error: "confirmation_missing", outcome: "not_sent", next: ["add_user"] })
    assert.deepStrictEqual(refusal["fields"], [{ path: "/confirmation", problem: "is required here" }])
    assert.strictEqual(run.server.count("users.create"), 0)
  })

  it("a confirmation of other arguments, of another tool, or changed: refused", async () => {
    await using run = await start()
    const confirmation = await run.preview("add_user", user)
    const refused = [
      await run.call("add_user", { ...user, first_name: "Marie", mode: "apply", confirmation }),
      await run.call("set_agency_fees", { ...fees, mode: "apply", confirmation }),
      await run.call("add_user", { ...user, mode: "apply", confirmation: `${confirmation}x` })
    ]
    assert.deepStrictEqual(
      refused.map((refusal) => refusal["error"]),
      ["confirmation_foreign", "confirmation_foreign", "confirmation_tampered"]
    )
    for (const refusal of refused) assert.include(String(refusal["message"]), 'mode "preview"')
    assert.strictEqual(run.server.count("users.create") + run.server.count("agencies.setFees"), 0)
  })

  it("a confirmation that came too late: refused", async () => {
    await using run = await start()
    const confirmation = await run.preview("add_user", user)
    run.server.clock.advance(5 * 60_000)
    const refusal = await run.call("add_user", { ...user, mode: "apply", confirmation })
    assert.deepInclude(refusal, { error: "confirmation_expired", outcome: "not_sent" })
    assert.strictEqual(run.server.count("users.create"), 0)
  })

  it("a confirmation used again after the value has changed: reported as replayed, and how to look; nothing is written", async () => {
    await using run = await start()
    const percent = (percentage: string) => ({
      ...fees,
      optimizedFee: false,
      customFees: [{ feeType: "PERCENTAGE_FEE", percentage }]
    })
    const first = {
      ...percent("19%"),
      mode: "apply",
      confirmation: await run.preview("set_agency_fees", percent("19%"))
    }
    assert.notProperty(await run.call("set_agency_fees", first), "replayed")
    const second = await run.preview("set_agency_fees", percent("23%"))
    await run.call("set_agency_fees", { ...percent("23%"), mode: "apply", confirmation: second })
    const again = await run.call("set_agency_fees", first)
    assert.deepInclude(again, { replayed: true, status: "set", isError: false })
    assert.include(String(again["replay"]), "This call changed nothing")
    assert.include(String(again["replay"]), "get_agency_fees")
    assert.strictEqual(run.server.count("agencies.setFees"), 2)
    const stored = await run.call("get_agency_fees", { organization_id, agency_id: fees.agency_id })
    assert.include(JSON.stringify(stored), "23 %")
  })

  it("a preview of what would be refused has none", async () => {
    await using run = await start()
    const preview = await run.call("add_user", { ...user, email: "ada@example.com" })
    assert.property(preview, "would_be_refused")
    assert.notProperty(preview, "confirmation")
  })

  it("a confirmation of what has changed since: refused", async () => {
    await using run = await start()
    const confirmation = await run.preview("set_agency_fees", fees)
    const other = { ...fees, optimizedFee: false, customFees: [] }
    const meanwhile = await run.preview("set_agency_fees", other)
    await run.call("set_agency_fees", { ...other, mode: "apply", confirmation: meanwhile })
    const refusal = await run.call("set_agency_fees", { ...fees, mode: "apply", confirmation })
    assert.deepInclude(refusal, { error: "changed_since_preview", outcome: "not_sent" })
    assert.notInclude(String(refusal["message"]), "ask the user that")
    assert.strictEqual(run.server.count("agencies.setFees"), 1)
  })
})

describe("a client that can ask its user", () => {
  it.each([["auto" as const], ["legacy" as const]])("%s: is handed none, and its user is asked", async (era) => {
    const human: Human = { questions: [], answer: says("decline") }
    await using run = await start(era, human)
    assert.notProperty(await run.call("add_user", user), "confirmation")
    await using other = await start(era)
    const confirmation = await other.preview("add_user", user)
    assert.deepInclude(await run.call("add_user", { ...user, mode: "apply", confirmation }), { status: "declined" })
    assert.lengthOf(human.questions, 1)
    assert.strictEqual(run.server.count("users.create"), 0)
  })
})

describe("without --confirm=token", () => {
  it("no preview has a confirmation, and no tool takes one", async () => {
    await using run = await start("auto", undefined, {})
    assert.notProperty(await run.call("add_user", user), "confirmation")
    const refusal = await run.call("add_user", { ...user, mode: "apply", confirmation: "a.b" })
    assert.deepInclude(refusal, { error: "invalid_arguments" })
    assert.strictEqual(refusal["isError"], true)
    const { tools } = await run.way.client.listTools()
    assert.notInclude(JSON.stringify(tools), '"confirmation"')
  })

  it("with it, every write takes one and says so", async () => {
    await using run = await start()
    const { tools } = await run.way.client.listTools()
    const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint === false)
    assert.lengthOf(writes, 9)
    assert.isAtMost(Buffer.byteLength(JSON.stringify(tools)), listBytesMax.whole)
    for (const { description, inputSchema } of writes) {
      assert.include(String(description), "confirmation of the preview")
      assert.property(inputSchema.properties, "confirmation")
    }
    const { confirm } = jsonOf(await run.way.client.callTool({ name: "check_connection", arguments: {} }))
    assert.strictEqual(confirm, "token")
    const choices = { ...byToken.choices, writes: usualWrites }
    await using usual = await start("auto", undefined, { ...byToken, choices })
    const listed = await usual.way.client.listTools()
    assert.isAtMost(Buffer.byteLength(JSON.stringify(listed.tools)), listBytesMax.usual)
  })
})
