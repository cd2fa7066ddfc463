/**
 * The samples of the documentation page run as they are pasted, all of them against a new sandbox. Those of an endpoint of each method are copied in a
 * real browser: one template draws all.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { endpoints } from "@partner-api/contract/Endpoints"
import { pathParams } from "@partner-api/contract/Path"
import { exampleLinkToken } from "@partner-api/domain/Token"
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
const madeIds = [
  "eventId",
  "webhookEndpointId",
  "agencyInvitationId",
  "attachmentId",
  "erasureRequestId",
  "clientSecretId"
]

/** The titles of the operations of which a sample can only show where an id goes. */
const withMadeId = endpoints
  .filter(({ path }) => pathParams(path).some((name) => madeIds.includes(name)))
  .map(({ metadata }) => metadata.title)

/** The operations that the state of what the examples name refuses: the application of the examples has not ended. */
const refusedByState = endpoints
  .filter(({ id }) => id === "applications.eraseCandidate")
  .map(({ metadata }) => metadata.title)

/** Whether a sample has an id, or the token of a link, that no sandbox has, or asks for what the state of the sandbox refuses. */
const isUnknown = ({ text, title }: Pick<Copied, "text" | "title">): boolean =>
  refusedByState.includes(title) || withMadeId.includes(title) || text.includes(exampleLinkToken)

/** Prints the file that a sample of curl writes, so that a refused one shows its error. */
const printWritten = (text: string): string => text.replace(/ -o (\S+)$/, "$&\ncat $1")

/** A program for TypeScript, or lines for a shell. */
const blockOf = ({ name, text, title }: Copied): GuideBlock => ({
  place: `${title}, ${name}`,
  extension: name.startsWith("@") ? "mts" : "sh",
  // The server makes the id or the token of a link, so a sample can only show where one goes: curl is refused.
  isRefused: isUnknown({ text, title }),
  text: name === "curl" ? printWritten(text) : text,
  fileName: undefined,
  expected: undefined
})

/** The first endpoint of each method: to find something by its role takes a browser half a second on this page, and a copy takes ten such steps. */
const visited = endpoints.filter((one) => endpoints.find(({ method }) => method === one.method) === one)

/** Three samples of each of them are copied one by one, on a machine that is busy with other tests. */
const slow = { timeout: 600_000 }

describe.skipIf(missing !== undefined)(`the samples of the documentation page${notRun}`, slow, async () => {
  const server = await sharedServer()
  let browser: Awaited<ReturnType<typeof getBrowser>>
  let copied: ReadonlyArray<Copied> = []
  /** What an answer looks like: on the page and in the document, by the title of the operation. */
  let answers: ReadonlyArray<readonly [title: string, shown: string]> = []
  let examples: ReadonlyArray<readonly [title: string, example: Schema.Json]> = []
  /** The samples of the document. */
  let declared: ReadonlyArray<Copied> = []
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
    declared = operations.flatMap(({ summary, "x-codeSamples": all = [] }) =>
      all.map(({ label, source }) => ({ title: summary, name: label, text: source }))
    )
    await visit(browser, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.publicUrl })
      const reference = await openReference(page, `${server.publicUrl}/docs`)
      for (const { metadata } of visited) {
        const own = await reference.copySamples(metadata.title)
        answers = [...answers, [metadata.title, await reference.shownAnswer(metadata.title)]]
        copied = [...copied, ...own.map(([name, text]) => ({ title: metadata.title, name, text }))]
      }
    })
  }, slow.timeout)
  afterAll(() => browser[Symbol.dispose]())

  it("are there for every operation, by curl at least (docs/decisions, Examples)", () => {
    assert.deepStrictEqual(
      declared
        .filter(({ name }) => name === "curl")
        .map(({ title }) => title)
        .toSorted(),
      endpoints.map(({ metadata }) => metadata.title).toSorted()
    )
    assert.deepStrictEqual([...new Set(declared.map(({ name }) => name))].toSorted(), Object.keys(starts).toSorted())
    for (const { name, text, title } of declared) assert.include(text, starts[name] ?? "", title)
  })

  it("are copied as the document has them, and not as what was copied before (docs/decisions, Examples)", () => {
    const titles = visited.map(({ metadata }) => metadata.title)
    const textOf = ({ name, text, title }: Copied) => [title, name, text].join("\n")
    assert.deepStrictEqual([...new Set(copied.map(({ name }) => name))].toSorted(), Object.keys(starts).toSorted())
    assert.deepStrictEqual(
      copied.map(textOf).toSorted(),
      declared
        .filter(({ title }) => titles.includes(title))
        .map(textOf)
        .toSorted()
    )
  })

  it("stand beside an answer as the document has it (docs/decisions, Examples)", () => {
    const shown = new Map(answers)
    const seen = examples.filter(([title]) => shown.has(title))
    assert.isAbove(seen.length, 1)
    for (const [title, example] of seen) assert.deepStrictEqual(JSON.parse(shown.get(title) ?? ""), example, title)
  })

  it.for(["curl", "partner", "@partner-api/client"])(
    "run as they are pasted: %s (docs/decisions, Examples)",
    async (name) => {
      const own = declared.filter((sample) => sample.name === name && (name === "curl" || !isUnknown(sample)))
      // The runner puts the port of its own sandbox in the place of this one.
      const blocks = own.map((sample) =>
        blockOf({ ...sample, text: sample.text.replaceAll(`:${server.port}`, ":8080") })
      )
      const page = { name, setting: "sandbox", blocks, leftOut: [], faults: [] } as const
      assert.deepStrictEqual(await runPage(page), [])
      assert.isAbove(blocks.length, 10)
    }
  )

  it("would be found out if one did not run (negative control)", async () => {
    const [first] = declared.filter(({ name, title }) => name === "curl" && title === "List jobs")
    assert.isDefined(first)
    const text = first.text.replace("limit=10", "limit=&cursor=").replaceAll(`:${server.port}`, ":8080")
    const blocks = [blockOf({ ...first, text })]
    const faults = await runPage({ name: "a wrong sample", setting: "sandbox", blocks, leftOut: [], faults: [] })
    assert.match(faults.join(), /List jobs, curl ended with 22: .*unprocessable_entity/)
  })
})
