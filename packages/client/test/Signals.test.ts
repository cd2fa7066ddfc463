/**
 * Signals and options of single calls.
 */
import { Console } from "node:console"
import { getEventListeners } from "node:events"
import { Writable } from "node:stream"
import { assert, describe, it, vi } from "vitest"
import type { LogLevel } from "../src/core/EventLog.ts"
import { failureOf, forEachServer, partnership, tagOf } from "./Partnership.ts"

describe("signals", () => {
  forEachServer((options) => {
    it("a signal ends a call that hangs, and its request", async () => {
      const { partner, server } = partnership(options)
      const scoped = partner.organization("org_1")
      await scoped.jobs.list()
      server.failNext("jobs.list", "hang")
      const controller = new AbortController()
      const call = failureOf(scoped.jobs.list({}, { signal: controller.signal, timeoutMs: 60_000, deadlineMs: 60_000 }))
      controller.abort()
      const error = await call
      assert.strictEqual(error._tag, "Aborted")
      assert.strictEqual(error.operation, "jobs.list")
    })

    it("a signal that was aborted before sends nothing", async () => {
      const { partner, server } = partnership(options)
      const error = await failureOf(partner.organizations.list({ signal: AbortSignal.abort() }))
      assert.strictEqual(error._tag, "Aborted")
      assert.strictEqual(error.outcome, "not_sent")
      assert.strictEqual(server.count(), 0)
    })

    it("a signal ends a wait between attempts", async () => {
      const controller = new AbortController()
      const { partner, server } = partnership(options, {
        onEvent: (event) => {
          if (event.type === "waiting") controller.abort()
        }
      })
      server.failNext("jobs.list", { status: 503, retryAfterSeconds: 30 })
      const error = await failureOf(partner.organization("org_1").jobs.list({}, { signal: controller.signal }))
      assert.strictEqual(error._tag, "Aborted")
      assert.strictEqual(error.attempts, 1)
    })

    it("a signal of one call does not take a token from the others that wait for it", async () => {
      const { partner, server } = partnership(options)
      const controller = new AbortController()
      const scoped = partner.organization("org_1")
      server.failNext("oauth.token", { delayMs: 500 })
      const first = failureOf(scoped.jobs.list({}, { signal: controller.signal }))
      const second = scoped.jobs.list().page()
      controller.abort()
      assert.strictEqual((await first)._tag, "Aborted")
      assert.strictEqual((await second).count, 3)
      assert.strictEqual(server.count("oauth.token"), 1)
    })
  })

  it("a hundred calls leave no listener on their signal", async () => {
    const { partner, server } = partnership()
    const { signal } = new AbortController()
    const scoped = partner.organization("org_1")
    for (let call = 0; call < 100; call += 1) {
      if (call % 10 === 0) server.failNext("jobs.get", { status: 404 })
      await scoped.jobs.get("job_1", { signal }).catch(() => undefined)
    }
    assert.strictEqual(server.count("jobs.get"), 100)
    assert.deepStrictEqual(getEventListeners(signal, "abort"), [])
  })

  it("thirty calls at once have one listener on their signal, which ends them all", async () => {
    const { partner, server } = partnership()
    const controller = new AbortController()
    const scoped = partner.organization("org_1")
    await scoped.jobs.list()
    server.failNext("jobs.get", "hang", { times: 30 })
    const calls = Array.from({ length: 30 }, () => tagOf(scoped.jobs.get("job_1", { signal: controller.signal })))
    // Node warns of a leak from the eleventh on.
    assert.strictEqual(getEventListeners(controller.signal, "abort").length, 1)
    controller.abort()
    assert.deepStrictEqual(new Set(await Promise.all(calls)), new Set(["Aborted"]))
    assert.deepStrictEqual(getEventListeners(controller.signal, "abort"), [])
  })

  it("break in an iteration asks for no more pages", async () => {
    const { partner, server } = partnership()
    for await (const job of partner.organization("org_1").jobs.list({ limit: 1 })) {
      assert.strictEqual(job.id, "job_1")
      break
    }
    assert.strictEqual(server.count("jobs.list"), 1)
  })

  it("a request id of yours is the one in the logs of the service", async () => {
    const { partner, server } = partnership()
    const { response } = await partner.organizations.list({ requestId: "my-id-1" }).withResponse()
    assert.strictEqual(response.requestId, "my-id-1")
    assert.isTrue(server.requests.some(({ requestId }) => requestId === "my-id-1"))
  })

  it("options that cannot be are refused before anything is sent", async () => {
    const { partner, server } = partnership()
    for (const options of [
      { timeoutMs: 0 },
      { deadlineMs: 1.5 },
      { retries: -1 },
      { retries: 11 },
      { requestId: "a b" }
    ]) {
      assert.strictEqual(
        await tagOf(partner.organizations.list(options)),
        "InvalidConfiguration",
        JSON.stringify(options)
      )
    }
    assert.strictEqual(server.count(), 0)
  })

  it("an option that the method does not have is refused with the nearest name, and nothing is sent (README)", async () => {
    const { partner, server } = partnership()
    const { jobs, users } = partner.organization("org_1")
    const refusal = async (call: PromiseLike<unknown>) => {
      const { _tag, message, outcome } = await failureOf(call)
      assert.deepStrictEqual([_tag, outcome], ["InvalidConfiguration", "not_sent"])
      return message
    }
    /** A call as a program without types makes it. */
    const call = (method: (...args: ReadonlyArray<never>) => PromiseLike<unknown>, ...args: ReadonlyArray<unknown>) =>
      refusal(Reflect.apply(method, undefined, args))
    assert.strictEqual(
      await call(jobs.get, "job_1", { timoutMs: 1 }),
      'jobs.get has no option "timoutMs". Did you mean timeoutMs?'
    )
    assert.match(await call(jobs.get, "job_1", { idempotencyKey: "k" }), /^jobs\.get has no option "idempotencyKey"/)
    assert.strictEqual(
      await call(users.create, { first_name: "A", last_name: "B", email: "c@example.com" }, { idempotencykey: "k" }),
      'users.create has no option "idempotencykey". Did you mean idempotencyKey?'
    )
    assert.strictEqual(
      await call(jobs.list, { signal: new AbortController().signal }),
      "signal is an option of the call, not of the query: jobs.list(query, options)."
    )
    assert.match(await call(jobs.list, {}, {}, {}), /^jobs\.list got more arguments than it takes/)
    assert.match(await call(jobs.get, "job_1", "fast"), /^The options of jobs\.get must be an object/)
    assert.strictEqual(server.count(), 0)
  })

  it("a condition that does not hold changes nothing", async () => {
    const { partner, server } = partnership()
    const { agencies } = partner.organization("org_1")
    const { response } = await agencies.getFees("agy_1").withResponse()
    const ifMatch = response.headers["etag"] ?? ""
    assert.notStrictEqual(ifMatch, "")
    assert.strictEqual(await tagOf(agencies.getFees("agy_1", { ifNoneMatch: ifMatch })), "NotModified")
    await agencies.setFees("agy_1", { optimizedFee: false }, { ifMatch })
    assert.strictEqual(
      await tagOf(agencies.setFees("agy_1", { optimizedFee: true }, { ifMatch })),
      "PreconditionFailed"
    )
    assert.strictEqual(server.data.fees("org_1", "agy_1")?.optimizedFee, false)
  })
})

