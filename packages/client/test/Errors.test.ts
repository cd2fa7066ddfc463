/**
 * Errors as programs meet them: their classes, their causes, and their messages about a connection that is not secure.
 */
import { rejects } from "node:assert/strict"
import * as Http from "node:http"
import { inspect } from "node:util"
import { assert, describe, expect, it } from "vitest"
import { descriptionOf, isPartnerError } from "../src/core/ClientError.ts"
import {
  AbortedError,
  type ClientError,
  createClient,
  NetworkError,
  NotFoundError,
  PartnerError,
  RateLimitedError,
  TlsError
} from "../src/index.ts"
import { createTestServer } from "../src/testing.ts"
import { failureOf, partnership } from "./Partnership.ts"

/** A client whose requests end with this error; tokens too, when `isAll`. */
const failingWith = (error: unknown) => {
  const server = createTestServer()
  let failed = 0
  const fetch: typeof server.fetch = (input, init) => {
    if (String(input).endsWith("/token")) return server.fetch(input, init)
    failed += 1
    return Promise.reject(error)
  }
  const partner = createClient({ ...server.client(), fetch, retries: 1 })
  return { jobs: partner.organization("org_1").jobs, count: () => failed }
}

describe("classes", () => {
  it("of errors are for instanceof, one for each kind and one for all (README)", async () => {
    const { partner } = partnership()
    const missing: unknown = await partner
      .organization("org_1")
      .jobs.get("job_none")
      .catch((error: unknown) => error)
    assert.isTrue(missing instanceof NotFoundError)
    assert.isTrue(missing instanceof PartnerError)
    assert.isTrue(missing instanceof Error)
    assert.isFalse(missing instanceof RateLimitedError)
    for (const other of [new Error("NotFound"), { _tag: "NotFound" }, null, undefined, "NotFound"]) {
      assert.isFalse(other instanceof NotFoundError)
      assert.isFalse(other instanceof PartnerError)
    }
    // The compiler knows the kind.
    if (missing instanceof NotFoundError) {
      const tag: "NotFound" = missing._tag
      assert.strictEqual(tag, "NotFound")
    }
    if (missing instanceof PartnerError) {
      const error: ClientError = missing
      assert.strictEqual(error.code, "not_found")
    }
  })

  it("are understood by the assertions of Node", async () => {
    const { partner } = partnership()
    const { jobs } = partner.organization("org_1")
    assert.isUndefined(await rejects(jobs.get("job_none"), NotFoundError))
    assert.isUndefined(await rejects(rejects(jobs.get("job_none"), RateLimitedError)))
  })

  it("are understood by the assertions of Vitest and Jest", async () => {
    const { partner } = partnership()
    const { jobs } = partner.organization("org_1")
    await expect(jobs.get("job_none")).rejects.toThrow(NotFoundError)
    await expect(jobs.get("job_none")).rejects.toThrow(PartnerError)
    await expect(jobs.get("job_none")).rejects.not.toThrow(RateLimitedError)
  })

  it("make errors for a mock to throw, with the status and the outcome of their kind (docs/errors.md)", () => {
    const missing = new NotFoundError({ message: "no such job", operation: "jobs.get" })
    const { _tag, attempts, code, message, operation, outcome, status } = missing
    assert.deepStrictEqual(
      { _tag, attempts, code, message, operation, outcome, status },
      {
        _tag: "NotFound",
        attempts: 1,
        code: "not_found",
        message: "no such job",
        operation: "jobs.get",
        outcome: "rejected",
        status: 404
      }
    )
    assert.isTrue(missing instanceof NotFoundError && missing instanceof Error)
    const away = new NetworkError()
    assert.deepStrictEqual([away.message, away.outcome, away.status], [descriptionOf("Network"), "unknown", undefined])
    const limited = new PartnerError("RateLimited", { retryAfterMs: 2_000, outcome: "not_sent" })
    assert.isTrue(limited instanceof RateLimitedError)
    assert.deepStrictEqual([limited.status, limited.retryAfterMs, limited.outcome], [429, 2_000, "not_sent"])
  })

  it("know the errors of another copy of the library", async () => {
    // The same module once more, as a second installation has it.
    const path = "../src/core/ClientError.ts?copy"
    const copy: typeof import("../src/core/ClientError.ts") = await import(path)
    const error = copy.clientError(
      { tag: "NotFound", message: "", outcome: "rejected" },
      { operation: undefined, attempts: 1 }
    )
    assert.isFalse(copy.isPartnerError === isPartnerError)
    assert.isTrue(isPartnerError(error, "NotFound"))
    assert.isTrue(error instanceof NotFoundError)
    assert.isTrue(error instanceof PartnerError)
  })
})

