/**
 * What was read of a resource is remembered as long as its text is the same, and no longer.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rememberedResource, storedResource } from "../src/store/sql/kit/StoredValues.ts"
import { membersOf } from "./HttpCall.ts"
import { openDatabase, startServer } from "./TestServer.ts"

const Named = Schema.Struct({ name: Schema.String })
const named = (name: string) => JSON.stringify({ name })
const reader = () => rememberedResource(Schema.decodeUnknownEffect(storedResource(Named)))

describe("a resource that is read again", () => {
  it.effect("is the same value where its text is the same, from the second time on", () =>
    Effect.gen(function* () {
      const read = reader()
      const first = yield* read("a", named("Ada"))
      const second = yield* read("a", named("Ada"))
      assert.deepStrictEqual(second, first)
      assert.strictEqual(yield* read("a", named("Ada")), second)
    })
  )

  it.effect("is read anew where its text is another one", () =>
    Effect.gen(function* () {
      const read = reader()
      yield* read("a", named("Ada"))
      yield* read("a", named("Ada"))
      assert.deepStrictEqual(yield* read("a", named("Bea")), { name: "Bea" })
      assert.deepStrictEqual(yield* read("a", named("Ada")), { name: "Ada" })
    })
  )

  it.effect.each([JSON.stringify({ name: 1 }), "{", 1])("is refused where nobody can read %s", (text) =>
    Effect.gen(function* () {
      const read = reader()
      yield* read("a", named("Ada"))
      yield* read("a", named("Ada"))
      assert.isTrue(yield* Effect.isFailure(read("a", text)))
      assert.isTrue(yield* Effect.isFailure(read("a", text)))
      assert.deepStrictEqual(yield* read("a", named("Ada")), { name: "Ada" })
    })
  )

  it.effect("is read each time where its text is long", () =>
    Effect.gen(function* () {
      const read = reader()
      const text = named("a".repeat(4_096))
      yield* read("a", text)
      assert.notStrictEqual(yield* read("a", text), yield* read("a", text))
    })
  )

  it("is the one that another process has written (decisions, Errors: 412)", async () => {
    await using server = await startServer()
    const { call, databaseFile } = server
    const token = await server.partner()
    const path = "/v1/jobs/job_00000003"
    const before = await call("GET", path, { token })
    const etag = String(before.headers["etag"])
    const known = { token, headers: { "if-none-match": etag } }
    for (let time = 0; time < 3; time++) assert.strictEqual((await call("GET", path, known)).status, 304)
    using operator = openDatabase(databaseFile)
    operator.db.exec("UPDATE jobs SET json = json_set(json, '$.title', 'Another') WHERE id = 'job_00000003'")
    const after = await call("GET", path, known)
    assert.deepStrictEqual(membersOf(after), { ...membersOf(before), title: "Another" })
    assert.notStrictEqual(after.headers["etag"], etag)
  })
})
