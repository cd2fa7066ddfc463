/**
 * Laws of the signature: a request passes as it was signed, and no other way.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { webhooks } from "../../src/webhooks.ts"
import { sign } from "../../src/webhooks/Signature.ts"
import { deliver, event, rejectionOf, secret } from "./Delivery.ts"

const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const byte = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 255 }))

/** What differs in a byte, from which only the values that headers may have are taken. */
const changed = (text: string, at: number, by: number): string => {
  const bytes = Buffer.from(text, "latin1")
  const index = at % bytes.length
  bytes[index] = (bytes[index] ?? 0) ^ by
  return bytes.toString("latin1")
}

const unwrap = (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
  webhooks.unwrap(body, headers, secret, { toleranceSeconds: Infinity })

const refused = async (body: string | Uint8Array, headers: Readonly<Record<string, string>>) => {
  const error = await rejectionOf(unwrap(body, headers))
  assert.isTrue(error instanceof Error && ["NoMatchingSignature", "MissingHeader"].includes(error.name), String(error))
}

describe("a change of one byte", () => {
  const { body, headers } = deliver()

  it.effect.prop("of the body is refused (Standard Webhooks 1.0)", [position, byte], ([at, by]) =>
    Effect.promise(() => {
      const bytes = Buffer.from(body)
      const index = at % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ by
      return refused(bytes, headers)
    })
  )

  it.effect.prop(
    "that is added to the body or left out is refused (Standard Webhooks 1.0)",
    [position, byte],
    ([at, by]) =>
      Effect.promise(async () => {
        const bytes = [...Buffer.from(body)]
        const index = at % bytes.length
        await refused(Uint8Array.from(bytes.toSpliced(index, 1)), headers)
        await refused(Uint8Array.from(bytes.toSpliced(index, 0, by)), headers)
      })
  )

  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
    it.effect.prop(`of ${name} is refused (Standard Webhooks 1.0)`, [position, byte], ([at, by]) =>
      Effect.promise(() => refused(body, { ...headers, [name]: changed(headers[name], at, by) }))
    )
  }

  it.effect.prop("moves no border between id, time and body (Standard Webhooks 1.0)", [position], ([at]) =>
    Effect.promise(() => {
      const whole = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
      const first = at % whole.length
      const second = whole.indexOf(".", first + 1)
      const [id, timestamp, rest] = [whole.slice(0, first), whole.slice(first + 1, second), whole.slice(second + 1)]
      return rest === body
        ? Promise.resolve()
        : refused(rest, { ...headers, "webhook-id": id, "webhook-timestamp": timestamp })
    })
  )
})

describe("what is signed", () => {
  it.effect.prop("is unwrapped as it was (Standard Webhooks 1.0)", [Schema.String, Schema.String], ([title, more]) =>
    Effect.promise(async () => {
      const given = { ...event, data: { ...event.data, job: { ...event.data.job, title } }, more }
      // Text that is no UTF-8 cannot be sent: what arrives is what its bytes say.
      const sent: unknown = JSON.parse(Buffer.from(JSON.stringify(given)).toString())
      const { body, headers } = await webhooks.signWebhook({ secret, ...given })
      assert.deepEqual<unknown>(await unwrap(body, headers), sent)
      assert.deepEqual<unknown>(await unwrap(Buffer.from(body), headers), sent)
    })
  )

  it.effect.prop(
    "has the signature that Node's cryptography makes (Standard Webhooks 1.0)",
    [Schema.String, position],
    ([body, at]) =>
      Effect.promise(async () => {
        const content = { id: "evt_1", timestampSeconds: at }
        const expected = deliver({ body, id: "evt_1", timestamp: String(at) }).headers
        assert.deepEqual(await sign(secret, { ...content, body }), expected)
        assert.deepEqual(await sign(secret, { ...content, body: Buffer.from(body) }), expected)
      })
  )
})
