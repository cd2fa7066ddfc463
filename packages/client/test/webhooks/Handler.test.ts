/**
 * What `webhooks.handler` answers, and how often an event is handled.
 */
import { assert, describe, it, vi } from "vitest"
import { type HandlerOptions, isWebhookError, type PartnerEvent, webhooks } from "../../src/webhooks.ts"
import { handledRequests, handledRequestsMax } from "../../src/webhooks/HandledRequests.ts"
import { onceFor } from "../../src/webhooks/SeenEvents.ts"
import { deliver, event, otherSecret, secret } from "./Delivery.ts"

const requestOf = ({ body, headers } = deliver(), method = "POST"): Request =>
  new Request("http://localhost/webhooks", { method, headers, ...(method === "POST" ? { body } : {}) })

/** A handler with what it did. */
const receiver = (options: Partial<HandlerOptions> = {}) => {
  const events: Array<PartnerEvent> = []
  const errors: Array<unknown> = []
  const handle = webhooks.handler({
    secrets: secret,
    onEvent: (given) => events.push(given),
    onError: (error) => errors.push(error),
    ...options
  })
  return { events, errors, handle }
}

/** Ids in memory, and the functions of a store of them. */
const idsInMemory = () => {
  const ids = new Set<string>()
  const add = (id: string): boolean => !ids.has(id) && ids.add(id).has(id)
  return { ids, seen: { add, delete: (id: string) => ids.delete(id) } }
}

const failure = new Error("the database is away")

describe("a handler", () => {
  it("answers 204 when the event was handled (README)", async () => {
    const { errors, events, handle } = receiver()
    const answer = await handle(requestOf())
    assert.strictEqual(answer.status, 204)
    assert.strictEqual(await answer.text(), "")
    assert.deepEqual(events, [event])
    assert.deepEqual(errors, [])
  })

  it("gives ping and unknown events too (README)", async () => {
    const { events, handle } = receiver()
    const data = { webhook_endpoint: { id: "whe_1", client_id: "cli_1", status: "pending" } }
    await handle(requestOf(await webhooks.signWebhook({ secret, type: "ping", data })))
    await handle(requestOf(deliver({ body: JSON.stringify({ ...event, type: "job.archived" }) })))
    assert.deepEqual(
      events.map(({ type }) => type),
      ["ping", "unknown"]
    )
  })

  it.for([
    ["400 for another secret", 400, requestOf(deliver({ by: otherSecret })), {}, "NoMatchingSignature"],
    ["400 for an old request", 400, requestOf(deliver({ timestamp: "1" })), {}, "OutsideTolerance"],
    [
      "400 without its headers",
      400,
      new Request("http://localhost", { method: "POST", body: "{}" }),
      {},
      "MissingHeader"
    ],
    ["400 for what is no event", 400, requestOf(deliver({ body: "{}" })), {}, "InvalidEvent"],
    ["500 for an invalid secret", 500, requestOf(), { secrets: "" }, "InvalidSecret"]
  ] as const)("answers %s with the reason, and calls onError (README)", async ([, status, request, options, tag]) => {
    const { errors, events, handle } = receiver(options)
    const answer = await handle(request)
    assert.strictEqual(answer.status, status)
    assert.deepEqual(events, [])
    const [error, ...more] = errors
    assert(isWebhookError(error, tag), String(error))
    assert.strictEqual(await answer.text(), error.message)
    assert.isEmpty(more)
  })

  it("answers 500 for a body that was read before (README)", async () => {
    const { errors, handle } = receiver()
    const [read, locked] = [requestOf(), requestOf()]
    await read.json()
    locked.body?.getReader()
    for (const request of [read, locked]) {
      const answer = await handle(request)
      assert.strictEqual(answer.status, 500)
      assert.match(await answer.text(), /express\.raw/)
    }
    assert.isTrue(errors.every((error) => isWebhookError(error, "BodyNotRaw")))
  })

  it.for(["GET", "PUT", "DELETE"])("answers 405 to %s (README)", async (method) => {
    const answer = await receiver().handle(requestOf(deliver(), method))
    assert.strictEqual(answer.status, 405)
    assert.strictEqual(answer.headers.get("allow"), "POST")
  })

  it("takes a body of 64 KiB, and answers 413 to a larger one (README)", async () => {
    const { events, handle } = receiver()
    const sized = (bytes: number) => {
      const more = bytes - JSON.stringify({ ...event, more: "" }).length - 1
      return deliver({ body: JSON.stringify({ ...event, more: "x".repeat(more) }) })
    }
    assert.lengthOf(Buffer.from(sized(65_536).body), 65_536)
    assert.strictEqual((await handle(requestOf(sized(65_536)))).status, 204)
    assert.strictEqual((await handle(requestOf(sized(65_537)))).status, 413)
    assert.lengthOf(events, 1)
  })

  it("reads no more of an endless body than an event may have (README)", async () => {
    let pulled = 0
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(1_024))
      },
      cancel: () => {
        isCancelled = true
      }
    })
    const request = new Request("http://localhost", { method: "POST", body, duplex: "half" })
    assert.strictEqual((await receiver().handle(request)).status, 413)
    assert.isAtMost(pulled, 70)
    assert.isTrue(isCancelled)
  })

  it("reads nothing of a body that says it is too large (README)", async () => {
    const headers = { ...deliver().headers, "content-length": "65537" }
    const request = new Request("http://localhost", { method: "POST", headers, body: "{}" })
    assert.strictEqual((await receiver().handle(request)).status, 413)
    assert.isFalse(request.bodyUsed)
  })

  it("answers 500 when onEvent fails, and passes the reason to onError alone (README)", async () => {
    for (const onEvent of [() => Promise.reject(failure), () => assert.fail("the database is away")]) {
      const { errors, handle } = receiver({ onEvent })
      const answer = await handle(requestOf())
      assert.strictEqual(answer.status, 500)
      assert.notInclude(await answer.text(), "database")
      assert.match(String(errors), /the database is away/)
    }
  })

  it("answers 500 when onEvent fails with an error of webhooks: the request is not at fault (README)", async () => {
    const onEvent = () => webhooks.unwrap("", {}, secret)
    const { errors, handle } = receiver({ onEvent })
    assert.strictEqual((await handle(requestOf())).status, 500)
    assert.isTrue(isWebhookError(errors[0], "MissingHeader"))
  })

  it("needs no onError, and survives one that fails (README)", async () => {
    const onEvent = () => Promise.reject(failure)
    for (const onError of [undefined, () => Promise.reject(failure), () => assert.fail()]) {
      assert.strictEqual((await receiver({ onEvent, onError }).handle(requestOf())).status, 500)
    }
  })
})

