/**
 * Standard Webhooks 1.0 by those who did not write this library: what is signed here verifies with the libraries that partners use, and what
 * they sign verifies here.
 */
import OpenAI from "openai"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { assert, describe, it } from "vitest"
import { webhooks } from "../../src/webhooks.ts"
import { event, nowSeconds, otherSecret, rejectionOf, secret } from "./Delivery.ts"

const { webhooks: openai } = new OpenAI({ apiKey: "none" })

type Headers = Readonly<Record<string, string>>

/** Fails when the judge does not accept the request. */
const judges: Readonly<Record<string, (body: string, headers: Headers, by: string) => unknown>> = {
  standardwebhooks: (body, headers, by) => new StandardWebhook(by).verify(body, headers),
  svix: (body, headers, by) => new SvixWebhook(by).verify(body, headers),
  openai: (body, headers, by) => openai.unwrap(body, headers, by)
}

const signers = { standardwebhooks: StandardWebhook, svix: SvixWebhook }

/** A signature of the version that has asymmetric keys; nobody here knows it. */
const asymmetric = `v1a,${Buffer.alloc(64, 1).toString("base64")}`

describe.each(Object.entries(judges))("%s", (_, verify) => {
  it("accepts what signWebhook signs (Standard Webhooks 1.0)", async () => {
    const { body, headers } = await webhooks.signWebhook({ secret, ...event })
    await verify(body, headers, secret)
    assert.isDefined(await rejectionOf(Promise.resolve().then(() => verify(`${body} `, headers, secret))))
    assert.isDefined(await rejectionOf(Promise.resolve().then(() => verify(body, headers, otherSecret))))
  })

  it("accepts either secret of a rotation, and v1a beside v1 (Standard Webhooks 1.0)", async () => {
    const { body, headers } = await webhooks.signWebhook({ secret: [secret, otherSecret], ...event })
    assert.lengthOf(headers["webhook-signature"].split(" "), 2)
    await verify(body, headers, secret)
    await verify(body, headers, otherSecret)
    await verify(body, { ...headers, "webhook-signature": `${asymmetric} ${headers["webhook-signature"]}` }, secret)
  })
})

describe.each(Object.entries(signers))("a body that %s signs", (_, Webhook) => {
  const body = JSON.stringify(event)
  const headersBy = (...secrets: ReadonlyArray<string>) => {
    const sentAt = new Date(nowSeconds() * 1_000)
    return {
      "webhook-id": event.id,
      "webhook-timestamp": String(nowSeconds()),
      "webhook-signature": secrets.map((by) => new Webhook(by).sign(event.id, sentAt, body)).join(" ")
    }
  }

  it("is unwrapped", async () => assert.deepEqual(await webhooks.unwrap(body, headersBy(secret), secret), event))

  it("is unwrapped with either secret of a rotation", async () => {
    const rotated = headersBy(otherSecret, secret)
    for (const secrets of [secret, otherSecret, [secret, otherSecret], [otherSecret, secret]]) {
      assert.deepEqual(await webhooks.unwrap(body, rotated, secrets), event)
    }
    assert.deepEqual(await webhooks.unwrap(body, headersBy(secret), [otherSecret, secret]), event)
  })

  it("is unwrapped with v1a beside v1, and refused with v1a alone", async () => {
    const headers = headersBy(secret)
    const beside = { ...headers, "webhook-signature": `${asymmetric} ${headers["webhook-signature"]}` }
    assert.deepEqual(await webhooks.unwrap(body, beside, secret), event)
    const alone = { ...headers, "webhook-signature": asymmetric }
    assert.propertyVal(await rejectionOf(webhooks.unwrap(body, alone, secret)), "_tag", "NoMatchingSignature")
  })
})
