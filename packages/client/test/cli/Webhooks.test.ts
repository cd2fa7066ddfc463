/**
 * `partner webhooks`, as a process against a server (decisions, Webhooks): what each command sends and shows, and where the secret is seen.
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../../src/index.ts"
import { type Run, runPartner, succeed } from "./Program.ts"
import { type Service, startService } from "./Service.ts"

const url = "https://example.com/webhooks"
const since = "2026-01-31T09:30:00.000Z"

/** The commands about the endpoints of an organization. */
const webhooksOf =
  (service: Service) =>
  (...args: ReadonlyArray<string>): Promise<Run> =>
    succeed(service, ["webhooks", ...args], { PARTNER_ORGANIZATION: "org_1" })

/** Adds an endpoint; its id and its secret. */
const createdBy = async (webhooks: ReturnType<typeof webhooksOf>, ...flags: ReadonlyArray<string>) => {
  const { stdout } = await webhooks("create", "--url", url, "--json", ...flags)
  const endpoint: { readonly id: string; readonly secret: string } = JSON.parse(stdout)
  return endpoint
}

/** The endpoints of an organization, as a program manages them. */
const organizationOf = ({ server }: Service) => createClient(server.client()).organization("org_1")

/** A receiver that answers with a status. */
const answering = (status: number) => () => new Response(null, { status })

const parsed = (text: string): unknown => JSON.parse(text)

describe("partner webhooks create and rotate-secret", () => {
  it("show the secret once, on standard output, and say so", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const created = await webhooks("create", "--url", url, "--types", "job.closed,application.*", "--verbose")
    const [line = "", secretLine = ""] = created.stdout.split("\n")
    const [id = "", shownUrl, status] = line.split("  ")
    const secret = secretLine.replace("Secret: ", "")
    assert.match(id, /^whe_/)
    assert.deepStrictEqual([shownUrl, status], [url, "pending"])
    assert.match(secret, /^whsec_[\w+/]{32,}=*$/)
    assert.include(created.stderr, "The secret is shown only now")
    assert.include(created.stderr, "POST /v1/webhook_endpoints 201")

    const rotated = await webhooks("rotate-secret", id, "--overlap", "3600", "--verbose")
    const [, next = ""] = /^Secret: (\S+)$/m.exec(rotated.stdout) ?? []
    assert.match(next, /^whsec_/)
    assert.notStrictEqual(next, secret)
    assert.include(rotated.stderr, "The secret is shown only now")
    const { updated_at } = await organizationOf(service).webhookEndpoints.get(id)
    const until = new Date(Date.parse(updated_at) + 3_600_000).toISOString()
    assert.include(rotated.stderr, `The old one signs too until ${until}.`)

    // Nothing else shows one, and nothing on standard error or among the requests does.
    const later = await Promise.all([
      webhooks("list", "--verbose"),
      webhooks("list", "--csv"),
      webhooks("show", id, "--json", "--verbose"),
      webhooks("show", id),
      webhooks("disable", id, "--verbose"),
      webhooks("test", id, "--verbose"),
      webhooks("deliveries", id, "--json", "--verbose")
    ])
    const elsewhere = [
      ...later.map(({ stdout }) => stdout),
      ...[created, rotated, ...later].map(({ stderr }) => stderr)
    ]
    assert.notInclude(elsewhere.join("\n"), "whsec_")
    assert.notInclude(JSON.stringify(service.server.requests), "whsec_")
  })

  it("print one object with --json, and nothing beside it", async () => {
    await using service = await startService()
    const flags = ["--description", "The copy", "--concurrency", "2", "--json"]
    const { stderr, stdout } = await webhooksOf(service)("create", "--url", url, ...flags)
    const endpoint = Object(parsed(stdout))
    assert.deepInclude(endpoint, { url, types: ["*"], description: "The copy", concurrency: 2, status: "pending" })
    assert.match(endpoint.secret, /^whsec_/)
    assert.strictEqual(stderr, "")
  })

  it("say how to get another secret where the answer was given before", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const key = ["--idempotency-key", "setup-1"]
    const { id } = await createdBy(webhooks, ...key)
    const again = await webhooks("create", "--url", url, ...key)
    assert.strictEqual(again.stdout, `${id}  ${url}  pending\n`)
    assert.include(again.stderr, `partner webhooks rotate-secret ${id} makes another one.`)
  })

  it("do not send again what may have been done, and name the key (decisions, Webhooks)", async () => {
    await using service = await startService()
    service.server.failNext("webhookEndpoints.create", "reset-after", { times: 3 })
    const { code, stderr } = await runPartner(service, ["webhooks", "create", "--url", url], {
      PARTNER_ORGANIZATION: "org_1"
    })
    assert.strictEqual(code, 1)
    assert.match(stderr, /Whether it was done is not known.*--idempotency-key [0-9a-f-]{36}/)
    assert.strictEqual(service.server.count("webhookEndpoints.create"), 1)
  })

  it.for([
    [["--url", "ftp://example.com"], "must be an https: address"],
    [["--url", "https://example.com:99999/"], "--url must have a port of at most 65535"],
    [
      ["--url", "http://10.0.0.1:25/", "--dry-run"],
      "--url must be an https: address, and must use port 443, or one from 1024 on."
    ],
    [
      ["--url", url, "--types", "job.closed,job.close"],
      '--types must be types such as job.closed,application.*, and "job.close" is none'
    ],
    [["--url", url, "--concurrency", "9"], "must be an integer from 1 to 8"],
    [["--url", url, "--concurrency", "abc"], '--concurrency must be a number; it is "abc".'],
    [[], "--url"]
  ] as const)("%j is refused before anything is sent", async ([flags, expected]) => {
    const { code, stderr } = await runPartner(undefined, ["webhooks", "create", ...flags])
    assert.strictEqual(code, 2)
    assert.include(stderr, expected)
  })
})

