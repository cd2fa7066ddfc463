/**
 * Which PostgreSQL is on this machine: its connections are open by default, all others are encrypted (docs/postgres.md).
 */
import { assert, describe, it } from "@effect/vitest"
import { isOnThisMachine } from "../src/store/postgres/PostgresClient.ts"

describe("the address of a PostgreSQL database", () => {
  it.for([
    ["postgres://localhost/a", true],
    ["postgres://127.8.0.1/a", true],
    ["postgres://[::1]/a", true],
    ["postgres:///a?host=/run/postgresql", true],
    ["postgres://db.example/a?host=/run/postgresql", true],
    ["postgres://db.example/a?host=127.0.0.1", true],
    ["postgres://db.example/a", false],
    ["postgres://127.example/a", false],
    ["postgres://localhost/a?host=db.example", false],
    ["postgres://localhost/a?host=/run/postgresql&host=db.example", false]
  ] as const)("%s is on this machine: %s (docs/postgres.md)", ([url, expected]) =>
    assert.strictEqual(isOnThisMachine(new URL(url)), expected)
  )
})