describe("the events of a client", () => {
  it("names the call, each attempt, each wait and the end", async () => {
    const { events, partner, server } = partnership()
    server.failNext("jobs.list", { status: 503 })
    await partner.organization("org_1").jobs.list()
    const about = events.filter(({ operation }) => operation === "jobs.list")
    assert.deepStrictEqual(
      about.map(({ type }) => type),
      ["call_started", "request_sent", "request_ended", "waiting", "request_sent", "request_ended", "call_ended"]
    )
    assert.strictEqual(new Set(about.map(({ call }) => call)).size, 1)
    assert.isTrue(about.every(({ organizationId }) => organizationId === "org_1"))
  })

  it("hooks see each request and its answer: method, path, attempt, status and time, and no query (README)", async () => {
    const seen: Array<Readonly<Record<string, unknown>>> = []
    const { partner, server } = partnership(
      {},
      {
        onRequest: (request) => void seen.push({ ...request }),
        onResponse: (response) => void seen.push({ ...response })
      }
    )
    const { jobs, users } = partner.organization("org_1")
    await jobs.list({ limit: 1 })
    seen.length = 0
    server.failNext("users.list", "reset")
    await users.list({ email: "ada@example.com" })
    assert.deepStrictEqual(
      seen.map(({ attempt, error, method, path, status, type }) => [type, method, path, attempt, status, error]),
      [
        ["request_sent", "GET", "/v1/users", 1, undefined, undefined],
        ["request_ended", "GET", "/v1/users", 1, undefined, "Network"],
        ["request_sent", "GET", "/v1/users", 2, undefined, undefined],
        ["request_ended", "GET", "/v1/users", 2, 200, undefined]
      ]
    )
    assert.isTrue(seen.every(({ durationMs, type }) => type === "request_sent" || typeof durationMs === "number"))
    assert.notInclude(JSON.stringify(seen), "ada@example.com")
    await partner.organizations.list()
    assert.isTrue(seen.some(({ path }) => path === "/v1/organizations"))
  })

  it("a hook that throws harms no call, and no other listener", async () => {
    const refuse = () => {
      throw new Error("the log is full")
    }
    const types: Array<string> = []
    const { partner } = partnership(
      {},
      { onRequest: refuse, onResponse: refuse, onEvent: ({ type }) => void types.push(type) }
    )
    assert.strictEqual((await partner.organizations.list()).length, 2)
    assert.strictEqual(types.filter((type) => type === "request_ended").length, 2)
  })

  it("a listener that throws harms no call", async () => {
    const { partner } = partnership(
      {},
      {
        onEvent: () => {
          throw new Error("the log is full")
        }
      }
    )
    assert.strictEqual((await partner.organizations.list()).length, 2)
  })
})

