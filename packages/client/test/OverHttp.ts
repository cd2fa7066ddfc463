/**
 * The client over an implementation of `fetch` (option `fetch`), over real HTTP: pages, writes, errors, and a body without an end.
 */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, describe, it } from "vitest"
import { createClient, isPartnerError } from "../src/index.ts"
import { createTestServer } from "../src/testing.ts"

/** What a package exports as `fetch`: it has other types, or none. */
export const asFetch = (implementation: unknown) => implementation as typeof fetch

/** A body larger than any that the client reads, without a length. */
const endless = "/endless"

const double = createTestServer({
  organizations: [
    {
      id: "org_1",
      name: "Acme",
      jobs: Array.from({ length: 250 }, (_none, index) => ({
        id: `job_${index}`,
        title: "Engineer",
        description: "Builds engines."
      }))
    }
  ]
})

/** The test server on a port. */
const server = Http.createServer((incoming, answer) => {
  const parts: Array<Buffer> = []
  incoming.on("data", (part: Buffer) => parts.push(part))
  incoming.on("end", async () => {
    const { headers, method = "GET", url = "/" } = incoming
    if (url.startsWith(endless)) {
      answer.writeHead(200, { "content-type": "application/json" })
      const write = () => {
        while (!answer.destroyed && answer.write(" ".repeat(65_536))) continue
      }
      answer.on("drain", write)
      return write()
    }
    const request = new Request(new URL(url, double.baseUrl), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) })
    })
    const response = await double.fetch(request)
    const text = (await response.text()).replaceAll(double.baseUrl, baseUrl)
    const named = Object.fromEntries(response.headers)
    delete named["content-length"]
    answer.writeHead(response.status, named).end(text)
  })
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** The tests of an implementation. */
export const holdsOver = (...implementations: ReadonlyArray<readonly [name: string, implementation: typeof fetch]>) =>
  describe.each(implementations)("a client over %s", (name, implementation) => {
    const clientAt = (path = "") =>
      createClient({
        baseUrl: baseUrl + path,
        clientId: double.clientId,
        clientSecret: double.clientSecret,
        retries: 0,
        fetch: implementation
      })

    it("reads pages, writes, and reads errors", async () => {
      const partner = clientAt().organization("org_1")
      const jobs = await partner.jobs.list().all({ max: 1_000 })
      assert.strictEqual(jobs.length, 250)
      const email = `${jobs.length}.${name.replaceAll(" ", ".")}@example.com`
      const created = await partner.users.create({ first_name: "Ada", last_name: "King", email })
      assert.strictEqual((await partner.users.get(created.id)).email, email)
      const error: unknown = await partner.users.get("usr_unknown").catch((reason: unknown) => reason)
      assert.strictEqual(isPartnerError(error) ? error._tag : error, "NotFound")
    })

    it("gives a body up that has no end", async () => {
      const error: unknown = await clientAt(endless)
        .organizations.list()
        .catch((reason: unknown) => reason)
      assert.strictEqual(isPartnerError(error) ? error._tag : error, "UnexpectedResponse")
    })
  })