describe("the headers of an error", () => {
  it("are those of its answer, for a header that this library does not know (docs/errors)", async () => {
    const { partner, server } = partnership({}, { retries: 0 })
    server.failNext("jobs.get", { status: 429, headers: { "X-Gateway": "edge" } })
    const error = await failureOf(partner.organization("org_1").jobs.get("job_1"))
    assert.deepInclude(error.headers, { "retry-after": "1", "x-gateway": "edge" })
    assert.strictEqual(error.requestId, error.headers["x-request-id"])
    const unread = await failureOf(partner.organization("org_1").jobs.get("job_none"))
    assert.strictEqual(unread.headers["content-type"], "application/json")
  })

  it("are there too where a success cannot be read, and none where there was no answer", async () => {
    const { partner, server } = partnership({}, { retries: 0 })
    const { jobs } = partner.organization("org_1")
    server.answer("jobs.get", () => ({ body: {}, headers: { "X-Gateway": "edge" } }))
    assert.strictEqual((await failureOf(jobs.get("job_1"))).headers["x-gateway"], "edge")
    server.failNext("jobs.get", "refused")
    assert.deepStrictEqual((await failureOf(jobs.get("job_1"))).headers, {})
    assert.deepStrictEqual(new NotFoundError({ headers: { "x-made": "yes" } }).headers, { "x-made": "yes" })
  })

  it("are printed by nothing: they may be many, and hold cookies", async () => {
    const { partner, server } = partnership({}, { retries: 0 })
    server.failNext("jobs.get", { status: 404, headers: { "Set-Cookie": "session=canary" } })
    const error = await failureOf(partner.organization("org_1").jobs.get("job_1"))
    assert.include(error.headers["set-cookie"], "canary")
    for (const printed of [inspect(error), JSON.stringify(error), String(error)]) assert.notInclude(printed, "canary")
  })
})

