/**
 * Calls as the official client makes them, over both transports and in both eras of the protocol (mcp.md, 5.5 to 5.7).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { connect, type Era, type Human, jsonOf, says, type TransportKind } from "../../fixture/Clients.ts"
import { canary } from "../../fixture/Demo.ts"

const transports: ReadonlyArray<TransportKind> = ["stdio", "HTTP"]
const eras: ReadonlyArray<Era> = ["auto", "legacy"]
const ways = transports.flatMap((kind) => eras.map((era) => ({ kind, era })))

const organization_id = "org_acme"
const apply = { organization_id, value: "new", mode: "apply" }

describe.each(ways)("$kind, $era", ({ kind, era }) => {
  // A process takes most of a second to start, so calls that change nothing share one.
  let way: Awaited<ReturnType<typeof connect>>
  beforeAll(async () => {
    way = await connect(kind, era)
  })
  afterAll(() => way[Symbol.asyncDispose]())

  it("negotiates the revision of the era and sends its name and version", async () => {
    assert.strictEqual(way.client.getNegotiatedProtocolVersion(), era === "auto" ? "2026-07-28" : "2025-11-25")
    assert.deepStrictEqual(way.client.getServerVersion(), { name: "demo", version: "1.2.3" })
    assert.strictEqual(way.client.getInstructions(), "Two tools.")
  })

  it("lists tools in one order, strict and with their hints (mcp.md, 5.1)", async () => {
    const { tools } = await way.client.listTools()
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      ["measure", "hang", "await_stop", "look", "set_value"]
    )
    const [measure] = tools
    assert.strictEqual(measure?.inputSchema["additionalProperties"], false)
    assert.deepStrictEqual(measure?.annotations, {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true
    })
    assert.deepStrictEqual(tools.at(-1)?.inputSchema.properties?.["mode"], {
      type: "string",
      enum: ["preview", "apply"],
      default: "preview"
    })
  })

  it("answers with the output as structure and as text, cleaned of what nobody sees (mcp.md, 5.4)", async () => {
    const result = await way.client.callTool({
      name: "measure",
      arguments: { organization_id, text: "a\u202Eb\u0000c" }
    })
    assert.deepStrictEqual(result.structuredContent, { text: "abc", length: 5 })
    assert.deepStrictEqual(jsonOf(result), { text: "abc", length: 5 })
    assert.notStrictEqual(result.isError, true)
  })

  it("refuses arguments with every problem, its place and an example (mcp.md, 5.6)", async () => {
    const result = await way.client.callTool({
      name: "measure",
      arguments: { organizationId: organization_id, text: 5, times: 11, colour: "red" }
    })
    assert.strictEqual(result.isError, true)
    const failure = jsonOf(result)
    assert.strictEqual(failure["error"], "invalid_arguments")
    assert.strictEqual(failure["outcome"], "not_sent")
    assert.deepStrictEqual(failure["next"], ["measure"])
    assert.sameDeepMembers(
      [...(Array.isArray(failure["fields"]) ? failure["fields"] : [])],
      [
        { path: "/text", problem: "must be a string", example: "text" },
        { path: "/times", problem: "is not valid", example: 10 },
        { path: "/organizationId", problem: "is not known here; did you mean organization_id?" },
        { path: "/colour", problem: "is not known here; known are organization_id, text, times, ending" }
      ]
    )
  })

  it("ends its sentence with one mark", async () => {
    const messageOf = async (given: Record<string, unknown>) =>
      jsonOf(await way.client.callTool({ name: "measure", arguments: given }))["message"]
    assert.strictEqual(
      await messageOf({ organizationId: organization_id, text: "a" }),
      "The arguments of measure were not accepted: /organizationId is not known here; did you mean organization_id? " +
        "Mend them and call again."
    )
    assert.strictEqual(
      await messageOf({ organization_id, text: 5 }),
      "The arguments of measure were not accepted: /text must be a string. Mend them and call again."
    )
  })

  it("sends a failure whole, as text and never as structure (mcp.md, 5.6)", async () => {
    const result = await way.client.callTool({
      name: "measure",
      arguments: { organization_id, text: "a", ending: "fail" }
    })
    assert.strictEqual(result.isError, true)
    assert.isUndefined(result.structuredContent)
    assert.deepStrictEqual(jsonOf(result), {
      error: "not_found",
      message: "There is no such text. List the texts first.",
      outcome: "rejected",
      retryable: false,
      status: 404,
      next: ["look"]
    })
  })

  it("answers a defect with one sentence, and logs its kind alone (mcp.md, 5.4)", async () => {
    const result = await way.client.callTool({
      name: "measure",
      arguments: { organization_id, text: "a", ending: "defect" }
    })
    assert.strictEqual(result.isError, true)
    assert.strictEqual(jsonOf(result)["error"], "internal_error")
    assert.notInclude(JSON.stringify(result), canary)
    const log = await way.logWith("tool_defect")
    assert.include(log, '"event":"tool_defect","name":"measure","kind":"RangeError"')
    assert.notInclude(log, canary)
  })

  it("reports progress that only grows, to who asks for it (spec 2026-07-28, progress)", async () => {
    const seen = Array<number>()
    await way.client.callTool(
      { name: "measure", arguments: { organization_id, text: "a" } },
      { onprogress: ({ progress }) => void seen.push(progress) }
    )
    // This client drops what comes in one piece with the answer; the bytes themselves are looked at in Stdio and Http.
    assert.deepStrictEqual(seen, [1, 2, 3].slice(0, seen.length))
  })

  it("stops the work of a call that its client gave up (spec 2026-07-28, cancellation)", async () => {
    const giveUp = new AbortController()
    const hanging = way.client
      .callTool({ name: "hang", arguments: {} }, { signal: giveUp.signal, onprogress: () => giveUp.abort() })
      .then(
        () => "answered",
        () => "given up"
      )
    const stopped = await way.client.callTool({ name: "await_stop", arguments: {} })
    assert.deepStrictEqual(stopped.structuredContent, { stopped: true })
    assert.strictEqual(await hanging, "given up")
  })

  it("a client that cannot ask gets a refusal that names the command line, and nothing is written (mcp.md, 5.5)", async () => {
    const result = await way.client.callTool({ name: "set_value", arguments: apply })
    assert.strictEqual(result.isError, true)
    assert.strictEqual(jsonOf(result)["error"], "confirmation_unavailable")
    assert.include(String(jsonOf(result)["message"]), "command line")
    const world = await way.client.callTool({ name: "look", arguments: {} })
    assert.deepStrictEqual(world.structuredContent, { value: "old", writes: 0 })
  })

  it("refuses wrong arguments of a write with a wrong mode among them", async () => {
    const result = await way.client.callTool({ name: "set_value", arguments: { value: "a", mode: "now" } })
    assert.strictEqual(result.isError, true)
    assert.deepStrictEqual(jsonOf(result)["fields"], [
      { path: "/organization_id", problem: "is required", example: "org_acme" },
      { path: "/mode", problem: "must be one of preview, apply", example: "preview" }
    ])
  })

  it("reads resources and templates, completes and renders prompts (mcp.md, 5.2)", async () => {
    const value = await way.client.readResource({ uri: "demo://value" })
    assert.deepInclude(value.contents[0], { uri: "demo://value", mimeType: "text/plain", text: "value old" })
    const text = await way.client.readResource({ uri: "demo://texts/letters/a1" })
    assert.deepInclude(text.contents[0], { text: '{"kind":"letters","id":"a1"}' })
    const ids = await way.client.complete({
      ref: { type: "ref/resource", uri: "demo://texts/{kind}/{id}" },
      argument: { name: "id", value: "x" },
      context: { arguments: { kind: "x" } }
    })
    assert.deepStrictEqual(ids.completion.values, ["x1"])
    const who = await way.client.complete({
      ref: { type: "ref/prompt", name: "greet" },
      argument: { name: "who", value: "a" }
    })
    assert.deepStrictEqual(who.completion.values, ["anna"])
    const prompt = await way.client.getPrompt({ name: "greet", arguments: { who: "anna" } })
    assert.deepStrictEqual(prompt.messages, [{ role: "user", content: { type: "text", text: "Say hello to anna." } }])
  })
})

describe.each(ways)("$kind, $era, with a human behind the client", ({ kind, era }) => {
  const person: Human = { questions: [], answer: says("cancel") }
  let way: Awaited<ReturnType<typeof connect>>
  beforeAll(async () => {
    way = await connect(kind, era, person)
  })
  afterAll(() => way[Symbol.asyncDispose]())

  const look = async () => (await way.client.callTool({ name: "look", arguments: {} })).structuredContent

  it("previews without asking and without writing (mcp.md, 5.5)", async () => {
    const before = [...person.questions]
    const result = await way.client.callTool({ name: "set_value", arguments: { organization_id, value: "new" } })
    assert.deepStrictEqual(result.structuredContent, {
      status: "previewed",
      value: "new",
      note: "Nothing was written."
    })
    assert.deepStrictEqual(person.questions, before)
    assert.deepStrictEqual(await look(), { value: "old", writes: 0 })
  })

  it.each([
    ["declines", says("decline")],
    ["cancels", says("cancel")],
    ["sends the form without the tick", says("accept", false)]
  ])("a human who %s: nothing is written and it is no error (mcp.md, 5.5)", async (_what, answer) => {
    person.answer = answer
    const result = await way.client.callTool({ name: "set_value", arguments: apply })
    assert.notStrictEqual(result.isError, true)
    assert.deepStrictEqual(result.structuredContent, { status: "declined", value: "old" })
    assert.strictEqual(person.questions.at(-1), "Set the value from old to new?")
    assert.deepStrictEqual(await look(), { value: "old", writes: 0 })
  })

  it("writes once when the human says yes to exactly that (mcp.md, 5.5)", async () => {
    person.answer = says("accept")
    const before = person.questions.length
    const result = await way.client.callTool({ name: "set_value", arguments: apply })
    assert.deepStrictEqual(result.structuredContent, { status: "set", value: "new" })
    assert.deepStrictEqual(person.questions.slice(before), ["Set the value from old to new?"])
    assert.deepStrictEqual(await look(), { value: "new", writes: 1 })
  })
})
