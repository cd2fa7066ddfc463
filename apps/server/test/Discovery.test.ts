/**
 * What the service says of itself: health, extensions, the OpenAPI document and the documentation page (decisions, Discovery).
 */
import * as Crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { endpoints, extensions } from "@partner-api/contract/Endpoints"
import { pathTemplate } from "@partner-api/contract/Path"
import { membersOf } from "./HttpCall.ts"
import { sharedServer, startServer } from "./TestServer.ts"

const { call, publicUrl } = await sharedServer()

describe("discovery", () => {
  it.for(["/health/live", "/health/ready"])("%s says ok without a token (decisions, Discovery)", async (path) => {
    const answer = await call("GET", path)
    assert.deepStrictEqual([answer.status, answer.json], [200, { status: "ok" }])
  })

  it("lists the extensions that the contract declares (decisions, Discovery)", async () => {
    const { extensions: listed } = membersOf(await call("GET", "/.well-known/partner-api"))
    assert.deepStrictEqual(listed, [...extensions])
    assert.includeMembers([...extensions], ["fees.read", "users.read", "organizations.create"])
  })

  it.for(["/docs", "/openapi.json", "/.well-known/oauth-authorization-server"])(
    "%s takes no token and minds none (decisions, Discovery)",
    async (path) => {
      assert.strictEqual((await call("GET", path)).status, 200)
      assert.strictEqual((await call("GET", path, { token: "no" })).status, 200)
    }
  )
})

describe("the OpenAPI document", async () => {
  const Operations = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown))
  const Document = Schema.Struct({
    openapi: Schema.String,
    servers: Schema.Array(Schema.Struct({ url: Schema.String })),
    paths: Operations
  })
  const document = Schema.decodeUnknownSync(Document)((await call("GET", "/openapi.json")).json)

  it("is of version 3.1, for this address (decisions, Discovery)", () => {
    assert.match(document.openapi, /^3\.1\./)
    assert.deepStrictEqual(document.servers, [{ url: publicUrl }])
  })

  it("has every endpoint of the contract, and no other (decisions, Discovery)", () => {
    const listed = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`)
    )
    const declared = endpoints.map(({ method, path }) => `${method.toLowerCase()} ${pathTemplate(path)}`)
    assert.deepStrictEqual(listed.toSorted(), declared.toSorted())
    assert.isAtLeast(declared.length, 18)
  })

  it("is answered with nosniff by every operation, whatever it answers (docs/decisions, Documentation page)", async () => {
    for (const { method, path } of endpoints) {
      for (const requestMethod of [method, "OPTIONS"]) {
        const { headers, status } = await call(requestMethod, path.replaceAll(/:[A-Za-z]+/g, "x"))
        assert.strictEqual(headers["x-content-type-options"], "nosniff", `${requestMethod} ${path}: ${status}`)
      }
    }
  })

  it("is answered by the service: no operation is unknown to it (decisions, Discovery)", async () => {
    for (const { method, path } of endpoints) {
      const { status } = await call(method, path.replaceAll(/:[A-Za-z]+/g, "x"))
      assert.notInclude([404, 405, 500], status, `${method} ${path}`)
    }
  })
})

describe("the address of the service", () => {
  it("leads to the documentation page, by GET alone (docs/decisions, Examples)", async () => {
    const { headers, status } = await call("GET", "/")
    assert.deepStrictEqual([status, headers["location"]], [302, "/docs"])
    assert.strictEqual((await call("POST", "/")).status, 404)
    for (const path of ["//", "/docs/", "/v1/"]) assert.strictEqual((await call("GET", path)).status, 404, path)
  })

  it("has an icon", async () => {
    const { headers, status } = await call("GET", "/favicon.ico")
    assert.deepStrictEqual([status, headers["content-type"]], [200, "image/x-icon"])
  })
})

describe("the documentation page", async () => {
  const page = await call("GET", "/docs")

  it("shows the credentials of the sandbox, and nobody's elsewhere (docs/decisions, Examples)", async () => {
    await using serious = await startServer({ sandbox: false })
    for (const path of ["/docs", "/openapi.json"]) {
      const [here, there] = [await call("GET", path), await serious.call("GET", path)]
      assert.include(here.text, "sandbox-secret", path)
      assert.strictEqual(there.status, 200)
      assert.notInclude(there.text, "sandbox-", path)
    }
  })

  it("is HTML (decisions, Discovery)", () => {
    assert.strictEqual(page.status, 200)
    assert.match(String(page.headers["content-type"]), /^text\/html/)
    assert.match(page.text, /^\s*<!doctype html>/i)
  })

  it("runs its own scripts alone, and lets nothing else in or out (docs/decisions, Documentation page)", () => {
    const digests = [...page.text.matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, script = ""]) => `'sha256-${Crypto.createHash("sha256").update(script).digest("base64")}'`
    )
    assert.lengthOf(digests, 2)
    assert.strictEqual(
      page.headers["content-security-policy"],
      `default-src 'none'; script-src ${digests.join(" ")}; style-src 'unsafe-inline'; connect-src 'self' ${publicUrl}; ` +
        "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert.strictEqual(page.headers["referrer-policy"], "no-referrer")
    assert.strictEqual(page.headers["x-content-type-options"], "nosniff")
  })

  it("loads nothing from another host (decisions, Discovery)", () => {
    // What a browser fetches on load: attributes of tags outside scripts, imports and addresses in styles.
    const markup = page.text.replaceAll(/(<script\b[^>]*>)[^]*?(<\/script>)/g, "$1$2")
    const fetched = [...markup.matchAll(/\b(?:src|href|action|data)\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/gi)].map(
      ([, url]) => url
    )
    const styled = [...markup.matchAll(/(?:@import|url\()\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi)].map(([, url]) => url)
    assert.deepStrictEqual([...fetched, ...styled], [])
    // The page's own script fetches fonts from elsewhere unless a setting forbids it.
    assert.match(page.text, /"withDefaultFonts":\s*false/)
    assert.isAbove(markup.length, 100, "something is left to search")
  })
})
