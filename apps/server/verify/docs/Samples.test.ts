/**
 * The samples of the documentation page run as they are pasted: each is copied in a real browser, and run against a new sandbox.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { endpoints } from "@partner-api/contract/Endpoints"
import { pathParams } from "@partner-api/contract/Path"
import * as Schema from "effect/Schema"
import type { GuideBlock } from "../../test/guides/GuidePage.ts"
import { missingTools, runPage } from "../../test/guides/GuideRun.ts"
import { sharedServer } from "../../test/TestServer.ts"
import { getBrowser, missingBrowser, visit } from "./Browser.ts"
import { openReference } from "./ReferencePage.ts"

const missing = missingBrowser ?? missingTools
const notRun = missing === undefined ? "" : ` [not run here: ${missing}]`

/** A sample that was copied. */
interface Copied {
  readonly title: string
  readonly name: string
  readonly text: string
}

/** As much of the document as has the samples. */
const decodeDocument = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      paths: Schema.Record(
        Schema.String,
        Schema.Record(
          Schema.String,
          Schema.Struct({
            summary: Schema.String,
            responses: Schema.Record(
              Schema.String,
              Schema.Struct({
                content: Schema.optionalKey(
                  Schema.Record(Schema.String, Schema.Struct({ example: Schema.optionalKey(Schema.Json) }))
                )
              })
            ),
            "x-codeSamples": Schema.optionalKey(
              Schema.Array(Schema.Struct({ label: Schema.String, source: Schema.String }))
            )
          })
        )
      )
    })
  )
)

/** What a sample of each kind holds. */
const starts: Readonly<Record<string, string>> = {
  "@partner-api/client": "createClient({",
  partner: "\npartner ",
  curl: "curl -s "
}

/** Parameters whose values the server makes: no sandbox has those of the examples. */
const madeIds = ["eventId", "webhookEndpointId"]

/** The titles of the operations of which a sample can only show where an id goes. */
const withMadeId = endpoints
  .filter(({ path }) => pathParams(path).some((name) => madeIds.includes(name)))
  .map(({ metadata }) => metadata.title)

/** A program for TypeScript, or lines for a shell. */
const blockOf = ({ name, text, title }: Copied): GuideBlock => ({
  place: `${title}, ${name}`,
  extension: name.startsWith("@") ? "mts" : "sh",
  // The server makes the id, so a sample can only show where one goes: curl is refused.
  isRefused: withMadeId.includes(title),
  text,
  fileName: undefined,
  expected: undefined
})

/** Three samples of each operation are copied one by one, on a machine that is busy with other tests. */
const slow = { timeout: 600_000 }

describe.skipIf(missing !== undefined)(`the samples of the documentation page${notRun}`, slow, async () => {
  const server = await sharedServer()
  let browser: Awaited<ReturnType<typeof getBrowser>>
  let samples: ReadonlyArray<Copied> = []
  /** What an answer looks like: on the page and in the document, by the title of the operation. */
  let answers: ReadonlyArray<readonly [title: string, shown: string]> = []
  let examples: ReadonlyArray<readonly [title: string, example: Schema.Json]> = []
  /** The samples of the document, as the copied ones are compared. */
  let declared: ReadonlyArray<string> = []
  beforeAll(async () => {
    browser = await getBrowser()
    const document = decodeDocument((await server.call("GET", "/openapi.json")).text)
    const operations = Object.values(document.paths).flatMap((ofPath) => Object.values(ofPath))
    examples = operations.flatMap(({ responses, summary }) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith("20"))
        .flatMap(([, { content }]) => Object.values(content ?? {}))
        .flatMap(({ example }) => (example === undefined ? [] : [[summary, example] as const]))
    )
    declared = operations
      .flatMap(({ summary, "x-codeSamples": all = [] }) =>
        all.map(({ label, source }) => [summary, label, source].join("\n"))
      )
      .toSorted()
    await visit(browser, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.publicUrl })
      const reference = await openReference(page, `${server.publicUrl}/docs`)
      for (const { metadata } of endpoints) {
        const copied = await reference.copySamples(metadata.title)
        answers = [...answers, [metadata.title, await reference.shownAnswer(metadata.title)]]
        samples = [...samples, ...copied.map(([name, text]) => ({ title: metadata.title, name, text }))]
      }
    })
  }, slow.timeout)
  afterAll(() => browser[Symbol.dispose]())

  it("are copied for every operation, by curl at least (docs/decisions, Examples)", () => {
    assert.deepStrictEqual(
      samples.filter(({ name }) => name === "curl").map(({ title }) => title),
      endpoints.map(({ metadata }) => metadata.title)
    )
    assert.deepStrictEqual([...new Set(samples.map(({ name }) => name))], ["@partner-api/client", "curl", "partner"])
    // What was copied is what the document has, and not what was copied before.
    assert.deepStrictEqual(samples.map(({ name, text, title }) => [title, name, text].join("\n")).toSorted(), declared)
    for (const { name, text, title } of samples) assert.include(text, starts[name] ?? "", title)
  })

  it("stand beside an answer as the document has it (docs/decisions, Examples)", () => {
    assert.isAbove(examples.length, 20)
    for (const [title, example] of examples) {
      const shown = answers.find((answer) => answer[0] === title)?.[1] ?? ""
      assert.deepStrictEqual(JSON.parse(shown), example, title)
    }
  })

  it.for(["curl", "partner", "@partner-api/client"])(
    "run as they are pasted: %s (docs/decisions, Examples)",
    async (name) => {
      const own = samples.filter(
        (sample) => sample.name === name && (name === "curl" || !withMadeId.includes(sample.title))
      )
      // The runner puts the port of its own sandbox in the place of this one.
      const blocks = own.map((sample) => ({
        ...blockOf(sample),
        text: sample.text.replaceAll(`:${server.port}`, ":8080")
      }))
      const page = { name, setting: "sandbox", blocks, leftOut: [], faults: [] } as const
      assert.deepStrictEqual(await runPage(page), [])
      assert.isAbove(blocks.length, 10)
    }
  )

  it("would be found out if one did not run (negative control)", async () => {
    const [first] = samples.filter(({ name, title }) => name === "curl" && title === "List jobs")
    assert.isDefined(first)
    const text = first.text.replace("limit=10", "limit=&cursor=").replaceAll(`:${server.port}`, ":8080")
    const blocks = [blockOf({ ...first, text })]
    const faults = await runPage({ name: "a wrong sample", setting: "sandbox", blocks, leftOut: [], faults: [] })
    assert.match(faults.join(), /List jobs, curl ended with 22: .*unprocessable_entity/)
  })
})