describe("the requests that were handled", () => {
  it("are forgotten when they are too old to be taken, and the oldest beyond 10,000 (README)", () => {
    const now = vi.spyOn(Date, "now").mockReturnValue(0)
    try {
      const handled = handledRequests(300)
      assert.deepEqual([handled.add("first"), handled.add("first")], [true, false])
      now.mockReturnValue(600_000 - 1)
      assert.isFalse(handled.add("first"))
      now.mockReturnValue(600_000)
      assert.isTrue(handled.add("first"))
      for (let index = 1; index < handledRequestsMax; index++) handled.add(`${index}`)
      assert.isFalse(handled.add(`${handledRequestsMax - 1}`))
      assert.isFalse(handled.add("first"))
      assert.isTrue(handled.add("one more"))
      assert.isTrue(handled.add("first"))
    } finally {
      now.mockRestore()
    }
  })
})

describe("an event that is sent again", () => {
  it("is handled again without seen, for the service signs each delivery anew (README)", async () => {
    const { events, handle } = receiver()
    const seconds = Math.floor(Date.now() / 1_000)
    for (const timestamp of [seconds - 1, seconds]) {
      assert.strictEqual((await handle(requestOf(deliver({ timestamp: String(timestamp) })))).status, 204)
    }
    assert.lengthOf(events, 2)
  })

  it("is answered 204 and not handled again without seen where the request is the same, as a thief has it (README)", async () => {
    const { events, handle } = receiver()
    const same = deliver()
    for (let count = 0; count < 3; count++) assert.strictEqual((await handle(requestOf(same))).status, 204)
    assert.lengthOf(events, 1)
    await handle(requestOf(deliver({ id: "evt_other" })))
    assert.lengthOf(events, 2)
  })

  it("is handled again without seen after onEvent has failed, also where the request is the same (README)", async () => {
    let attempts = 0
    const { handle } = receiver({ onEvent: () => (attempts++ === 0 ? Promise.reject(failure) : undefined) })
    const same = deliver()
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await handle(requestOf(same))).status)
    assert.deepEqual([statuses, attempts], [[500, 204, 204], 2])
  })

  it("is answered 204 and not handled again with seen (README)", async () => {
    const { seen } = idsInMemory()
    const { events, handle } = receiver({ seen })
    for (let count = 0; count < 3; count++) assert.strictEqual((await handle(requestOf())).status, 204)
    await handle(requestOf(deliver({ id: "evt_other" })))
    assert.lengthOf(events, 2)
  })

  it("is handled again after onEvent has failed (README)", async () => {
    const { ids, seen } = idsInMemory()
    let attempts = 0
    const { handle } = receiver({ seen, onEvent: () => (attempts++ === 0 ? Promise.reject(failure) : undefined) })
    assert.strictEqual((await handle(requestOf())).status, 500)
    assert.isEmpty([...ids])
    assert.strictEqual((await handle(requestOf())).status, 204)
    assert.strictEqual((await handle(requestOf())).status, 204)
    assert.strictEqual(attempts, 2)
  })

  it.for([
    ["well", () => Promise.resolve()],
    ["badly", () => Promise.reject(failure)]
  ] as const)("while it is handled ends as the first one does: %s (README)", async ([, end]) => {
    const { ids, seen } = idsInMemory()
    const { promise: ended, resolve: finish } = Promise.withResolvers<void>()
    const started: Array<string> = []
    const once = onceFor(seen, ({ id }) => ended.then(() => started.push(id)).then(end))
    const both = Promise.allSettled([once("evt_1", event), once("evt_1", event)])
    finish()
    const [first, second] = await both
    assert.deepEqual(second, first)
    assert.deepEqual(started, [event.id])
    assert.deepEqual([...ids], first.status === "fulfilled" ? ["evt_1"] : [])
    await Promise.allSettled([once("evt_1", event)])
    assert.lengthOf(started, first.status === "fulfilled" ? 1 : 2)
  })

  it("is not added by a request that nobody signed (README)", async () => {
    const { ids, seen } = idsInMemory()
    await receiver({ seen }).handle(requestOf(deliver({ by: otherSecret })))
    assert.isEmpty([...ids])
  })

  it("is handled when the store answers anything but false (README)", async () => {
    const { events, handle } = receiver({ seen: { ...idsInMemory().seen, add: () => JSON.parse("null") } })
    await handle(requestOf())
    assert.lengthOf(events, 1)
  })

  it("is answered 500 when its id cannot be stored, and not handled (README)", async () => {
    const seen = { add: () => Promise.reject(failure), delete: () => undefined }
    const { errors, events, handle } = receiver({ seen })
    assert.strictEqual((await handle(requestOf())).status, 500)
    assert.deepEqual(errors, [failure])
    assert.isEmpty(events)
  })
})
