/**
 * The same registrations in memory and on the wire answer the same (mcp.md, B17), so that what is tested quickly is true.
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestServer } from "@partner-api/client/testing"
import * as McpTest from "effect/ai/McpTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ConfirmationLedger } from "../../src/protocol/confirmation/ConfirmationLedger.ts"
import { CurrentPrincipal, localPrincipal } from "../../src/protocol/Principal.ts"
import { Signer } from "../../src/protocol/Signer.ts"
import { protocols } from "../../src/protocol/Revisions.ts"
import { registrations } from "../../src/protocol/ServerDefinition.ts"
import { overHttp, definitionOf } from "../product/Product.ts"

const organization_id = "org_1"

/** Reads, previews and refusals; none has a cursor or a time of its own in its answer. */
const calls: ReadonlyArray<{ readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }> = [
  { name: "check_connection", arguments: {} },
  { name: "list_organizations", arguments: {} },
  { name: "find_jobs", arguments: { organization_id, text: "engineer" } },
  { name: "list_agencies", arguments: { organization_id } },
  { name: "list_users", arguments: { organization_id } },
  { name: "add_user", arguments: { organization_id, first_name: "Ada", last_name: "Byron", email: "ada@example.com" } },
  {
    name: "add_user",
    arguments: { organization_id, first_name: "Ada", last_name: "Byron", email: "ada@example.com", mode: "apply" }
  },
  { name: "list_jobs", arguments: { organizationId: organization_id, limit: 101 } },
  { name: "list_jobs", arguments: { organization_id, cursor: "of-yesterday.AAAA" } },
  { name: "get_job", arguments: { organization_id: "org_of_nobody", job_id: "job_1" } }
]

interface CallResult {
  readonly content: ReadonlyArray<unknown>
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
}

/** What a model gets of a result, as JSON. */
const shownOf = ({ content, structuredContent, isError }: CallResult): unknown =>
  JSON.parse(JSON.stringify({ content, structuredContent, isError: isError === true }))

/** The number of calls that are answered: five reads and a preview. */
const answered = 6
const isAnswered = (result: unknown): boolean => JSON.stringify(result).includes('"isError":false')

const inMemory = (version: (typeof protocols)[number]["protocolVersion"]) =>
  Effect.gen(function* () {
    const { definition } = yield* definitionOf(createTestServer())
    const client = yield* McpTest.makeClient(registrations(definition), { protocols, protocolVersion: version })
    const { tools } = yield* client.listTools()
    const results = yield* Effect.forEach(calls, (call) => client.callTool(call))
    return { tools: JSON.parse(JSON.stringify(tools)), results: results.map(shownOf) }
  }).pipe(
    Effect.scoped,
    Effect.provideService(CurrentPrincipal, localPrincipal),
    Effect.provide(Layer.merge(Signer.layer, ConfirmationLedger.layer)),
    Effect.runPromise
  )

const onTheWire = async (era: "auto" | "legacy") => {
  await using way = await overHttp(createTestServer(), era)
  const { tools } = await way.client.listTools()
  const results: Array<unknown> = []
  for (const { name, arguments: given } of calls) {
    results.push(shownOf(await way.client.callTool({ name, arguments: { ...given } })))
  }
  return { tools: JSON.parse(JSON.stringify(tools)), results }
}

describe("in memory as on the wire (mcp.md, B17)", () => {
  it.for([
    { era: "auto", version: "2026-07-28" },
    { era: "legacy", version: "2025-11-25" }
  ] as const)("$version: the same tools and the same answers", async ({ era, version }) => {
    const [memory, wire] = [await inMemory(version), await onTheWire(era)]
    // Most of them are answered, so that equal refusals do not prove it.
    assert.strictEqual(memory.results.filter(isAnswered).length, answered)
    assert.deepStrictEqual(memory.tools, wire.tools)
    assert.deepStrictEqual(memory.results, wire.results)
  })

  it.each(protocols)("$protocolVersion: the tools that the current revision has (README, Tools)", async (protocol) => {
    const [one, current] = [await inMemory(protocol.protocolVersion), await inMemory("2026-07-28")]
    const namesOf = ({ tools }: typeof one) => tools.map(({ name }: { readonly name: string }) => name)
    assert.deepStrictEqual(namesOf(one), namesOf(current))
    assert.strictEqual(one.results.filter(isAnswered).length, answered)
  })
})
