/**
 * Every message that a model reads of a call that was refused: of each tool with each wrong value, and of each failure of the platform
 * (decisions, Errors).
 */
import { messageFaults, sentenceFaults } from "@partner-api/domain/testing/MessageRules"
import { valueAt, wrongInputsOf } from "@partner-api/domain/testing/WrongInputs"
import { assert, describe, it } from "@effect/vitest"
import * as Client from "@partner-api/client"
import { errorStatus, partnerErrors } from "@partner-api/contract/PartnerErrors"
import { createTestServer } from "@partner-api/client/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as McpTest from "effect/ai/McpTest"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { ConfirmationLedger } from "../../src/protocol/confirmation/ConfirmationLedger.ts"
import { CurrentPrincipal, localPrincipal } from "../../src/protocol/Principal.ts"
import { protocols } from "../../src/protocol/Revisions.ts"
import { registrations } from "../../src/protocol/ServerDefinition.ts"
import { Signer } from "../../src/protocol/Signer.ts"
import { toolFailureOf } from "../../src/upstream/UpstreamFailure.ts"
import { definitionOf } from "./Product.ts"

/** What a model reads of a refusal. */
const Refusal = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.String,
    fields: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, problem: Schema.String })))
  })
)
const decodeRefusal = Schema.decodeUnknownSync(Refusal)
const isInput = Schema.is(Schema.Record(Schema.String, Schema.Unknown))
const decodeInput = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))

const calls = await Effect.gen(function* () {
  const { definition } = yield* definitionOf(createTestServer())
  const client = yield* McpTest.makeClient(registrations(definition), { protocols })
  const { tools } = yield* client.listTools()
  const inputs = tools.flatMap(({ inputSchema, name }) =>
    [...wrongInputsOf(decodeInput(inputSchema)), { unknown: 1 }].filter(isInput).map((given) => ({ name, given }))
  )
  return yield* Effect.forEach(inputs, ({ given, name }) =>
    Effect.map(client.callTool({ name, arguments: given }), (result) => ({ name, given, result }))
  )
}).pipe(
  Effect.scoped,
  Effect.provideService(CurrentPrincipal, localPrincipal),
  Effect.provide(Layer.mergeAll(Signer.layer, ConfirmationLedger.layer, Logger.layer([]))),
  Effect.runPromise
)

const textOf = ({ content: [first] }: (typeof calls)[number]["result"]): string =>
  first?.type === "text" ? first.text : assert.fail("no text")

describe("a refusal of a tool", () => {
  it.for([...new Set(calls.map(({ name }) => name))])(
    "%s: says of no value what it is already, and what to send (decisions, Errors)",
    (tool) => {
      const faults = calls
        .filter(({ name, result }) => name === tool && result.isError === true)
        .flatMap(({ given, result }) => {
          const { fields = [], message } = decodeRefusal(textOf(result))
          return [
            ...sentenceFaults(message).map((fault) => `${message} (${fault})`),
            ...fields.flatMap(({ path, problem }) =>
              [...messageFaults(problem, valueAt(given, path)), ...sentenceFaults(problem)].map(
                (fault) => `${path} ${JSON.stringify(valueAt(given, path))?.slice(0, 60)}: ${problem} (${fault})`
              )
            )
          ]
        })
      assert.deepStrictEqual([...new Set(faults)], [])
    }
  )
})

/** What answers in place of a job: each error of the contract, and what no platform answers. */
const answers: ReadonlyArray<readonly [what: string, answer: () => Response]> = [
  ...partnerErrors.map(({ fields }) => {
    const body = { error: fields.code.schema.literal, message: "No." }
    return [body.error, () => Response.json(body, { status: errorStatus[fields._tag.schema.literal] })] as const
  }),
  ["a page", () => new Response("<html>", { status: 404, headers: { "content-type": "text/html" } })],
  ["a page in place of a job", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["a job without members", () => Response.json({})],
  ["nothing", () => new Response("", { status: 404 })],
  ["another address", () => new Response(null, { status: 302, headers: { location: "https://example.com" } })],
  ["no connection", () => assert.fail("no connection")]
]

describe("a failure of the platform", () => {
  it.for(answers)("%s: has a remedy that names something to do (decisions, Errors)", async ([, answer]) => {
    const client = Client.createClient({
      baseUrl: "https://api.example.com",
      token: "t",
      retries: 0,
      logLevel: "off",
      fetch: async () => answer()
    })
    const failure: unknown = await client
      .organization("org_1")
      .jobs.get("job_1")
      .catch((error: unknown) => error)
    if (!Client.isPartnerError(failure)) return assert.fail("no failure of the client")
    const { message } = toolFailureOf(failure, { tool: "get_job", about: "/job_id" })
    const remedy = message.slice(failure.message.length).trim()
    assert.deepStrictEqual(sentenceFaults(remedy), [], message)
  })
})
