/**
 * Mails: their names, texts, bounds and attempts (recruiting, Mail).
 */
import { assert, describe, it } from "@effect/vitest"

import {
  confirmationMail,
  invitationMail,
  mailAttemptsMax,
  mailName,
  mailRetryMs,
  mailsPerAddressMax,
  mailsPerClientMax,
  refusedMail
} from "../src/Mail.ts"
import { dayMs } from "../src/StorageQuota.ts"
import { exampleMoment } from "../src/Timestamp.ts"

const link = "https://partners.example.com/confirm#token&more"
const words = { organization_name: "Acme", first_name: "Grace", expires_at: exampleMoment }

describe("a name in a mail (recruiting 6)", () => {
  it.for<[string, string]>([
    ["Hirewell GmbH & Co.", "Hirewell GmbH & Co."],
    ["Win at https://evil.example", "Win at https evil.example"],
    ["Go to WWW.evil.example", "Go to www evil.example"],
    ["Acme\r\nBcc: all@example.com", "Acme Bcc: all@example.com"],
    ["a\u2028b\u0085c\u0000d", "a b c d"],
    ["x".repeat(200), "x".repeat(100)]
  ])("%j is %j", ([given, shown]) => assert.strictEqual(mailName(given), shown))
})

describe("a mail (recruiting 6)", () => {
  const shown = { ...words, job_title: "Engineer <b>", agency_name: 'Hire"well' }
  const mails = [
    confirmationMail("grace@example.com", link, shown),
    invitationMail("grace@example.com", link, { ...words, company_name: "Hirewell" })
  ]

  it("has its link in the text as it is, and in HTML escaped", () => {
    for (const { html, text, to } of mails) {
      assert.strictEqual(to, "grace@example.com")
      assert.include(text, `\n${link}\n`)
      assert.include(html, 'href="https://partners.example.com/confirm#token&amp;more"')
      assert.include(text, "2026-01-31 09:30 UTC")
    }
    assert.include(mails[0]?.html, "Engineer &lt;b&gt;")
    assert.notInclude(mails[0]?.html, "<b>")
    assert.strictEqual(mails[0]?.subject, 'Hire"well would like to submit you to Acme')
    assert.strictEqual(mails[1]?.subject, "Acme invites Hirewell")
  })
})

describe("the bounds of mails (recruiting 6)", () => {
  it.for<[number, number, number | undefined]>([
    [mailsPerAddressMax - 1, mailsPerClientMax - 1, undefined],
    [mailsPerAddressMax, 0, 3_600],
    [0, mailsPerClientMax, 3_600]
  ])("%i to an address and %i of a client", ([ofAddress, ofClient, retryAfterSeconds]) =>
    assert.strictEqual(refusedMail({ ofAddress, ofClient }, dayMs - 3_600_000)?.retryAfterSeconds, retryAfterSeconds)
  )

  it("are an attempt a minute later, ever more seldom, and none after three days", () => {
    const waits = Array.from({ length: mailAttemptsMax }, (_, index) => mailRetryMs(index + 1))
    assert.deepStrictEqual([waits[0], waits[1], waits.at(-1)], [60_000, 120_000, undefined])
    const sum = waits.reduce((total: number, wait = 0) => total + wait, 0)
    assert.isAbove(sum, 2 * dayMs)
    assert.isBelow(sum, 3 * dayMs)
  })
})
