/**
 * What is stored of deliveries is bounded in bytes (decisions, Delivery).
 */
import { assert, describe, it } from "@effect/vitest"
import { jsonTextOf } from "../src/JsonText.ts"
import {
  attemptBytesMax,
  attemptsBytesMax,
  attemptsKeptMax,
  WebhookAttempt,
  WebhookFailure
} from "../src/WebhookDelivery.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import * as Schema from "effect/Schema"

const encode = jsonTextOf(WebhookAttempt)
const encodeAll = jsonTextOf(Schema.Array(WebhookAttempt))

/** The last moment of the year 9999. */
const lastMs = 253_402_300_799_999

/** The attempts with the most digits. */
const longest: ReadonlyArray<WebhookAttempt> = [
  { status: 999 },
  ...WebhookFailure.literals.map((failure) => ({ failure }))
].map((outcome) => ({
  at: timestampFromMillis(lastMs),
  ...outcome,
  duration_ms: Number.MAX_SAFE_INTEGER
}))

describe("an attempt", () => {
  it("is stored in few bytes, whatever came of it (decisions, Delivery)", () => {
    for (const attempt of longest) assert.isAtMost(encode(attempt).length, attemptBytesMax)
  })

  it("is one of a few that a delivery keeps (decisions, Delivery)", () => {
    for (const attempt of longest) {
      const kept = Array.from({ length: attemptsKeptMax }, () => attempt)
      assert.isAtMost(encodeAll(kept).length, attemptsBytesMax)
    }
  })
})