describe("the cause of an error", () => {
  it("of the network is the error that fetch had (README)", async () => {
    const cause = new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
    })
    const error = await failureOf(failingWith(cause).jobs.get("job_1"))
    assert.isTrue(error instanceof NetworkError)
    assert.strictEqual(error.cause, cause)
    assert.match(error.remedy, /^Check `baseUrl` and that the service runs, or try again later\./)
  })

  it("of a port that fetch refuses to use is reported with the host, and nothing was sent", async () => {
    const partner = createClient({ baseUrl: "http://127.0.0.1:6000", clientId: "a", clientSecret: "b", retries: 0 })
    const { message, outcome } = await failureOf(partner.organizations.list())
    assert.deepStrictEqual(
      { message, outcome },
      { message: "The connection to 127.0.0.1:6000 failed (fetch refuses to use this port).", outcome: "not_sent" }
    )
  })

  it("holds no token, whatever hangs on it", async () => {
    const server = createTestServer()
    let token = ""
    for (const spoil of [
      (init: RequestInit | undefined) => ({ config: { headers: init?.headers } }),
      (init: RequestInit | undefined) => ({ request: new Request(server.baseUrl, init) }),
      (init: RequestInit | undefined) => ({ message: `sent ${new Headers(init?.headers).get("authorization")}` })
    ]) {
      const fetch: typeof server.fetch = (input, init) => {
        if (String(input).endsWith("/token")) return server.fetch(input, init)
        token = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? ""
        const within = Object.assign(new Error("reset"), { code: "ECONNRESET" })
        return Promise.reject(Object.assign(new Error("fetch failed", { cause: within }), spoil(init)))
      }
      const { jobs } = createClient({ ...server.client(), fetch, retries: 0 }).organization("org_1")
      const error = await failureOf(jobs.get("job_1"))
      assert.isAbove(token.length, 20)
      assert.notInclude(inspect(error, { depth: 20, showHidden: true }), token)
      assert(error.cause instanceof Error && error.cause.cause instanceof Error)
      assert.strictEqual(Reflect.get(error.cause.cause, "code"), "ECONNRESET")
    }
  })

  it("of an aborted call is the reason of its signal, and its name is that of fetch (README)", async () => {
    const { partner, server } = partnership()
    await partner.organization("org_1").jobs.get("job_1")
    for (const reason of [new Error("the user left"), "text", undefined]) {
      server.failNext("jobs.get", "hang")
      const controller = new AbortController()
      const call = failureOf(partner.organization("org_1").jobs.get("job_1", { signal: controller.signal }))
      controller.abort(reason)
      const error = await call
      assert.isTrue(error instanceof AbortedError)
      assert.strictEqual(error.name, "AbortError")
      assert.strictEqual(error.cause, controller.signal.reason)
    }
    const before = await failureOf(partner.organizations.list({ signal: AbortSignal.abort("early") }))
    assert.strictEqual(before.cause, "early")
    assert.match(String(before.stack), /^AbortError: /)
  })

  it("of a token that could not be had is the error of the function", async () => {
    const cause = new Error("the vault is sealed")
    const partner = createClient({
      baseUrl: "https://api.example.com",
      token: () => Promise.reject(cause)
    })
    assert.strictEqual((await failureOf(partner.organizations.list())).cause, cause)
  })

  it("of a body that is no JSON quotes nothing of it", async () => {
    const { partner, server } = partnership({}, { retries: 0 })
    server.failNext("jobs.get", { body: '{"id": canary' })
    const error = await failureOf(partner.organization("org_1").jobs.get("job_1"))
    assert.isTrue(error.cause instanceof SyntaxError)
    assert.notInclude(inspect(error), "canary")
  })
})

describe("a connection that is not secure", () => {
  for (const [code, message, remedy] of [
    ["CERT_HAS_EXPIRED", "has expired", /renew/],
    ["CERT_NOT_YET_VALID", "is not valid yet", /clock/],
    ["CERT_REVOKED", "has been revoked", /operator/],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "is self-signed", /NODE_EXTRA_CA_CERTS/],
    ["SELF_SIGNED_CERT_IN_CHAIN", "does not trust", /NODE_EXTRA_CA_CERTS/],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "does not know", /whole chain/],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "does not know", /NODE_EXTRA_CA_CERTS/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another host name", /baseUrl/],
    ["CERT_SIGNATURE_FAILURE", "cannot be verified", /NODE_EXTRA_CA_CERTS/],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "No secure connection", /scheme and port/]
  ] as const) {
    it(`is named, with its remedy, and not tried again: ${code} (README)`, async () => {
      const cause = new TypeError("fetch failed", { cause: Object.assign(new Error("tls"), { code }) })
      const { count, jobs } = failingWith(cause)
      const error = await failureOf(jobs.get("job_1"))
      assert.isTrue(error instanceof TlsError)
      assert.include(error.message, message)
      assert.include(error.message, code)
      assert.match(error.remedy, remedy)
      assert.strictEqual(error.outcome, "not_sent")
      assert.strictEqual(count(), 1)
    })
  }

  it("because the server speaks plain HTTP, is distinguished from a broken one", async () => {
    const server = Http.createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    const address = server.address()
    const port = typeof address === "object" ? address?.port : 0
    const partner = createClient({ baseUrl: `https://127.0.0.1:${port}`, clientId: "id", clientSecret: "secret" })
    const error = await failureOf(partner.organizations.list())
    server.close()
    assert.isTrue(error instanceof TlsError, inspect(error))
    assert.strictEqual(error.attempts, 1)
  })
})