describe("a logger", () => {
  /** A logger that keeps its lines. */
  const keeping = () => {
    const lines: Array<readonly [level: string, message: string, fields: Readonly<Record<string, unknown>>]> = []
    const keep = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) =>
      void lines.push([level, message, fields])
    return { lines, logger: { debug: keep("debug"), info: keep("info"), warn: keep("warn"), error: keep("error") } }
  }

  /** The levels of the lines about a call that is retried once and ends well, and of one that fails. */
  const levelsAt = async (logLevel: LogLevel | undefined) => {
    const { lines, logger } = keeping()
    const { partner, server } = partnership({}, logLevel === undefined ? { logger } : { logger, logLevel })
    await partner.organizations.list()
    lines.length = 0
    server.failNext("organizations.list", { status: 503 })
    await partner.organizations.list()
    await tagOf(partner.organization("org_1").jobs.get("job_none"))
    return lines.filter(([, message]) => !message.includes("token")).map(([level]) => level)
  }

  it("gets the lines of its level and those above it; by default warn (README)", async () => {
    assert.deepStrictEqual(await levelsAt("off"), [])
    assert.deepStrictEqual(await levelsAt("error"), ["error"])
    assert.deepStrictEqual(await levelsAt("warn"), ["warn", "error"])
    assert.deepStrictEqual(await levelsAt(undefined), ["warn", "error"])
    assert.deepStrictEqual(await levelsAt("info"), ["warn", "info", "error"])
    assert.deepStrictEqual(
      await levelsAt("debug"),
      ["debug", "debug", "debug", "warn", "debug", "debug", "info"].concat(["debug", "debug", "debug", "error"])
    )
  })

  it("gets fields of an allow-list: no query, body, header or secret (README)", async () => {
    const { lines, logger } = keeping()
    const { partner, server } = partnership({}, { logger, logLevel: "debug" })
    const { users } = partner.organization("org_1")
    await users.list({ email: "canary@example.com" }, { headers: { "x-canary": "canary" } })
    await users.create({ first_name: "Canary", last_name: "Canary", email: "canary@example.com" })
    server.failNext("users.get", { status: 429, retryAfterSeconds: 1 })
    await tagOf(users.get("nobody"))
    const allowed = [
      "call",
      "operation",
      "organizationId",
      "method",
      "path",
      "attempt",
      "attempts",
      "status",
      "durationMs",
      "error",
      "requestId",
      "waitMs",
      "ahead"
    ]
    assert.includeMembers(allowed, [...new Set(lines.flatMap(([, , fields]) => Object.keys(fields)))])
    assert.isFalse(/canary|Bearer|secret/i.test(JSON.stringify(lines)))
    assert.isTrue(lines.every(([, message]) => /^partner-api: [\w.]+ /.test(message)))
  })

  it("prints one line for a retry where it is a console, fields included (docs/recipes)", async () => {
    let printed = ""
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        printed += String(chunk)
        done()
      }
    })
    const { partner, server } = partnership({}, { logger: new Console(stream), retries: 1 })
    server.failNext("jobs.list", { status: 503 })
    await partner.organization("org_1").jobs.list()
    assert.match(printed, /^partner-api: jobs\.list is retried in \d+ ms after Unavailable \{.*"attempt":1,.*\}\n$/)
  })

  it("is console when there is a level alone (README)", async () => {
    const { logger, lines } = keeping()
    vi.stubGlobal("console", logger)
    try {
      const { partner } = partnership({}, { logLevel: "info" })
      await partner.organizations.list()
    } finally {
      vi.unstubAllGlobals()
    }
    assert.isAbove(lines.length, 0)
  })
})
