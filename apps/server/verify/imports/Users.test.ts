/**
 * Users whom another system hands over: found by email, whatever its case, and never written over another one (import users).
 */
import { assert, describe, it } from "@effect/vitest"
import {
  countsOf,
  csv,
  everythingIn,
  makeWorld,
  ndjson,
  neighbour,
  organization,
  query,
  runImportProcess,
  reportedLines
} from "../../test/imports/ImportWorld.ts"

const world = await makeWorld()
const early = "2026-01-01T00:00:00.000Z"
const person = (name: string, rest: object = {}) => ({
  first_name: name,
  last_name: "Doe",
  email: `${name.toLowerCase()}@example.com`,
  ...rest
})
const people = (count: number) => Array.from({ length: count }, (_, index) => person(`P${index}`))

const usersIn = (database: string) =>
  query(
    database,
    "SELECT id, first_name, last_name, email, status, created_at, updated_at FROM users WHERE organization_id = 'org_acme' ORDER BY email_key"
  )
const journalIn = (database: string) =>
  query(database, "SELECT json FROM journal ORDER BY id").map(({ json }) => {
    const { action, resource_id, after } = JSON.parse(String(json))
    return [action, resource_id, after]
  })

/** A database with Ada and Bob, whose ids are known. */
const furnished = async () => {
  const database = world.database()
  const records = [
    person("Ada", { id: "usr_ada", created_at: early }),
    person("Bob", { id: "usr_bob", created_at: early, status: "DISABLED" })
  ]
  await runImportProcess(database, "users", world.write("furnished.ndjson", ndjson(records)))
  return database
}

const otherEmail = "/id belongs to a user with another email; leave the id out, or change the email of that user first"
const otherId = "/id is not the id of the user who has this email; leave it out, and that user keeps the other one"
const twoUsers = "/id belongs to one user and /email to another; correct one of them"

