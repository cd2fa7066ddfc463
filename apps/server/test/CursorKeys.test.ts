/**
 * The keys that sign cursors: made once, kept in the database, and changed without ending a walk (decisions, Lists).
 */
import * as Crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { errorOf } from "./ErrorAnswer.ts"
import { textOf } from "./HttpCall.ts"
import { openDatabase, sharedFolder, startServer, type TestServer } from "./TestServer.ts"

const folder = sharedFolder()

const keysOf = (databaseFile: string): ReadonlyArray<unknown> => {
  using operator = openDatabase(databaseFile)
  return operator.db
    .prepare("SELECT secret FROM cursor_keys ORDER BY id")
    .all()
    .map(({ secret }) => secret)
}

/** What an operator does to change the key: the servers take it up with their next start. */
const addKey = (databaseFile: string) => {
  using operator = openDatabase(databaseFile)
  operator.db
    .prepare("INSERT INTO cursor_keys (id, secret) SELECT max(id) + 1, ? FROM cursor_keys")
    .run(Crypto.randomBytes(32).toString("base64url"))
}

const nextOf = async (server: TestServer) =>
  textOf(await server.call("GET", "/v1/jobs?limit=1", { token: await server.partner() }), "next")
const follow = async (server: TestServer, next: string) => {
  const { pathname, search } = new URL(next)
  return server.call("GET", `${pathname}${search}`, { token: await server.partner() })
}

describe("the key of cursors", () => {
  it("has 32 random bytes, made on the first start and kept in the database (decisions, Lists)", async () => {
    const databaseFile = folder.file("first.db")
    const first = await startServer({ databaseFile })
    const next = await nextOf(first)
    const keys = keysOf(databaseFile)
    assert.lengthOf(keys, 1)
    assert.strictEqual(Buffer.from(String(keys[0]), "base64url").length, 32)
    await first.stop()
    await using second = await startServer({ databaseFile })
    assert.deepStrictEqual(keysOf(databaseFile), keys)
    assert.strictEqual((await follow(second, next)).status, 200)
    await using other = await startServer()
    assert.notDeepEqual(keysOf(other.databaseFile), keys)
  })

  it("is accepted beside the one after it, but not beside two (decisions, Lists)", async () => {
    const databaseFile = folder.file("rotation.db")
    const first = await startServer({ databaseFile })
    const old = await nextOf(first)
    await first.stop()
    addKey(databaseFile)
    const second = await startServer({ databaseFile })
    assert.strictEqual((await follow(second, old)).status, 200)
    const present = await nextOf(second)
    await second.stop()
    addKey(databaseFile)
    await using third = await startServer({ databaseFile })
    assert.strictEqual((await follow(third, present)).status, 200)
    assert.strictEqual(errorOf(await follow(third, old)), "400 invalid_cursor")
  })
})
