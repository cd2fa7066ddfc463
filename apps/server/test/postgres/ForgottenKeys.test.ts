/**
 * A write under a key runs again where it loses a conflict before it is known whether its key is free, and where
 * the answer under the key is forgotten (docs/decisions, 156).
 */
import { assert, describe, it } from "@effect/vitest"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { transaction } from "@partner-api/service/laws/Furnished"
import { IdempotencyStore } from "@partner-api/service/store/IdempotencyStore"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { orStoreError } from "../../src/store/sql/kit/Errors.ts"
import { membersOf, textOf } from "../HttpCall.ts"
import { databases, migratedDatabase } from "../Postgres.ts"
import { startServer } from "../TestServer.ts"

/** Ends the first transaction that calls it as the loser of a deadlock. The sequence counts what is rolled back too. */
const loseFirst = [
  "CREATE SEQUENCE calls",
  `CREATE FUNCTION lose_first() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('calls') = 1 THEN RAISE EXCEPTION 'lost' USING ERRCODE = 'deadlock_detected'; END IF;
    RETURN true;
  END $$`
]
const onSave = [
  `CREATE FUNCTION lose_first_save() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM lose_first();
    RETURN NEW;
  END $$`,
  "CREATE TRIGGER lose_first_save BEFORE INSERT OR UPDATE ON agencies FOR EACH ROW EXECUTE FUNCTION lose_first_save()"
]

const runAll = async (url: string, statements: ReadonlyArray<string>) => {
  for (const statement of statements) await databases().run(url, statement)
}

describe("a write under a key", () => {
  it("whose answer is forgotten runs again where it loses a conflict (decisions, Safe repetition)", async () => {
    const url = await migratedDatabase()
    // The answer is marked, and not removed yet.
    await using server = await startServer({ database: readTarget(url), worksBetweenRequests: false })
    const token = await server.partner()
    const json = { name: "Hands", recruiters: [{ first_name: "Robin", last_name: "Lee", email: "robin@example.com" }] }
    const agency = textOf(await server.call("POST", "/v1/agencies", { token, json }), "id")
    const patch = (name: string, key: string) =>
      server.call("PATCH", `/v1/agencies/${agency}`, {
        token,
        headers: { "idempotency-key": key },
        json: { name, ...(name === "No hands" ? { recruiters: [] } : {}) }
      })
    assert.strictEqual((await patch("Good hands", "a")).status, 200)
    assert.strictEqual((await patch("No hands", "b")).status, 200)
    await runAll(url, [...loseFirst, ...onSave])
    const answer = await patch("New hands", "a")
    assert.deepStrictEqual([answer.status, membersOf(answer)["name"]], [200, "New hands"], answer.text)
    assert.deepStrictEqual((await patch("New hands", "a")).text, answer.text)
  })

  it.live.each(["free", "forgotten"])(
    "that is %s runs again where another statement loses it (decisions, Safe repetition)",
    (kind) =>
      Effect.gen(function* () {
        const url = yield* Effect.promise(() => databases().create())
        const write = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const store = yield* IdempotencyStore
          yield* Effect.promise(() => runAll(url, loseFirst))
          const organizationId = OrganizationId.make("org_a")
          const scope = { organizationId, callerId: ClientId.make("cli_a"), method: "POST", path: "/", key: "a" }
          const reserve = store.reserve(scope, { fingerprint: "f", nowMs: 1, expiresAtMs: 2 })
          if (kind === "forgotten") {
            const answer = { status: 200, headers: {}, body: "" }
            yield* transaction(Effect.andThen(Effect.flatten(reserve), store.complete(scope, answer, "agy_a")))
            yield* transaction(store.forgetLater({ organizationId, resourceId: "agy_a", mark: "m" }))
          }
          const once = transaction(
            Effect.gen(function* () {
              const isReserved = yield* reserve
              // The first statement leaves before the reservation, the next one behind it.
              if (kind === "forgotten") yield* sql`SELECT 1`
              const exit = yield* Effect.exit(orStoreError(sql`SELECT lose_first()`))
              assert.isTrue(yield* isReserved)
              return yield* Effect.asVoid(exit)
            })
          )
          yield* once
          assert.deepStrictEqual(yield* sql`SELECT status FROM idempotency_keys`, [{ status: 0 }])
        })
        yield* Effect.provide(write, Database.layer(readTarget(url)))
      }).pipe(Effect.withTracerEnabled(false))
  )
})
