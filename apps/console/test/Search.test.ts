import { assert, describe, it } from "vitest"
import { cursorOf } from "../src/api/Lists.ts"
import { requestIdIn } from "../src/requests/RequestId.ts"
import { parseSearch, stringifySearch, textsOf } from "../src/shell/Search.ts"

describe("the search of an address", () => {
  it("is what was written, and texts stay texts", () => {
    const search = { status: "422", route: "/v1/users", since: "2026-06-15T09:30:00.000Z", q: "a&b=c" }
    assert.deepStrictEqual(parseSearch(stringifySearch(search)), search)
  })

  it("leaves out what is empty", () => {
    assert.strictEqual(stringifySearch({ status: "", route: undefined }), "")
  })

  it("gives a page the texts that it knows, and nothing else", () => {
    const read = textsOf("status", "route")
    assert.deepStrictEqual(read({ status: " 4xx ", route: " ", other: "1" }), { status: "4xx" })
  })
})

describe("the next page of a list", () => {
  it.for([
    ["/operator/v1/requests?limit=50&cursor=abc%3D", "abc="],
    ["http://127.0.0.1:1/operator/v1/requests?cursor=x", "x"],
    [null, undefined]
  ] as const)("has in %j the cursor %j", ([next, cursor]) => {
    assert.strictEqual(cursorOf(next), cursor)
  })
})

describe("a pasted request id", () => {
  it.for([
    ["0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90", "0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90"],
    ["  story_1\n", "story_1"],
    ["X-Request-Id: story_1", "story_1"],
    ['{"error":"not_found","message":"…","request_id":"0b6f"}', "0b6f"],
    ['"story_1".', "story_1"],
    ["   ", undefined]
  ] as const)("is in %j as %j", ([text, id]) => {
    assert.strictEqual(requestIdIn(text), id)
  })
})