describe("partner webhooks", () => {
  it("lists the endpoints with where each stands", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    assert.include((await webhooks()).stderr, "There are no webhook endpoints.")
    const { id } = await createdBy(webhooks, "--types", "job.*")
    const { stdout } = await webhooks()
    assert.deepStrictEqual(stdout.split("\n"), [
      `${"ID".padEnd(id.length)}  URL                           TYPES  STATUS`,
      `${id}  ${url}  job.*  pending`,
      ""
    ])
    assert.strictEqual((await webhooks("list")).stdout, stdout)
    const [header = ""] = (await webhooks("list", "--csv")).stdout.split("\r\n")
    assert.include(header.split(","), "secret_hint")
    assert.notInclude(header.split(","), "secret")
  })

  it("shows an endpoint, and what is wrong with it", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const { id, secret } = await createdBy(webhooks)
    const { stderr, stdout } = await webhooks("show", id)
    assert.match(stdout, /^Endpoint +whe_/)
    assert.match(stdout, /^Status +pending$/m)
    assert.strictEqual(/^Secret +ends with (.*)$/m.exec(stdout)?.[1], secret.slice(-4))
    assert.include(stderr, "A ping is being sent to its address.")
  })

  it("says of one that gets no events what was tried last, and what to do", async () => {
    await using service = await startService()
    const { server } = service
    const webhooks = webhooksOf(service)
    const { id, secret_hint } = await organizationOf(service).webhookEndpoints.create({ url })
    assert.match((await webhooks("show", id)).stdout, /^Last attempts +none yet\nNext attempt +20\S+$/m)
    await server.deliverWebhooks(() => Promise.reject(new TypeError("fetch failed")))
    server.clock.advance(10_000)
    await server.deliverWebhooks(answering(401))
    const { stderr, stdout } = await webhooks("show", id)
    assert.match(stdout, /^Status +disabled \(ping_failed\)$/m)
    assert.match(stdout, /^Last attempts +20\S+ {2}ping {2}401\n +20\S+ {2}ping {2}connection\n$/m)
    assert.include(stderr, "Its address did not answer the ping")
    assert.include(stderr, `Check that it has the secret that ends with ${secret_hint}`)
    assert.include(stderr, `partner webhooks enable ${id} sends a ping at once`)
  })

  it("counts what an endpoint that works has parked and failed, and where it is listed", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const { webhookEndpoints } = organizationOf(service)
    const { id } = await webhookEndpoints.create({ url })
    await service.server.deliverWebhooks(answering(204))
    const before = await webhooks("show", id)
    assert.notMatch(before.stdout, /^(Parked|Failed)/m)
    assert.strictEqual(before.stderr, "")
    service.server.answer("webhookEndpoints.deliveries", ({ query }) => {
      const one = { event_id: "evt_1", type: "job.held", status: query["status"], attempts: [] }
      const isParked = query["status"] === "parked"
      return { body: { content: isParked ? [one, one] : [one], next: null, count: isParked ? 2 : 1 } }
    })
    const { stderr, stdout } = await webhooks("show", id)
    assert.match(stdout, /^Parked +2\nFailed +1$/m)
    assert.include(stderr, `partner webhooks deliveries ${id} --status parked lists what was refused.`)
    // The list of endpoints has the numbers too; JSON and CSV are what the service answers.
    for (const args of [[], ["list", "--all"]])
      assert.match((await webhooks(...args)).stdout, /enabled, 2 parked, 1 failed$/m)
    const counted = service.server.count("webhookEndpoints.deliveries")
    const listed: unknown = JSON.parse((await webhooks("list", "--json")).stdout)
    assert.notProperty(listed, "refused")
    assert.notInclude((await webhooks("list", "--csv")).stdout, "parked")
    assert.strictEqual(service.server.count("webhookEndpoints.deliveries"), counted)
    assert.include(stderr, `partner webhooks recover ${id} --since TIME sends it again.`)
  })

  it.for([
    [410, "answers 410, which says that nothing is there for good"],
    [429, "answers 429: it takes fewer events than are sent"]
  ] as const)("names what helps against %i, which is not the secret", async ([status, expected]) => {
    await using service = await startService()
    const { id } = await organizationOf(service).webhookEndpoints.create({ url })
    await service.server.deliverWebhooks(answering(status))
    const { stderr } = await webhooksOf(service)("show", id)
    assert.include(stderr, expected)
    assert.notInclude(stderr, "the secret that ends with")
  })

  it("reports the ping that a failing one gets when it is enabled", async () => {
    await using service = await startService()
    const { server } = service
    const { jobs, webhookEndpoints } = organizationOf(service)
    const { id } = await webhookEndpoints.create({ url, types: ["job.*"] })
    await server.deliverWebhooks(answering(204))
    await jobs.update("job_1", { status: "CLOSED" })
    await server.deliverWebhooks(answering(503))
    const { stderr, stdout } = await webhooksOf(service)("enable", id)
    assert.strictEqual(stdout, `${id}  ${url}  enabled, failing\n`)
    assert.include(stderr, "A ping is being sent to its address; when it is answered, deliveries resume.")
    assert.include(stderr, `partner webhooks show ${id} shows the attempts.`)
    assert.notInclude(stderr, "set status to enabled")
    await server.deliverWebhooks(answering(204))
    const { failing_since, status } = await webhookEndpoints.get(id)
    assert.deepStrictEqual([status, failing_since], ["enabled", undefined])
  })

  it("changes, disables and enables one, and says what a change would be", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const { id } = await createdBy(webhooks)
    const dry = await webhooks("update", id, "--types", "job.closed", "--dry-run", "--json")
    assert.deepStrictEqual(parsed(dry.stdout), { before: { types: ["*"] }, request: { types: ["job.closed"] } })
    assert.strictEqual(service.server.count("webhookEndpoints.update"), 0)
    const updated = await webhooks("update", id, "--types", "job.closed", "--json")
    assert.deepStrictEqual(Object(parsed(updated.stdout)).types, ["job.closed"])
    const disabled = await webhooks("disable", id)
    assert.strictEqual(disabled.stdout, `${id}  ${url}  disabled (requested)\n`)
    assert.include(disabled.stderr, "Set status to enabled")
    assert.strictEqual((await webhooks("enable", id)).stdout, `${id}  ${url}  pending\n`)
    const nothing = await runPartner(service, ["webhooks", "update", id], { PARTNER_ORGANIZATION: "org_1" })
    assert.strictEqual(nothing.code, 2)
    assert.include(nothing.stderr, "nothing is changed")
  })

  it("deletes one, and says before which one it is", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const { id } = await createdBy(webhooks)
    const dry = await webhooks("delete", id, "--dry-run")
    assert.strictEqual(dry.stdout, `${id}  ${url}  pending\n`)
    assert.include(dry.stderr, "Nothing was changed.")
    assert.strictEqual(service.server.count("webhookEndpoints.delete"), 0)
    assert.strictEqual((await webhooks("delete", id)).stdout, `${id}\n`)
    const gone = await runPartner(service, ["webhooks", "show", id], { PARTNER_ORGANIZATION: "org_1" })
    assert.strictEqual(gone.code, 1)
    assert.strictEqual((await webhooks("list", "--json")).stdout, "")
  })
})

