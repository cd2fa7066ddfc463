/**
 * Lists that answer with stored JSON (docs/decisions, stored JSON): their bytes are what the contract declares.
 */
import { Agency } from "@partner-api/domain/Agency"
import { Application } from "@partner-api/domain/Application"
import { Job } from "@partner-api/domain/Job"
import { Page } from "@partner-api/domain/Page"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { sharedServer } from "./TestServer.ts"
import { walk } from "./Walk.ts"

const { call, tokens } = await sharedServer()
const token = tokens.acme
const strict = { onExcessProperty: "error" } as const

describe("the bytes of a list", () => {
  it.for([
    ["/v1/jobs", "/v1/jobs?status=OPEN&status=CLOSED", Schema.decodeUnknownSync(Page(Job), strict)],
    ["/v1/agencies", "/v1/agencies?q=hirewell", Schema.decodeUnknownSync(Page(Agency), strict)],
    [
      "/v1/applications",
      "/v1/applications?state=HIRED&state=REJECTED",
      Schema.decodeUnknownSync(Page(Application), strict)
    ]
  ] as const)(
    "of %s are what the contract declares, and each item is what the item answers alone (docs/decisions, stored JSON)",
    async ([path, filtered, decode]) => {
      for (const start of [path, filtered]) {
        const pages = await walk(call, token, start)
        assert.isAbove(pages.length, 0)
        for (const answer of pages) {
          const { content, next } = decode(answer.json)
          assert.isAbove(content.length, 0)
          const single = await Promise.all(content.map(({ id }) => call("GET", `${path}/${id}`, { token })))
          const expected = `{"content":[${single.map(({ text }) => text).join(",")}],"next":${JSON.stringify(next)},"count":${content.length}}`
          assert.strictEqual(answer.text, expected)
          assert.match(String(answer.headers["content-type"]), /^application\/json/)
        }
      }
    }
  )
})
