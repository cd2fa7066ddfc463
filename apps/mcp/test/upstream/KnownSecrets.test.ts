/** A token that a request carries, in either header of the specification, leaves the process in no text. */
import { assert, describe, it } from "@effect/vitest"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { makeKnownSecrets } from "../../src/upstream/KnownSecrets.ts"

const token = "tok_0123456789abcdef"

/** A platform that repeats nothing: what is judged is what the process learned from its request. */
const platform = HttpClient.make((request) => Effect.succeed(HttpClientResponse.fromWeb(request, new Response("{}"))))

describe("a token of a request", () => {
  it.effect.each([
    ["authorization", `Bearer ${token}`],
    [partnerTokenHeader.toLowerCase(), token]
  ] as const)("in %s is hidden in texts (spec 4.5)", ([header, value]) =>
    Effect.gen(function* () {
      const secrets = makeKnownSecrets()
      const request = HttpClientRequest.setHeader(
        HttpClientRequest.get("https://api.example.com/v1/jobs"),
        header,
        value
      )
      yield* secrets.watch(platform).execute(request)
      assert.deepStrictEqual(secrets.conceal({ title: `of ${token}` }), { title: "of [hidden]" })
    })
  )
})
