/**
 * What a secret is compared with, and how (decisions, Tokens): the same comparison for every claimed client, so that no work reveals more than
 * the answer. Whether the clock reveals more is measured in `verify/Timing.test.ts`.
 */
import { syncBuiltinESMExports } from "node:module"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Clients } from "@partner-api/service/services/access/Clients"
import { Tokens } from "@partner-api/service/services/access/Tokens"
import { openDatabase, sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call } = server

/** Runs something while Node's own comparison is watched, in all its importers. Tells what was compared. */
const comparisonsOf = async (run: () => Promise<unknown>) => {
  const watched = vi.spyOn(process.getBuiltinModule("node:crypto"), "timingSafeEqual")
  syncBuiltinESMExports()
  await run()
  const lengths = watched.mock.calls.map(([left, right]) => [left.byteLength, right.byteLength])
  watched.mockRestore()
  syncBuiltinESMExports()
  return lengths
}

const sha256Bytes = 32

describe("a secret", () => {
  it.for<[what: string, client: string, secret: string, status: number]>([
    ["the right one", "sandbox-client", "sandbox-secret", 200],
    ["a wrong one", "sandbox-client", "wrong", 401],
    ["one of another client", "sandbox-client", "sandbox-partner-secret", 401],
    ["one of a client that does not exist", "nobody", "wrong", 401]
  ])("is compared once, by its digest and in constant time: %s (decisions, Tokens)", async ([, id, secret, status]) => {
    const json = { client_id: id, client_secret: secret }
    const compared = await comparisonsOf(async () =>
      assert.strictEqual((await call("POST", "/v1/auth/token", { json })).status, status)
    )
    assert.deepStrictEqual(compared, [[sha256Bytes, sha256Bytes]])
  })

  it("that is ended after it was looked at gives no token (decisions, Tokens)", async () => {
    using operator = openDatabase(server.databaseFile)
    // The client keeps another secret, so that it is this one that is missed.
    const endSecret = Effect.sync(() =>
      operator.db.exec(`UPDATE client_secrets SET digest = '${"A".repeat(43)}' WHERE client_id = 'sandbox-reader'`)
    )
    const issued = await server.run(
      Effect.gen(function* () {
        const [clients, tokens] = [yield* Clients, yield* Tokens]
        const shown = yield* clients.authenticate("sandbox-reader", Redacted.make("sandbox-reader-secret"))
        const before = yield* Effect.result(tokens.issuePartner(shown))
        yield* endSecret
        return [
          before,
          yield* Effect.result(tokens.issuePartner(shown)),
          yield* Effect.result(tokens.issuePrimary(shown))
        ]
      }).pipe(Effect.provide(Tokens.layer))
    )
    assert.deepStrictEqual(issued.map(Result.isSuccess), [true, false, false])
  })
})
