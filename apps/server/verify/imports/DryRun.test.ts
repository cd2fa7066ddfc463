/**
 * Imports that write nothing and say what they would write: the same counts and the same bad lines as the import itself (import
 * --dry-run).
 */
import { assert, describe, it } from "@effect/vitest"
import {
  countsOf,
  csv,
  everythingIn,
  jobOf,
  jobs,
  makeWorld,
  ndjson,
  reportOf,
  runImportProcess,
  startImport,
  reportedLines
} from "../../test/imports/ImportWorld.ts"

const world = await makeWorld()
type Kind = Parameters<typeof runImportProcess>[1]

const user = (name: string, rest: object = {}) => ({
  first_name: "A",
  last_name: "B",
  email: `${name}@example.com`,
  ...rest
})

/** Two files of a kind, one after the other, and what the second one does; its names come again in a later batch. */
const files: ReadonlyArray<readonly [kind: Kind, first: string, second: string, counts: ReadonlyArray<number>]> = [
  [
    "jobs",
    ndjson(jobs(3)),
    ndjson([
      jobOf(1),
      jobOf(2, { title: "Pilot" }),
      ...jobs(1_100, 4),
      jobOf(2, { title: "Pilot" }),
      jobOf(3, { created_at: "2025-12-31T00:00:00Z" }),
      jobOf(4, { title: "Sailor" }),
      jobOf(4, { title: "Sailor" }),
      jobOf(5)
    ]),
    [1_107, 1_100, 2, 5, 0]
  ],
  [
    "agencies",
    ndjson([
      { external_id: "A-1", name: "Hirewell" },
      { external_id: "A-2", name: "Northwind" }
    ]),
    ndjson([
      { external_id: "A-1", name: "Hiregood" },
      { external_id: "A-2", name: "Northwind" },
      ...Array.from({ length: 1_000 }, (_, index) => ({ external_id: `B-${index}`, name: "New" })),
      { external_id: "A-1", name: "Hirewell" },
      { external_id: "B-0", name: "New" }
    ]),
    [1_004, 1_000, 2, 2, 0]
  ],
  [
    "users",
    ndjson([user("ada", { id: "usr_ada" }), user("bob")]),
    ndjson([
      user("Ada", { last_name: "King" }),
      user("bob"),
      user("eve", { id: "usr_eve" }),
      ...Array.from({ length: 1_000 }, (_, index) => user(`p${index}`)),
      user("EVE", { id: "usr_eve" }),
      user("Ada", { id: "usr_ada", last_name: "King" })
    ]),
    [1_005, 1_001, 2, 2, 0]
  ]
]

describe("a dry run", () => {
  it.for(files)("of %s counts what the import does then, and writes nothing (import --dry-run)", async (file) => {
    const [kind, first, second, counts] = file
    const database = world.database()
    await runImportProcess(database, kind, world.write(`first-${kind}.ndjson`, first))
    const before = everythingIn(database)
    const name = world.write(`second-${kind}.ndjson`, second)
    const { code, stdout, stderr } = await runImportProcess(database, kind, name, ["--dry-run"])
    assert.deepStrictEqual([code, countsOf(stdout)], [0, counts], stderr)
    const { dry_run, repeated } = reportOf(stdout)
    assert.isTrue(dry_run)
    // A record that the file has twice is reported, and nothing else.
    assert.lengthOf(reportedLines(stderr), repeated)
    assert.isTrue(reportedLines(stderr).every((line) => line.endsWith("once more; the later line counts")))
    assert.deepStrictEqual(everythingIn(database), before)

    const imported = await runImportProcess(database, kind, name)
    assert.deepStrictEqual([countsOf(imported.stdout), reportOf(imported.stdout).dry_run], [counts, false])
  })

  it.for([
    ["refuse", 1],
    ["skip", 3]
  ] as const)(
    "with --on-error %s reports bad lines, and ends as the import would (import --dry-run)",
    async (policy) => {
      const [onError, code] = policy
      const database = world.database()
      const file = world.write(`bad-${onError}.csv`, `${csv(jobs(2))}E-3,,D,,,,\nE-2\n`)
      const before = everythingIn(database)
      const ended = await runImportProcess(database, "jobs", file, ["--dry-run", "--on-error", onError])
      assert.deepStrictEqual([ended.code, countsOf(ended.stdout)], [code, [4, 2, 0, 0, 2]])
      assert.deepStrictEqual(reportedLines(ended.stderr).slice(0, 2), [
        "line 6: /title is required",
        "line 7: /title is required; /description is required"
      ])
      assert.deepStrictEqual(everythingIn(database), before)
    }
  )

  it("prints at the end that nothing was written (import --dry-run)", async () => {
    await using program = startImport(world.database(), "jobs", world.write("words.ndjson", ndjson(jobs(2))), [
      "--dry-run"
    ])
    const { code, stdout } = await program.ended
    assert.strictEqual(code, 0)
    assert.match(
      stdout,
      /^2 lines: 2 new, 0 changed, 0 unchanged, 0 bad, in \d+\.\d s\nThis was a dry run: nothing was written\.\n$/
    )
  })
})
