/**
 * The server for tests reads JSON as strictly as the service (decisions, Errors): what the service refuses, a program must not get away
 * with in its own tests.
 */
import { assert, describe, it } from "vitest"
import { bodyOf, meet } from "./Foreign.ts"

const person = '"first_name": "Ada", "last_name": "King", "email": "king@example.com"'

describe("a JSON body at the test server", () => {
  it.for([
    ["names a member twice", `{${person}, "email": "queen@example.com"}`, "twice"],
    ["nests too deep", `{${person}, "more": ${"[".repeat(40)}${"]".repeat(40)}}`, "nests deeper"],
    ["holds a NUL character", `{${person.replace("Ada", "A\\u0000da")}}`, "NUL"],
    ["holds half of a surrogate pair", `{${person.replace("Ada", "\\ud800")}}`, "surrogate"],
    ["begins with a byte order mark", `\uFEFF{${person}}`, "byte order mark"],
    ["is not JSON", `{${person},}`, "not valid JSON"]
  ] as const)("that %s is refused with 400 (decisions, Errors)", async ([, text, expected]) => {
    const { server, scoped } = meet()
    const answer = await server.fetch(`${server.baseUrl}/v1/users`, {
      method: "POST",
      headers: { authorization: `Bearer ${await scoped()}`, "content-type": "application/json" },
      body: new TextEncoder().encode(text)
    })
    assert.strictEqual(answer.status, 400)
    const { error, message } = await bodyOf(answer)
    assert.strictEqual(error, "invalid_request")
    assert.include(String(message), expected)
  })
})
