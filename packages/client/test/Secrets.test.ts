/**
 * Canaries: a secret and its tokens go through everything that can be printed, and are found nowhere.
 */
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { createClient } from "../src/index.ts"
import type { Fault } from "../src/testing.ts"
import { createTestServer } from "../src/testing.ts"
import { isPartnerError } from "../src/core/ClientError.ts"

const faults: ReadonlyArray<Fault> = [
  { status: 401 },
  { status: 403 },
  { status: 500 },
  { status: 429, retryAfterSeconds: 100 },
  { html: 502 },
  { truncated: true },
  { body: "not json" },
  { redirect: "https://elsewhere.example/" },
  { next: "https://elsewhere.example/" },
  "reset",
  "refused",
  "hang"
]

/** Everything that a program might print of a value. */
const printed = (value: unknown): string =>
  [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value) ?? "",
    String(value),
    value instanceof Error ? `${value.stack} ${inspect(value.cause, { depth: 20 })}` : ""
  ].join("\n")

describe("secrets", () => {
  for (const flow of ["oauth", "partner"] as const) {
    it(`flow ${flow}: nothing that can be printed holds one`, async () => {
      const server = createTestServer()
      const secrets = new Set([server.clientSecret])
      const spying: typeof globalThis.fetch = async (input, init) => {
        const headers = new Headers(init?.headers)
        for (const name of ["authorization", "x-auth-token"]) {
          const value = headers.get(name)
          if (value !== null) secrets.add(value.replace(/^Bearer /, ""))
        }
        return server.fetch(input instanceof Request ? input : String(input), init)
      }
      const output: Array<string> = []
      const partner = createClient({
        ...server.client(),
        flow,
        retries: 0,
        fetch: spying,
        onEvent: (event) => void output.push(printed(event))
      })
      output.push(printed(partner), printed(partner.organization("org_1")))
      const scoped = partner.organization("org_1")
      const user = { first_name: "Ada", last_name: "Lovelace", email: "canary@example.com" }
      const calls: ReadonlyArray<readonly [operation: string, call: () => PromiseLike<unknown>]> = [
        ["jobs.list", () => scoped.jobs.list()],
        ["users.create", () => scoped.users.create(user)],
        ["agencies.setFees", () => scoped.agencies.setFees("agy_1", { optimizedFee: true })],
        ["organizations.list", () => partner.organizations.list()],
        [flow === "oauth" ? "oauth.token" : "partnerAuth.token", () => partner.organizations.list()]
      ]
      let failures = 0
      for (const [operation, call] of calls) {
        for (const fault of faults) {
          partner.forgetTokens()
          server.failNext(operation, fault, { times: 2 })
          const outcome: unknown = await call().then(
            (value) => value,
            (error: unknown) => error
          )
          if (isPartnerError(outcome)) failures += 1
          output.push(printed(outcome))
        }
      }
      assert.isAbove(failures, 40)
      assert.isAbove(secrets.size, 5)
      const all = output.join("\n")
      for (const secret of secrets) assert.isFalse(all.includes(secret), "a secret was printed")
    })
  }

  it("the secret of a webhook endpoint is in the answer that shows it, and nowhere else (decisions, Webhooks)", async () => {
    const server = createTestServer()
    const output: Array<string> = []
    const log = (...values: ReadonlyArray<unknown>) => void output.push(...values.map(printed))
    const partner = createClient({
      ...server.client(),
      logger: { debug: log, info: log, warn: log, error: log },
      logLevel: "debug",
      onEvent: log,
      onRequest: log,
      onResponse: log
    })
    const { webhookEndpoints } = partner.organization("org_1")
    const { id, secret = "" } = await webhookEndpoints.create({ url: "https://example.com/webhooks" })
    const { secret: next = "" } = await webhookEndpoints.rotateSecret(id, {})
    for (const shown of [secret, next]) assert.match(shown, /^whsec_/)
    log(
      await webhookEndpoints.get(id),
      await webhookEndpoints.list(),
      await webhookEndpoints.update(id, { types: ["*"] })
    )
    log(await webhookEndpoints.test(id), await webhookEndpoints.deliveries(id))
    log(partner, webhookEndpoints, server, server.requests)
    assert.isAbove(output.length, 40)
    assert.notInclude(output.join("\n"), "whsec_")
  })

  it("a service that echoes a secret in its error is quoted, its body is not kept", async () => {
    const server = createTestServer()
    const partner = createClient({ ...server.client(), retries: 0 })
    server.failNext("oauth.token", {
      status: 400,
      headers: { "x-echo": server.clientSecret }
    })
    const error: unknown = await partner.organizations.list().catch((caught: unknown) => caught)
    assert.isTrue(isPartnerError(error))
    assert.isFalse(printed(error).includes(server.clientSecret))
  })

  it("an unknown rejection does not go unnoticed, and one that is looked at once is enough", async () => {
    const server = createTestServer()
    const partner = createClient({ ...server.client(), retries: 0 })
    server.failNext("*", { status: 500 }, { times: 9 })
    const unhandled: Array<unknown> = []
    const listen = (reason: unknown) => void unhandled.push(reason)
    process.on("unhandledRejection", listen)
    await partner.organizations
      .list()
      .withResponse()
      .catch(() => undefined)
    await partner.organizations.list().catch(() => undefined)
    await partner.jobs
      .list()
      .page()
      .catch(() => undefined)
    // Rejections are reported after the microtasks of the turn in which they happened.
    await new Promise((resolve) => setImmediate(resolve))
    process.off("unhandledRejection", listen)
    assert.deepStrictEqual(unhandled, [])
  })
})