describe("an import of users", () => {
  it("from NDJSON and from CSV gives the same users, an entry of each, and one of all (import users)", async () => {
    const records = [
      person("Ada", { id: "their-42", created_at: early, status: "ACTIVE" }),
      person("Bob", { id: "their-43", created_at: early, status: "DISABLED", updated_at: "2026-01-02T00:00:00.000Z" })
    ]
    const databases = await Promise.all(
      [
        world.write("users.ndjson", ndjson(records)),
        world.write("users.csv", csv(records.toReversed())),
        world.write("semicolons.csv", csv(records.toReversed(), ";"))
      ].map(async (file) => {
        const database = world.database()
        const { code, stdout, stderr } = await runImportProcess(database, "users", file)
        assert.deepStrictEqual([code, reportedLines(stderr), countsOf(stdout)], [0, [], [2, 2, 0, 0, 0]])
        return database
      })
    )
    for (const database of databases) {
      assert.deepStrictEqual<unknown>(
        usersIn(database),
        records.map((record) => ({ updated_at: early, ...record }))
      )
      const journal = journalIn(database)
      assert.sameDeepMembers(
        journal.slice(0, -1),
        usersIn(database).map(({ id }) => ["user.created", id, undefined])
      )
      assert.deepStrictEqual(journal.at(-1), ["users.imported", organization, { created: 2, updated: 0 }])
    }
  })

  it("makes ids, times and an active status where the file has none (import users)", async () => {
    const database = world.database()
    await runImportProcess(database, "users", world.write("made.ndjson", ndjson(people(2))))
    const [first, second] = usersIn(database)
    assert.match(String(first?.["id"]), /^usr_[0-9A-Z]{26}$/)
    assert.notStrictEqual(first?.["id"], second?.["id"])
    assert.deepStrictEqual([first?.["status"], first?.["created_at"]], ["ACTIVE", first?.["updated_at"]])
  })

  it("again finds users by email in any case, with or without their id, and keeps what a line does not say (import users)", async () => {
    const database = await furnished()
    const records = [
      person("Ada", { id: "usr_ada", email: "ADA@example.com" }),
      person("Bob", { last_name: "Roe" }),
      person("Bob", { last_name: "Roe" }),
      person("Eve")
    ]
    const { code, stdout } = await runImportProcess(database, "users", world.write("again.ndjson", ndjson(records)))
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [4, 1, 2, 1, 0]])
    const [ada, bob] = usersIn(database)
    assert.deepInclude(ada, { id: "usr_ada", email: "ADA@example.com", created_at: early })
    assert.deepInclude(bob, { id: "usr_bob", last_name: "Roe", status: "DISABLED", created_at: early })
    assert.isAbove(Date.parse(String(bob?.["updated_at"])), Date.parse(early))
    const journal = journalIn(database)
    assert.deepStrictEqual(journal.slice(3, -1), [
      ["user.created", usersIn(database)[2]?.["id"], undefined],
      ["user.updated", "usr_ada", undefined],
      ["user.updated", "usr_bob", undefined]
    ])
    assert.deepStrictEqual(journal.at(-1), ["users.imported", organization, { created: 1, updated: 2 }])
    const repeated = await runImportProcess(
      database,
      "users",
      world.write("repeated.ndjson", ndjson(records.slice(0, 2)))
    )
    assert.deepStrictEqual(countsOf(repeated.stdout), [2, 0, 0, 2, 0])
    assert.lengthOf(journalIn(database), journal.length)
  })

  it("leaves another organization alone, which may have the same ids and emails (import users)", async () => {
    const database = await furnished()
    const file = world.write("both.ndjson", ndjson([person("Bob", { id: "usr_ada" })]))
    const { code, stdout } = await runImportProcess(database, "users", file, [], neighbour)
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [1, 1, 0, 0, 0]])
  })

  const contradicting = [
    person("New"),
    person("Ada", { id: "usr_bob" }),
    person("Ada", { id: "usr_new" }),
    person("Other", { id: "usr_ada" }),
    { first_name: "No" },
    // Of the lines before them.
    person("New", { id: "usr_late" }),
    person("Eve", { id: "usr_eve" }),
    person("Mallory", { id: "usr_eve" }),
    ...people(1_000),
    person("Trudy", { id: "usr_eve" }),
    person("P999", { id: "usr_bob" })
  ]
  const mistakes = [
    `line 2: ${twoUsers}`,
    `line 3: ${otherId}`,
    `line 4: ${otherEmail}`,
    "line 5: /last_name is required; /email is required",
    `line 6: ${otherId}`,
    `line 8: ${otherEmail}`,
    `line 1009: ${otherEmail}`,
    `line 1010: ${twoUsers}`
  ]

  it("refuses a file whose ids and emails say different users, before anything is written (import users)", async () => {
    const database = await furnished()
    const before = everythingIn(database)
    const file = world.write("refused.ndjson", ndjson(contradicting))
    const { code, stdout, stderr } = await runImportProcess(database, "users", file)
    assert.deepStrictEqual([code, countsOf(stdout)], [1, [1_010, 0, 0, 0, 8]])
    assert.deepStrictEqual(reportedLines(stderr).slice(0, -1), mistakes)
    assert.deepStrictEqual(everythingIn(database), before)
  })

  it("skips such lines alone with --on-error skip, and nobody is written over (import users)", async () => {
    const database = await furnished()
    const before = usersIn(database)
    const file = world.write("skipped.ndjson", ndjson(contradicting))
    const dry = await runImportProcess(database, "users", file, ["--on-error", "skip", "--dry-run"])
    assert.deepStrictEqual(
      [dry.code, countsOf(dry.stdout), reportedLines(dry.stderr)],
      [3, [1_010, 1_002, 0, 0, 8], mistakes]
    )
    const { code, stdout, stderr } = await runImportProcess(database, "users", file, ["--on-error", "skip"])
    assert.deepStrictEqual([code, countsOf(stdout), reportedLines(stderr)], [3, [1_010, 1_002, 0, 0, 8], mistakes])
    const after = usersIn(database)
    assert.deepStrictEqual(
      before.filter((user) => !after.some(({ id }) => id === user["id"])),
      []
    )
    assert.deepStrictEqual(
      after.filter(({ id }) => id === "usr_ada" || id === "usr_bob"),
      before
    )
    assert.deepInclude(
      after.find(({ id }) => id === "usr_eve"),
      { email: "eve@example.com" }
    )
  })

  it("reports bad lines without their content, which is personal (decisions, Errors)", async () => {
    const database = await furnished()
    const records = [person("Canary", { id: "usr_ada" }), { ...person("Canary"), email: "canary" }]
    const { code, stdout, stderr } = await runImportProcess(
      database,
      "users",
      world.write("canary.ndjson", ndjson(records))
    )
    assert.strictEqual(code, 1)
    assert.notMatch(stdout + stderr.replaceAll("canary.ndjson", ""), /canary|usr_ada/i)
  })
})
