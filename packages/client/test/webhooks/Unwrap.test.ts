/**
 * What `webhooks.unwrap` takes and what it refuses, with the traps that receivers step into.
 */
import * as Vm from "node:vm"
import { assert, describe, it, vi } from "vitest"
import { isWebhookError, webhooks } from "../../src/webhooks.ts"
import { deliver, event, nowSeconds, otherSecret, rejectionOf, secret, signatureBy } from "./Delivery.ts"

/** Calls as a program without types does. */
const unwrapAnything = (...args: ReadonlyArray<unknown>): Promise<unknown> =>
  Promise.resolve().then(() => Reflect.apply(webhooks.unwrap, undefined, args))

/** What a call is refused with. Its text has no secret and no signature. */
const refusal = async (...args: ReadonlyArray<unknown>) => {
  const error = await rejectionOf(unwrapAnything(...args))
  assert(isWebhookError(error), String(error))
  assert.strictEqual(error.name, error._tag)
  assert.isTrue(error.message.endsWith(error.remedy))
  const shown = JSON.stringify([error.message, error])
  for (const text of [secret, otherSecret]) assert.notInclude(shown, text.slice(6, 20))
  return error
}

describe("what is taken", () => {
  const { body, headers } = deliver()
  const bytes = new TextEncoder().encode(body)
  const inside = new Uint8Array([1, 2, ...bytes, 3]).subarray(2, -1)

  it.for<readonly [string, string | Uint8Array | ArrayBuffer]>([
    ["text", body],
    ["a Uint8Array", bytes],
    ["a part of a larger one", inside],
    ["a Buffer", Buffer.from(body)],
    ["an ArrayBuffer", bytes.buffer],
    ["bytes of another realm, as in Jest", Vm.runInNewContext("new Uint8Array(bytes)", { bytes })],
    ["a buffer of another realm", Vm.runInNewContext("new Uint8Array(bytes).buffer", { bytes })]
  ])("a body that is %s (README)", async ([, rawBody]) =>
    assert.deepEqual(await webhooks.unwrap(rawBody, headers, secret), event)
  )

  it.for([
    ["a Headers", new Headers(headers)],
    ["a record of Node", headers],
    [
      "a record in capitals",
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    ],
    ["a record of lists", Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
    ["a record with others", { host: "example.com", "set-cookie": ["a", "b"], te: undefined, ...headers }]
  ] as const)("headers that are %s (README)", async ([, given]) =>
    assert.deepEqual(await webhooks.unwrap(body, given, secret), event)
  )

  it.for([0, -300, 300])("a clock that is %i seconds apart (Standard Webhooks 1.0)", async (apart) => {
    const seconds = nowSeconds()
    // The clock stands: a second that passes before the look at it would be one too many.
    const now = vi.spyOn(Date, "now").mockReturnValue(seconds * 1_000)
    try {
      assert.deepEqual(await webhooks.unwrap(...callOf({ timestamp: String(seconds + apart) })), event)
    } finally {
      now.mockRestore()
    }
  })

  it("a larger tolerance, when it is set (README)", async () => {
    const call = callOf({ timestamp: String(nowSeconds() - 86_400) })
    assert.deepEqual(await webhooks.unwrap(...call, { toleranceSeconds: 90_000 }), event)
  })

  it("the shortest and the longest secret (Standard Webhooks 1.0)", async () => {
    for (const bytes of [24, 64]) {
      const by = `whsec_${Buffer.alloc(bytes, 200).toString("base64")}`
      assert.deepEqual(await webhooks.unwrap(...callOf({ by })), event)
    }
  })
})

/** The arguments of a call that takes a delivery. */
const callOf = (options: Parameters<typeof deliver>[0]) => {
  const { body, headers } = deliver(options)
  return [body, headers, options?.by ?? secret] as const
}

describe("a body that is not raw", () => {
  const { body, headers } = deliver()

  it.for([
    [
      "parsed JSON",
      JSON.parse(body),
      /type object.*Express: .*express.raw.*Fastify: .*parseAs.*Next.*request\.text\(\)/
    ],
    ["a list", [body], /an array/],
    ["nothing", undefined, /missing.*express\.raw/],
    ["null", null, /missing/],
    ["a number", 7, /type number/],
    ["a request", new Request("http://localhost"), /type object/]
  ] as const)("is refused: %s (README)", async ([, given, message]) => {
    const error = await refusal(given, headers, secret)
    assert.strictEqual(error._tag, "BodyNotRaw")
    assert.match(error.message, message)
  })

  it("is refused when it was parsed and written again (Standard Webhooks 1.0)", async () => {
    const spaced = deliver({ body: JSON.stringify(event, null, 1) })
    const rewritten = JSON.stringify(JSON.parse(spaced.body))
    assert.strictEqual((await refusal(rewritten, spaced.headers, secret))._tag, "NoMatchingSignature")
  })
})

describe("a header", () => {
  const { body, headers } = deliver()

  it.for(["webhook-id", "webhook-timestamp", "webhook-signature"] as const)(
    "is named when it is missing, empty or given twice: %s (README)",
    async (name) => {
      const { [name]: value, ...others } = headers
      for (const given of [
        others,
        new Headers(others),
        { ...others, [name]: "" },
        { ...others, [name]: [value, value] }
      ]) {
        const error = await refusal(body, given, secret)
        assert.strictEqual(error._tag, "MissingHeader")
        assert.include(error.message, `The header ${name} is missing.`)
      }
    }
  )

  it("is missing where there are no headers (README)", async () => {
    for (const given of [undefined, null, {}, new Headers()]) {
      assert.strictEqual((await refusal(body, given, secret))._tag, "MissingHeader")
    }
  })

  it.for([
    "1763733600abc",
    "1763733600.5",
    "-1763733600",
    "+1763733600",
    " 1763733600",
    "0x6920",
    "1e9",
    "1".repeat(13)
  ])("with a time that is not digits alone is refused, although it is signed: %j (events.md)", async (timestamp) => {
    const signed = deliver({ timestamp })
    const error = await refusal(signed.body, signed.headers, secret, { toleranceSeconds: Infinity })
    assert.strictEqual(error._tag, "MissingHeader")
    assert.match(error.message, /webhook-timestamp must be whole seconds/)
  })

  it("with an id that has a dot is refused, although it is signed: it could move the border to the time (events.md)", async () => {
    const signed = deliver({ id: `evt_1.${nowSeconds()}` })
    assert.match((await refusal(signed.body, signed.headers, secret)).message, /webhook-id must be .*no dot/)
  })
})

describe("a signature", () => {
  const { body, headers } = deliver()
  const right = headers["webhook-signature"]
  const wrong = `v1,${Buffer.alloc(32).toString("base64")}`

  it.for([
    ["of another secret", signatureBy(otherSecret, event.id, headers["webhook-timestamp"], body)],
    ["without its version", right.slice(3)],
    ["of another version", right.replace("v1,", "v2,")],
    [
      "with its bytes in other letters",
      right.replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=`)
    ],
    ["without its padding", right.replace("=", "")],
    ["in the alphabet of base64url", right.replaceAll("+", "-").replaceAll("/", "_").replace("=", "")],
    ["with more behind it", `${right}A`],
    ["that is empty", "v1,"]
  ] as const)("%s is refused (Standard Webhooks 1.0)", async ([, signature]) => {
    assert.notStrictEqual(signature, right)
    const error = await refusal(body, { ...headers, "webhook-signature": signature }, secret)
    assert.strictEqual(error._tag, "NoMatchingSignature")
  })

  it("may be the 32nd, and is not looked for behind it (README)", async () => {
    const after = (count: number) => ({ ...headers, "webhook-signature": `${`${wrong} `.repeat(count)}${right}` })
    assert.deepEqual(await webhooks.unwrap(body, after(31), secret), event)
    const error = await refusal(body, after(32), secret)
    assert.strictEqual(error._tag, "NoMatchingSignature")
    assert.include(error.message, "(32 of version v1, 1 secret)")
  })
})

describe("a time outside of the tolerance", () => {
  it.for([-301, 302])("is refused with both clocks, %i seconds apart (README)", async (apart) => {
    const sentSeconds = nowSeconds() + apart
    const error = await refusal(...callOf({ timestamp: String(sentSeconds) }))
    assert.strictEqual(error._tag, "OutsideTolerance")
    assert.include(error.message, `signed at ${new Date(sentSeconds * 1_000).toISOString()}`)
    assert.match(error.message, /clock says \d{4}-.*Z: 30\d s apart, where 300 s are allowed/)
  })

  it("names no difference of the clocks for a request that nobody signed (README)", async () => {
    const { body, headers } = deliver({ timestamp: "1", by: otherSecret })
    assert.strictEqual((await refusal(body, headers, secret))._tag, "NoMatchingSignature")
  })

  it("is refused when the tolerance is no number, and at the end of all times", async () => {
    const old = callOf({ timestamp: "1" })
    assert.strictEqual((await refusal(...old, { toleranceSeconds: Number.NaN }))._tag, "OutsideTolerance")
    assert.strictEqual((await refusal(...callOf({ timestamp: "9".repeat(12) })))._tag, "OutsideTolerance")
  })
})

describe("a secret", () => {
  const { body, headers } = deliver()
  const bytes = (count: number) => `whsec_${Buffer.alloc(count, 255).toString("base64")}`

  it.for([
    ["nothing", undefined, /The secret is missing: is the variable/],
    ["empty", "", /is missing/],
    ["an empty list", [], /list of secrets is empty/],
    ["without its prefix", bytes(32).slice(6), /does not begin with whsec_/],
    ["in base64url", bytes(32).replaceAll("/", "_"), /alphabet of base64url/],
    ["without padding", bytes(32).replace("=", ""), /not base64 with its padding/],
    ["with the end of its line", `${bytes(32)}\n`, /white space/],
    ["too short", bytes(23), /has 23 bytes, and must have 24 to 64/],
    ["too long", bytes(65), /has 65 bytes/],
    ["wrong beside a right one", [secret, "whsec_"], /Secret 2 of 2 has 0 bytes/]
  ] as const)("is refused: %s (README)", async ([, given, message]) => {
    const error = await refusal(body, headers, given)
    assert.strictEqual(error._tag, "InvalidSecret")
    assert.match(error.message, message)
  })
})

describe("a body that is signed and no event", () => {
  it.for([
    ["no JSON", "{", /no JSON object/],
    ["empty", "", /no JSON object/],
    ["a list", "[]", /no JSON object/],
    ["without an id", JSON.stringify({ ...event, id: undefined }), /id is missing/],
    ["with a number as its type", JSON.stringify({ ...event, type: 7 }), /type is missing or of another type/],
    ["without data", JSON.stringify({ ...event, data: null }), /data is missing/],
    ["without the record of its type", JSON.stringify({ ...event, data: { user: {} } }), /job\.closed needs data\.job/]
  ] as const)("is refused: %s (README)", async ([, body, message]) => {
    const signed = deliver({ body })
    const error = await refusal(body, signed.headers, secret)
    assert.strictEqual(error._tag, "InvalidEvent")
    assert.match(error.message, message)
  })
})
