/**
 * The page of errors (design, style rule 5): it is the committed one, and it explains every error of the list once, as it looks on
 * the wire.
 */
import { readFileSync } from "node:fs"
import { explanationOf } from "@partner-api/domain/Errors"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { errorsPage } from "../scripts/ErrorsPage.ts"
import { errorStatus, partnerErrors } from "../src/PartnerErrors.ts"
import { ErrorBody, OAuthErrorBody } from "../src/WireErrors.ts"
import { document, documentText } from "./support.ts"

const committed = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8")
/** Code of each section, with its text. */
const sections = new Map(
  committed
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section])
)
const blockOf = (code: string, language: string) =>
  new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "m").exec(sections.get(code) ?? "")?.[1]
const listed = partnerErrors.map((Class) => ({
  code: Class.fields.code.schema.literal,
  tag: Class.fields._tag.schema.literal,
  explanation: explanationOf(Class)
}))

describe("the page of errors", () => {
  it("is the committed one; if not: npx -y pnpm@12 generate", () =>
    assert.strictEqual(
      committed,
      errorsPage(document),
      "docs/errors.md is out of date. Write it again with: npx -y pnpm@12 generate"
    ))

  it("has one section for each code of the list and no other, and one row (decisions, Errors)", () => {
    const codes = listed.map(({ code }) => code)
    assert.sameMembers([...sections.keys()], codes)
    assert.sameMembers(
      [...committed.matchAll(/^\| \d{3} +\| \[`(\w+)`\]\(#\1\)/gm)].map(([, code]) => code),
      codes
    )
  })

  it("shows the headers that belong to an error (decisions, Errors)", () =>
    assert.deepStrictEqual(
      Object.fromEntries(
        listed.flatMap(({ code }) => {
          const headers = blockOf(code, "http")
          return headers === undefined ? [] : [[code, headers.trim()]]
        })
      ),
      {
        unauthorized: 'WWW-Authenticate: Bearer realm="partner-api", error="invalid_token"',
        invalid_client: 'WWW-Authenticate: Basic realm="partner-api"',
        forbidden: 'WWW-Authenticate: Bearer realm="partner-api", error="insufficient_scope"',
        method_not_allowed: "Allow: GET, HEAD, OPTIONS",
        rate_limited: "Retry-After: 1",
        unavailable: "Retry-After: 1"
      }
    ))

  it("shows the body of OAuth where only the OAuth token endpoint answers (RFC 6749 §5.2)", () =>
    assert.sameMembers(
      listed
        .filter(({ code }) => blockOf(code, "json")?.includes("error_description") === true)
        .map(({ code }) => code),
      ["unsupported_grant_type", "invalid_scope", "invalid_client"]
    ))

  it("says the same as the OpenAPI document, which has schemas for the errors that endpoints declare", () => {
    const described = listed.filter(({ tag }) => tag in document.components.schemas)
    assert.isAtLeast(described.length, 11)
    assert.deepStrictEqual(
      described.map(({ tag }) => document.components.schemas[tag]?.["description"]),
      described.map(({ code, explanation }) => `\`${code}\`: ${explanation.description} ${explanation.remedy}`)
    )
    assert.notInclude(documentText, '"remedy"')
  })

  it("sends those who may repeat to the rules for it (decisions, Errors)", () =>
    assert.sameMembers(
      listed
        .filter(({ code }) => sections.get(code)?.includes("](partners.md#retries)") === true)
        .map(({ code }) => code),
      ["request_timeout", "idempotency_in_progress", "rate_limited", "internal_error", "unavailable"]
    ))
})

describe.for(listed)("the section of $code", ({ code, tag, explanation }) => {
  it("has status, occasion and remedy in whole sentences (design, style rule 5)", () => {
    const section = sections.get(code) ?? ""
    assert.include(section, `**${errorStatus[tag]}.** ${explanation.description}\n`)
    assert.include(section, `What to do: ${explanation.remedy}\n`)
    assert.match(explanation.remedy, /^[A-Z].{15,}\.$/)
  })

  it("shows a body that is one (spec 2, Error object)", () => {
    const body: unknown = JSON.parse(blockOf(code, "json") ?? "")
    const strict = { onExcessProperty: "error" } as const
    const read = Schema.decodeUnknownSync(Schema.Union([ErrorBody, OAuthErrorBody]), strict)(body)
    assert.strictEqual(read.error, code)
  })
})
