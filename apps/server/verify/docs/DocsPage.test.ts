/**
 * The documentation page in a real browser (decisions, Discovery): it shows every endpoint, requests can be tried on it, and it asks
 * nobody but the service it belongs to.
 *
 * DOCS_SHOTS names a folder for pictures of what was seen.
 */
import * as Http from "node:http"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { generatedFrom } from "@partner-api/contract/ApiDocument"
import { endpoints } from "@partner-api/contract/Endpoints"
import { pathTemplate } from "@partner-api/contract/Path"
import { WebhookApi } from "@partner-api/contract/WebhookApi"
import type { Page } from "playwright-core"
import { sharedServer, startServer } from "../../test/TestServer.ts"
import { getBrowser, missingBrowser, visit } from "./Browser.ts"
import { shadesMin, shadesOf } from "./Picture.ts"
import { openReference } from "./ReferencePage.ts"

const shots = process.env["DOCS_SHOTS"]
const takeShot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: Path.join(shots, name), animations: "disabled" })
}

/** What the requests to webhook endpoints are called. */
const webhookTitles = Object.values(generatedFrom(WebhookApi).paths).map(({ post }) => post?.summary ?? "")

/** A page of somebody else, on this machine. */
const serve = async (html: string, headers: Readonly<Record<string, string>> = {}) => {
  const server = Http.createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(html)
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const notRun = missingBrowser === undefined ? "" : ` [not run here: ${missingBrowser}]`
/** The page asks once whether it may make code of text. The answer is no, and it does without. */
const needsEval = ["script-src eval"]

/** A browser on a machine that is busy with other tests. */
const slow = { timeout: 240_000 }

describe.skipIf(missingBrowser !== undefined)(`the documentation page in a browser${notRun}`, slow, async () => {
  const server = await sharedServer()
  const docs = `${server.publicUrl}/docs`
  let browser: Awaited<ReturnType<typeof getBrowser>>
  beforeAll(async () => {
    browser = await getBrowser()
  }, slow.timeout)
  afterAll(() => browser[Symbol.dispose]())

  it("shows every endpoint and every webhook of the contract and no other (decisions, Discovery)", async () => {
    const { complaints, origins, violations } = await visit(browser, async (page) => {
      const reference = await openReference(page, docs)
      await takeShot(page, "docs-start.png")
      assert.strictEqual(await page.title(), "Recruiting Partner API")
      assert.sameMembers(
        [...(await reference.operations())],
        [
          ...endpoints.map(({ method, path }) => `${method} ${pathTemplate(path)}`),
          ...webhookTitles.map((title) => `POST ${title}`)
        ]
      )
      assert.sameMembers(
        [...(await reference.sidebar())],
        [
          ...endpoints.map(({ metadata, method }) => `${metadata.title} ${method === "DELETE" ? "DEL" : method}`),
          ...webhookTitles.map((title) => `${title} POST`)
        ]
      )
      assert.include(await reference.part("Introduction"), server.publicUrl)
      await reference.switchLight()
      await reference.search("Add a user")
      await takeShot(page, "docs-found.png")
    })
    assert.deepStrictEqual(complaints, [])
    assert.deepStrictEqual(violations, needsEval)
    assert.deepStrictEqual(origins, [server.publicUrl])
  })

  it("leads from credentials to jobs by requests that are tried on it (decisions, Discovery; spec 5)", async () => {
    const { complaints, origins, violations } = await visit(browser, async (page) => {
      const reference = await openReference(page, docs)
      // A token that is there already must not travel beside the credentials: the token endpoint refuses two authentications.
      await reference.authenticate("an-old-token")
      await reference.goTo("Get a primary token")
      await reference.openClient("post", "/oauth/token")
      const answer = await reference.send()
      assert.include(answer, "200 OK")
      const primary = /"access_token": "([\w-]+)"/.exec(answer)?.[1] ?? ""
      await reference.closeClient()

      await reference.goTo("Introduction")
      await reference.authenticate(await server.scoped(primary))
      await reference.goTo("List jobs")
      await reference.openClient("get", "/v1/jobs")
      const jobs = await reference.send()
      await takeShot(page, "docs-tried.png")
      assert.include(jobs, "200 OK")
      assert.include(jobs, '"id": "job_00000001"')
      await reference.closeClient()

      // The example in the document is a request that works.
      await reference.goTo("Add a user")
      await reference.openClient("post", "/v1/users")
      assert.include(await reference.send(), "201 Created")
    })
    assert.deepStrictEqual(complaints, [])
    assert.deepStrictEqual(violations, needsEval)
    assert.deepStrictEqual(origins, [server.publicUrl])
  })

  it("gets a token by Authorize, with the credentials that it shows (docs/decisions, Examples)", async () => {
    const { complaints, origins } = await visit(browser, async (page) => {
      const reference = await openReference(page, docs)
      for (const text of ["sandbox-client", "sandbox-secret", "org_acme"]) {
        assert.include(await reference.part("Introduction"), text)
      }
      await reference.authorize()
      await reference.goTo("List organizations")
      await reference.openClient("get", "/v1/organizations")
      const answer = await reference.send()
      await takeShot(page, "docs-authorized.png")
      assert.include(answer, "200 OK")
      assert.include(answer, '"id": "org_acme"')
    })
    assert.deepStrictEqual(complaints, [])
    assert.deepStrictEqual(origins, [server.publicUrl])
  })

  it("shows nobody's credentials where it is no sandbox (docs/decisions, Examples)", async () => {
    await using serious = await startServer({ sandbox: false })
    await visit(browser, async (page) => {
      const reference = await openReference(page, `${serious.publicUrl}/docs`)
      assert.include(await reference.part("Introduction"), serious.publicUrl)
      assert.notMatch(await page.content(), /sandbox-|This is a sandbox|org_acme"\)/)
    })
  })

  it("draws each of its parts (docs/decisions, Examples)", async () => {
    await visit(browser, async (page) => {
      const reference = await openReference(page, docs)
      await reference.goTo("List jobs")
      for (const [name, part] of Object.entries(reference.parts)) {
        await part.scrollIntoViewIfNeeded()
        assert.isAbove(shadesOf(await part.screenshot({ animations: "disabled" })), shadesMin, name)
      }
    })
  })

  it("leads from its beginning to guides, errors and client (docs/decisions, Examples)", async () => {
    await visit(browser, async (page) => {
      const reference = await openReference(page, docs)
      for (const title of ["From credentials to data", "Lists", "Writes", "Errors", "Client library", "Command line"]) {
        const { address, top } = await reference.follow(title)
        assert.strictEqual(address, `#description/${title.toLowerCase().replaceAll(" ", "-")}`)
        assert.isAtLeast(top, 0, title)
        assert.isBelow(top, 900, title)
      }
    })
  })

  it("is shown in no frame of another page (docs/decisions, Documentation page)", async () => {
    await using other = await serve(`<iframe src="${docs}"></iframe>`)
    const { complaints } = await visit(browser, async (page) => {
      await page.goto(other.address)
    })
    assert.isTrue(
      complaints.some((text) => text.includes("frame-ancestors 'none'")),
      complaints.join()
    )
  })

  it("would be found out if it asked another host, broke its policy, or failed (negative control)", async () => {
    await using foreign = await serve(
      `<img src="https://foreign.example/logo.png"><style></style>
      <script>new WebSocket("wss://socket.example"); nowhere()</script>`,
      { "content-security-policy": "style-src 'none'" }
    )
    const { complaints, origins, violations } = await visit(browser, async (page) => {
      await page.goto(foreign.address)
    })
    assert.deepStrictEqual(origins, [foreign.address, "https://foreign.example", "wss://socket.example"])
    assert.deepStrictEqual(violations, ["style-src-elem inline"])
    assert.isTrue(complaints.some((text) => text.includes("nowhere is not defined")))
    // How a host that is not there fails is up to the resolver of the machine. The page is loaded once its image has failed.
    assert.isTrue(complaints.some((text) => text.startsWith("Failed to load resource: net::ERR_")))
  })
})
