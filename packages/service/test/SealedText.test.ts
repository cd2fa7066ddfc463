/**
 * Secrets that must be read again are sealed: a database or a backup alone gives none of them (decisions, Webhooks).
 */
import { assert, describe, it } from "@effect/vitest"
import { open, seal, sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { makeWebhookSecret } from "@partner-api/service/crypto/WebhookSignature"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const keyOf = (byte: number) => sealingKeyOf(new Uint8Array(sealingKeyBytes).fill(byte))
const [key, other] = [keyOf(1), keyOf(2)]
const place = "org_acme|whe_a|1"
const secret = Effect.runSync(makeWebhookSecret)
const opened = (...[keys, sealed, at]: Parameters<typeof open>) =>
  Option.getOrUndefined(Option.map(open(keys, sealed, at), Redacted.value))

describe("a sealed text", () => {
  const sealed = seal(key, secret, place)

  it("opens in its place with its key, also beside other keys (decisions, Webhooks)", () => {
    assert.strictEqual(opened([key], sealed, place), Redacted.value(secret))
    assert.strictEqual(opened([other, key], sealed, place), Redacted.value(secret))
  })

  it("does not open without its key, in another place, or after a change (decisions, Webhooks)", () => {
    const [first = "", ...rest] = sealed.sealed
    const changed = `${first === "A" ? "B" : "A"}${rest.join("")}`
    const attempts = [
      opened([], sealed, place),
      opened([other], sealed, place),
      opened([{ ...other, id: key.id }], sealed, place),
      ...["org_globex|whe_a|1", "org_acme|whe_b|1", "org_acme|whe_a|2"].map((at) => opened([key], sealed, at)),
      opened([key], { ...sealed, sealed: changed }, place),
      opened([key], { ...sealed, sealed: sealed.sealed.slice(0, 20) }, place),
      opened([key], { ...sealed, sealed: "" }, place)
    ]
    for (const attempt of attempts) assert.isUndefined(attempt)
  })

  it("names its key, is another text each time, and shows nothing of key and secret (decisions, Webhooks)", () => {
    assert.strictEqual(sealed.keyId, key.id)
    assert.notStrictEqual(key.id, other.id)
    assert.notStrictEqual(seal(key, secret, place).sealed, sealed.sealed)
    assert.isFalse(Buffer.from(sealed.sealed, "base64url").includes(Redacted.value(secret).slice("whsec_".length)))
    assert.notInclude(JSON.stringify([key, sealed]), Buffer.from(Redacted.value(key.key)).toString("base64"))
  })
})
