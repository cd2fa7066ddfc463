/**
 * The judge of the specification against the test server, which it was not written for: what is documented holds, and of what was
 * decided everything that passes through `fetch`.
 */
import * as Http from "node:http"
import { run } from "@partner-api/conformance/Run"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { createTestServer, type TestServerOptions } from "../../src/testing.ts"

const jobs = (count: number) => ({
  count,
  item: (index: number) => ({
    id: `job_${String(index).padStart(5, "0")}`,
    title: `Job ${index}`,
    description: "What there is to do",
    status: "OPEN",
    created_at: "2025-11-03T09:30:00.000Z",
    updated_at: "2025-11-03T09:30:00.000Z"
  })
})

const organizations = [
  {
    id: "org_1",
    name: "One",
    jobs: jobs(250),
    agencies: [
      { id: "agy_1", name: "First" },
      { id: "agy_2", name: "Second" }
    ]
  },
  { id: "org_2", name: "Two", jobs: jobs(3), agencies: [{ id: "agy_9", name: "Third" }] }
]

const bodyOf = async (incoming: Http.IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Listens for the kit, which speaks HTTP, and hands everything to the `fetch` of a test server. */
const listen = async (options: TestServerOptions) => {
  const listener = Http.createServer()
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const address = listener.address()
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  const server = createTestServer({ organizations, baseUrl, ...options })
  listener.on("request", (incoming, outgoing) => {
    const relay = async () => {
      const { method = "GET", rawHeaders, url = "" } = incoming
      const headers = new Headers()
      for (let index = 0; index < rawHeaders.length; index += 2) {
        headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "")
      }
      const body = await bodyOf(incoming)
      const isRead = method === "GET" || method === "HEAD"
      const answer = await server.fetch(baseUrl + url, {
        method,
        headers,
        redirect: "manual",
        body: isRead || body.length === 0 ? null : body
      })
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
    }
    relay().catch(() => outgoing.destroy())
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      listener.close(() => resolve())
      listener.closeAllConnections()
    })
  return { server, baseUrl, [Symbol.asyncDispose]: stop }
}

const judge = async (options: TestServerOptions) => {
  await using listening = await listen(options)
  const { server, baseUrl } = listening
  return await Effect.runPromise(
    run({
      baseUrl: new URL(baseUrl),
      clientId: server.clientId,
      clientSecret: Redacted.make(server.clientSecret),
      organization: undefined,
      agency: "agy_1",
      timeoutMs: 10_000,
      readOnly: false,
      documentedOnly: false,
      only: []
    })
  )
}

/** What never reaches a `fetch`, because an HTTP parser stands before it. */
const beyondFetch = [
  "dec-discovery.docs",
  "dec-errors.broken-http",
  "dec-errors.expectation-failed",
  "dec-errors.headers-too-large",
  "dec-errors.parser",
  "dec-errors.parser-400",
  "dec-errors.parser-431",
  "dec-errors.repeated-headers",
  "dec-limits.headers"
]

describe("the conformance kit", () => {
  it.for([
    ["of this contract", {}],
    ["of the plain specification", { plain: { lists: "envelope" } }]
  ] as const)("finds every documented rule kept by a test server %s", async ([, options]) => {
    const { results } = await judge(options)
    const documented = results.filter((result) => result.documented)
    assert.isAtLeast(documented.length, 80)
    assert.deepStrictEqual(
      documented.filter(({ outcome }) => outcome !== "passed"),
      []
    )
  })

  it("finds every decision kept that passes through fetch", async () => {
    const { results } = await judge({})
    const broken = results.filter(({ outcome }) => outcome === "failed").map(({ rule }) => rule)
    assert.deepStrictEqual(broken.toSorted(), beyondFetch)
  })
})
