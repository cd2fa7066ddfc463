/**
 * docs/retries.md, against the behaviour of the library: the figures of its defaults, and the class of every write.
 */
import { hasMethod } from "@partner-api/contract/EndpointMetadata"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { endpoints } from "@partner-api/contract/Endpoints"
import { assert, describe, it } from "vitest"
import { retryAfterMsMax, retryDelayMs } from "../../src/core/retries/RetryPolicy.ts"
import { deadlineMsDefault, retriesDefault, retriesMax, timeoutMsDefault } from "../../src/core/ClientConfig.ts"
import { partnership } from "../Partnership.ts"
import { rowsOf } from "./Markdown.ts"

const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../docs/retries.md"), "utf8")

/** The class of a method on the page. */
const classOf = (again: string) =>
  again.startsWith("with a key") ? "idempotency-key" : again.startsWith("only") ? "never" : "idempotent"

describe("docs/retries.md", () => {
  it("names the class of every method that writes, and of no other (README)", () => {
    const writing = endpoints.filter(({ metadata }) => metadata.retry !== "safe" && hasMethod(metadata))
    assert.sameDeepMembers(
      rowsOf(page, "Write").map(([method, again = ""]) => [method, classOf(again)]),
      writing.map(({ metadata, id }) => [`\`${id}\``, metadata.retry]),
      "docs/retries.md is out of date. Write it again with: npx -y pnpm@12 generate"
    )
  })

  it("states the default limits (README)", () => {
    assert.deepStrictEqual(
      rowsOf(page, "Limit").map(([name, value]) => [name, value]),
      [
        ["`retries`", `${retriesDefault}, at most ${retriesMax}`],
        ["`timeoutMs`", `${timeoutMsDefault / 1_000} s`],
        ["`deadlineMs`", `${deadlineMsDefault / 1_000} s`]
      ]
    )
  })

  it("states the waits as they are (README)", () => {
    const failure = { tag: "Unavailable", message: "", outcome: "unknown" } as const
    const longest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs(failure, attempt, 1) / 1_000)
    assert.deepStrictEqual(
      rowsOf(page, "After attempt").map(([, wait]) => wait),
      [...longest.slice(0, 4), longest[4]].map((seconds) => `up to ${seconds} s`)
    )
    assert.strictEqual(longest[6], longest[4])
    assert.include(page, `more than ${retryAfterMsMax / 1_000} s`)
  })

  it("a service without the list of extensions has none, and is asked once (decisions, Discovery)", async () => {
    const { partner, server } = partnership({ plain: true })
    const { users } = partner.organization("org_1")
    await users.create({ first_name: "Grace", last_name: "Hopper", email: "grace@example.com" })
    await users.create({ first_name: "Mary", last_name: "Shelley", email: "mary@example.com" })
    assert.deepStrictEqual(
      server.requests.flatMap(({ path, status }) => (path === "/.well-known/partner-api" ? [status] : [])),
      [404]
    )
    assert.isTrue(server.requests.every(({ idempotencyKey }) => idempotencyKey === undefined))
  })
})
