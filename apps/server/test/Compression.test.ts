/**
 * Which answers are compressed (docs/decisions, Compression): lists and what stays as it is, from a size on, for those who ask. No answer
 * with the state of a resource, no token, and no error.
 */
import * as Http from "node:http"
import * as Zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { compressed } from "../src/platform/listener/Compression.ts"
import { compressedBytesMin } from "../src/platform/Limits.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { acme, primary } = server.tokens

interface Received {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly bytes: Buffer
}

/** An answer as its bytes come. */
const get = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { body, method = "GET" }: { readonly method?: string; readonly body?: string } = {}
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const request = Http.request({ host: "127.0.0.1", port: server.port, path, method, headers }, (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("error", reject)
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: Buffer.concat(chunks) })
      )
    })
    request.on("error", reject)
    request.end(body)
  })

const gzip = { "accept-encoding": "gzip, deflate, br" }
const as = (token: string) => ({ authorization: `Bearer ${token}` })

/** What is compressed: a path, and who asks. */
const compressible: ReadonlyArray<readonly [path: string, headers: Readonly<Record<string, string>>]> = [
  ["/v1/jobs?limit=100", as(acme)],
  ["/v1/applications", as(acme)],
  ["/v1/audit_log", as(acme)],
  ["/docs", {}],
  ["/openapi.json", {}]
]

describe("an answer that may be compressed", () => {
  it.for(compressible)(
    "is, for those who ask, and says the same: %s (docs/decisions, Compression)",
    async ([path, who]) => {
      const [plain, packed] = [await get(path, who), await get(path, { ...who, ...gzip })]
      assert.deepStrictEqual([plain.status, packed.status], [200, 200])
      assert.isUndefined(plain.headers["content-encoding"])
      assert.strictEqual(packed.headers["content-encoding"], "gzip")
      for (const { bytes, headers } of [plain, packed]) {
        assert.match(headers["vary"] ?? "", /^Accept-Encoding(?:$|,)/)
        assert.strictEqual(headers["content-length"], String(bytes.length))
      }
      assert.isBelow(packed.bytes.length, plain.bytes.length / 2)
      const text = (bytes: Buffer) => bytes.toString().replaceAll(/cursor=[\w.-]+/g, "cursor")
      assert.strictEqual(text(Zlib.gunzipSync(packed.bytes)), text(plain.bytes))
      assert.strictEqual(packed.headers["content-type"], plain.headers["content-type"])
      assert.strictEqual(packed.headers["etag"], plain.headers["etag"])
    }
  )

  it("is compressed once, also where many request it at the same moment", async () => {
    const headers = { etag: '"same"', vary: "Accept-Encoding" }
    const answer = HttpServerResponse.uint8Array(new Uint8Array(compressedBytesMin), { headers })
    const answers = await Effect.runPromise(Effect.replicateEffect(compressed(answer), 8, { concurrency: "unbounded" }))
    const bodies = answers.map(({ body }) => (body._tag === "Uint8Array" ? body.body : body._tag))
    assert.lengthOf(bodies, 8)
    assert.lengthOf([...new Set(bodies)], 1)
  })

  it("is not below the size where it saves something, and says by Vary that it could be", async () => {
    const small = await get("/v1/jobs?limit=1", { ...as(acme), ...gzip })
    assert.isBelow(small.bytes.length, compressedBytesMin)
    assert.isUndefined(small.headers["content-encoding"])
    assert.match(small.headers["vary"] ?? "", /^Accept-Encoding,/)
  })

  it.for([
    ["gzip", "gzip"],
    ["GZIP;Q=0.5", "gzip"],
    ["br;q=1, *;q=0.1", "gzip"],
    ["identity, gzip;q=0.001", "gzip"],
    ["", undefined],
    ["br, deflate", undefined],
    ["identity", undefined],
    ["gzip;q=0", undefined],
    ["*, gzip; q=0.000", undefined],
    ["gzipped", undefined]
  ] as const)("is compressed as Accept-Encoding: %j says (RFC 9110 §12.5.3)", async ([header, expected]) => {
    const { headers } = await get("/v1/jobs", { ...as(acme), "accept-encoding": header })
    assert.strictEqual(headers["content-encoding"], expected)
  })

  it("has the same head for HEAD (RFC 9110 §9.3.2)", async () => {
    const head = await get("/v1/jobs", { ...as(acme), ...gzip }, { method: "HEAD" })
    assert.strictEqual(head.headers["content-encoding"], "gzip")
    assert.strictEqual(head.bytes.length, 0)
  })
})

describe("an answer that must not be compressed", () => {
  const form = "grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret"
  const formType = { "content-type": "application/x-www-form-urlencoded" }
  const json = { "content-type": "application/json" }
  const long = JSON.stringify({ title: "Engineer", description: "Builds engines. ".repeat(200) })

  it("is not when it names the state of a resource, however long it is (docs/decisions, Compression)", async () => {
    const made = await get("/v1/jobs", { ...as(acme), ...json, ...gzip }, { method: "POST", body: long })
    const { id }: { id: string } = JSON.parse(made.bytes.toString())
    const read = await get(`/v1/jobs/${id}`, { ...as(acme), ...gzip })
    for (const { bytes, headers } of [made, read]) {
      assert.isAbove(bytes.length, 2 * compressedBytesMin)
      assert.isUndefined(headers["content-encoding"])
      assert.notInclude(headers["vary"] ?? "", "Accept-Encoding")
    }
    assert.isDefined(read.headers["etag"])
  })

  it("is not when it is a token or an error (docs/decisions, Compression)", async () => {
    const answers = [
      await get("/oauth/token", { ...formType, ...gzip }, { method: "POST", body: form }),
      await get("/v1/organizations/org_acme/token", { ...as(primary), ...gzip }, { method: "POST" }),
      await get("/v1/jobs?limit=0", { ...as(acme), ...gzip }),
      await get("/v1/jobs", gzip)
    ]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 422, 401]
    )
    for (const { headers } of answers) {
      assert.isUndefined(headers["content-encoding"])
      assert.notInclude(headers["vary"] ?? "", "Accept-Encoding")
    }
  })
})

describe("what stays as it is", () => {
  it.for(["/docs", "/openapi.json", "/favicon.ico"])(
    "is asked about again, and not sent to those who have it: %s (RFC 9110 §13.1.2)",
    async (path) => {
      const first = await get(path, gzip)
      assert.strictEqual(first.status, 200)
      assert.strictEqual(first.headers["cache-control"], "no-cache")
      const tag = first.headers["etag"] ?? ""
      assert.match(tag, /^W\/"[\w-]{22}"$/)
      for (const known of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
        const again = await get(path, { ...gzip, "if-none-match": known })
        assert.deepStrictEqual([again.status, again.bytes.length, again.headers["etag"]], [304, 0, tag], known)
        assert.strictEqual(again.headers["vary"], "Accept-Encoding")
      }
      assert.strictEqual((await get(path, { "if-none-match": '"other"' })).status, 200)
    }
  )
})
