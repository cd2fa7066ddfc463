/**
 * Messages about values that are nearly right: they name what is wrong, and never what the value already is (decisions, Errors).
 */
import { assert, describe, it } from "@effect/vitest"

import { Email } from "../src/Email.ts"
import { Phone } from "../src/Phone.ts"
import { HttpsUrl, urlMax } from "../src/Url.ts"
import { WebhookUrl } from "../src/WebhookAddress.ts"
import { addressMistakes } from "../src/WebhookAddressRules.ts"
import { problemsIn } from "./support.ts"

/** The message about a text: the first mistake alone, where it is a nearly right one. */
const messageOf = (schema: Parameters<typeof problemsIn>[0], text: string): string =>
  problemsIn(schema, text)
    .map(({ message }) => message)
    .join("; ")

describe("a message names what is wrong (decisions, Errors)", () => {
  it.for([
    ["ada @example.com", "no blanks"],
    ["ada@\u00a0example.com", "no blanks"],
    ["ada@bücher.example", "in ASCII: xn--bcher-kva.example"],
    ["ada@bü cher.example", "no blanks"],
    ["ada@\u0301.example", "in ASCII: "],
    ["jürgen@example.com", "before the @"],
    ["ada@", "such as ada@example.com"]
  ] as const)("of the email %j: %s", ([text, part]) => assert.include(messageOf(Email, text), part))

  it.for([
    ["+49 151 12345678", "leave out what is between"],
    ["+49(151)1234-5678", "leave out what is between"],
    ["0151/12345678", "leave out what is between"],
    ["4915112345678", "must begin with +"],
    ["call me", "as E.164"]
  ] as const)("of the phone %j: %s", ([text, part]) => assert.include(messageOf(Phone, text), part))

  it.for(
    [HttpsUrl, WebhookUrl].flatMap((schema) =>
      [
        ["https://example.com/jürgen", "%C3%BC"],
        ["https://example.com/a b", "%20"],
        ["https://bücher.example/cv", "xn--"],
        ["HTTPS://example.com/cv", "small letters"],
        ["https://ada:pw@example.com/cv", "no user"],
        ["https:///cv", "must have a host"],
        ["https:example.com", "must have a host"],
        ["ftp://example.com", "must be an https: address"]
      ].map(([text = "", part = ""]) => [text, part, schema] as const)
    )
  )("of the address %s", ([text, part, schema]) => assert.include(messageOf(schema, text), part))

  it("of an address that is signed for a time: one that stays is required", () => {
    const signed = `https://bucket.s3.example.com/cv.pdf?X-Amz-Security-Token=${"a".repeat(urlMax)}`
    assert.match(
      messageOf(HttpsUrl, signed),
      /^must have at most 2048 characters; .* give one that stays, or leave it out$/
    )
  })

  it.for(["https://", "https:///x", "https://a b/", "https://[::1", "HTTPS://"])(
    "of the webhook address %s, which is an https: one",
    (text) => {
      for (const message of addressMistakes(text, false)) assert.notStrictEqual(message, "must be an https: address")
    }
  )
})