describe("the deliveries of an endpoint", () => {
  it("are listed with the last attempt and its error; a status narrows them", async () => {
    await using service = await startService()
    const attempts = [
      { at: since, status: 503, duration_ms: 40 },
      { at: "2026-01-31T09:30:05.000Z", failure: "timeout", duration_ms: 15_000 }
    ]
    const of = (number: number, type: string, status: string, its: ReadonlyArray<object>) => ({
      event_id: `evt_${number}`,
      type,
      status,
      attempts: its
    })
    service.server.answer("webhookEndpoints.deliveries", () => ({
      body: {
        content: [
          { ...of(3, "ping", "pending", []), next_attempt_at: since },
          of(2, "job.closed", "failed", attempts),
          of(1, "job.opened", "succeeded", [{ at: since, status: 200, duration_ms: 9 }]),
          of(0, "job.held", "parked", attempts.slice(0, 1))
        ],
        next: null,
        count: 4
      }
    }))
    const { stdout } = await webhooksOf(service)("deliveries", "whe_1", "--status", "failed")
    assert.deepStrictEqual(stdout.split("\n"), [
      "LAST ATTEMPT              TYPE        STATUS     ATTEMPTS  ERROR    NEXT                      EVENT",
      "                          ping        pending    0                  2026-01-31T09:30:00.000Z  evt_3",
      "2026-01-31T09:30:05.000Z  job.closed  failed     2         timeout                            evt_2",
      "2026-01-31T09:30:00.000Z  job.opened  succeeded  1                                            evt_1",
      "2026-01-31T09:30:00.000Z  job.held    parked     1         503                                evt_0",
      ""
    ])
    assert.deepStrictEqual(service.server.requests.at(-1)?.query, { status: "failed" })
  })

  it("are requested: a ping, an event again, and everything since a moment", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const { id } = await createdBy(webhooks)
    const ping = await webhooks("test", id)
    assert.match(ping.stdout, /^evt_\w+ {2}ping {2}pending\n$/)
    assert.include(ping.stderr, `partner webhooks deliveries ${id} shows what comes of it.`)
    const [, eventId = ""] = /^(evt_\w+)/.exec(ping.stdout) ?? []
    assert.include((await webhooks("deliveries", id)).stdout, eventId)
    const missing = await runPartner(service, ["webhooks", "redeliver", id, "evt_00000000000070000000000000"], {
      PARTNER_ORGANIZATION: "org_1"
    })
    assert.strictEqual(missing.code, 1)
    assert.include(missing.stderr, "Check both ids")
    const recovered = await webhooks("recover", id, "--since", since, "--only", "all")
    assert.match(recovered.stdout, /^\d+ deliver(y|ies)\n$/)
    const failed = await webhooks("recover", id, "--since", since, "--json")
    assert.deepStrictEqual(parsed(failed.stdout), { deliveries: 0 })
  })

  it("are requested since a moment, or since some time ago", async () => {
    await using service = await startService()
    const webhooks = webhooksOf(service)
    const { id } = await createdBy(webhooks)
    const requestedSince: Array<string> = []
    service.server.answer("webhookEndpoints.recover", ({ body }) => {
      requestedSince.push(Object(body).since)
      return { status: 202, body: { deliveries: 0 } }
    })
    const units = { "10m": 600_000, "2h": 7_200_000, "3d": 259_200_000 }
    for (const [ago, agoMs] of Object.entries(units)) {
      const earliestMs = Date.now() - agoMs
      await webhooks("recover", id, "--since", ago)
      const sinceMs = Date.parse(requestedSince.at(-1) ?? "")
      assert.isAtLeast(sinceMs, earliestMs)
      assert.isAtMost(sinceMs, Date.now() - agoMs)
    }
    await webhooks("recover", id, "--since", "2026-01-31T10:30:00+01:00")
    assert.strictEqual(requestedSince.at(-1), since)
  })

  it("say what an event waits for that is sent again, until when, and what ends the wait", async () => {
    await using service = await startService()
    const { server } = service
    const webhooks = webhooksOf(service)
    const { jobs, webhookEndpoints } = organizationOf(service)
    const { id } = await webhookEndpoints.create({ url, types: ["job.*"] })
    await jobs.update("job_1", { status: "CLOSED" })
    await server.deliverWebhooks(answering(204))
    const [closed] = (await webhookEndpoints.deliveries(id)).content
    const again = ["redeliver", id, closed?.event_id ?? ""]
    await jobs.update("job_1", { status: "OPEN" })
    await server.deliverWebhooks(answering(503))
    const failing = await webhooks(...again)
    const [, next = ""] = /waits for the next attempt, at (\S+)\.\n/.exec(failing.stderr) ?? []
    assert.include(failing.stderr, `partner webhooks enable ${id} sends a ping at once`)
    const { content } = await webhookEndpoints.deliveries(id, { status: "pending" })
    assert.deepStrictEqual(
      content.map(({ next_attempt_at }) => next_attempt_at),
      [next, next]
    )
    await webhookEndpoints.update(id, { status: "disabled" })
    assert.include((await webhooks(...again)).stderr, "waits until it is enabled again.")
    const waiting = await webhookEndpoints.deliveries(id, { status: "pending" })
    for (const delivery of waiting.content) assert.notProperty(delivery, "next_attempt_at")
  })

  it("end at once where too many pings were requested", async () => {
    await using service = await startService()
    const { webhookEndpoints } = organizationOf(service)
    const { id } = await webhookEndpoints.create({ url })
    // The ping of the creation is the first of ten.
    for (let ping = 2; ping <= 10; ping++) await webhookEndpoints.test(id)
    const { code, stderr } = await runPartner(service, ["webhooks", "test", id], { PARTNER_ORGANIZATION: "org_1" })
    assert.strictEqual(code, 1)
    assert.match(
      stderr,
      /At most 10 pings a minute are sent to one webhook endpoint\..*\nWait 60 s, then run the command again\.\n$/
    )
  })

  it.for([
    [["recover", "whe_1"], "--since"],
    [["recover", "whe_1", "--since", "yesterday"], "must be a date and time that exists, as RFC 3339"],
    [["recover", "whe_1", "--since", "90s"], "or 10m, 2h or 3d ago"],
    [["deliveries", "whe_1", "--status", "lost"], "lost"],
    [["redeliver", "whe_1"], "event"]
  ] as const)("%j is refused before anything is sent", async ([args, expected]) => {
    const { code, stderr } = await runPartner(undefined, ["webhooks", ...args])
    assert.strictEqual(code, 2)
    assert.include(stderr, expected)
  })
})
