/**
 * `partner users import`: what becomes of each line of a file, and of a second run (docs/cli.md, Import).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeHome, runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }

/** A file of CSV: its lines begin at 2. Ada is there already. */
const csv = [
  "email,first_name,last_name,id",
  "grace@example.com,Grace,Hopper,",
  "ADA@example.com,Ada,Lovelace,",
  'q@example.com,"O""Neil, jr",Q,usr_q',
  "nobody,Bad,Line,",
  "too,many,cells,,here",
  "q2@example.com,Other,User,usr_q",
  "ada@example.com,Ada,Lovelace,usr_other",
  "grace@example.com,Grace,Hopper,"
].join("\n")

const report = (stdout: string) => {
  const { duration_ms, refused_lines, ...counts } = JSON.parse(stdout)
  assert.isAtLeast(duration_ms, 0)
  const refused: ReadonlyArray<{ readonly line: number; readonly error: string; readonly message: string }> =
    refused_lines
  return { counts, refused: refused.map(({ error, line }) => [line, error]) }
}

const refusedLines = [
  [5, "unprocessable_entity"],
  [6, "invalid_request"],
  [7, "conflict"],
  [8, "conflict"]
]

describe("partner users import (docs/cli.md, Import)", () => {
  it("shows how far it is at a terminal alone: a log has the report", async () => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, "users.csv")
    Fs.writeFileSync(file, "email,first_name,last_name\ngrace@example.com,Grace,Hopper\n")
    const args = ["users", "import", file, "--dry-run"]
    const seen = await runPartner(service, args, inOrganization, true)
    assert.match(seen.stderr, /^\rchecking users  #{30} 100%/m)
    const logged = await runPartner(service, args, inOrganization)
    assert.strictEqual(logged.stderr, "Nothing was changed.\n")
    assert.include(logged.stdout, "1 would be created")
  })

  it("adds the lines that can be added, refuses the others with their numbers, and repeats nothing", async () => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, "users.csv")
    Fs.writeFileSync(file, csv)
    const run = (...args: ReadonlyArray<string>) =>
      runPartner(service, ["users", "import", file, ...args], inOrganization)

    const dry = await run("--dry-run", "--json")
    assert.deepStrictEqual(report(dry.stdout), {
      counts: { dry_run: true, lines: 8, created: 2, existing: 2, refused: 4 },
      refused: refusedLines
    })
    assert.strictEqual(service.server.count("users.create"), 0)

    const first = await run()
    assert.strictEqual(first.code, 3)
    assert.match(first.stdout, /^8 lines: 2 created, 2 existing, 4 refused, in \d+\.\d s\n$/)
    assert.match(first.stderr, /^line 5: \/email must be an email address/m)
    assert.match(first.stderr, /^line 6: has 5 cells where the header has 4; quote a cell with a comma in it$/m)
    assert.match(first.stderr, /^line 7: .*\/id belongs to the user usr_q/m)
    assert.notInclude(first.stderr, "adding users")

    const keys = () =>
      service.server.requests.flatMap(({ idempotencyKey, operation }) =>
        operation === "users.create" ? [idempotencyKey] : []
      )
    const keysOfFirst = keys()
    // Two lines are equal.
    assert.strictEqual(new Set(keysOfFirst).size, keysOfFirst.length - 1)
    const second = await run("--json")
    assert.sameMembers(keys().slice(keysOfFirst.length), keysOfFirst)
    assert.deepStrictEqual(report(second.stdout), {
      counts: { dry_run: false, lines: 8, created: 0, existing: 4, refused: 4 },
      refused: refusedLines
    })
    assert.strictEqual(service.server.data.users("org_1").length, 4)
  })

  it("ends with the lines so far when the service fails, and goes on in the next run", async () => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, "users.ndjson")
    const lines = Array.from({ length: 20 }, (_, index) => ({
      first_name: "User",
      last_name: String(index),
      email: `user${index}@example.com`
    }))
    Fs.writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"))
    service.server.failNext("users.create", { status: 403 }, { times: 1 })
    const failed = await runPartner(service, ["users", "import", file], inOrganization)
    assert.strictEqual(failed.code, 1)
    assert.match(failed.stderr, /Run the same command again/)
    const { stdout } = await succeed(service, ["users", "import", file], inOrganization)
    assert.match(stdout, /^20 lines: /)
    assert.strictEqual(service.server.data.users("org_1").length, 22)
  })

  it("says nothing of lines when the organization is not known: none was read", async () => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, "users.csv")
    Fs.writeFileSync(file, csv)
    const { code, stderr, stdout } = await runPartner(service, ["users", "import", file])
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /--organization/)
    assert.notMatch(stderr, /Run the same command again/)
  })

  it.for(["--csv", "--json"])("reads what partner users list prints with %s (docs/cli.md, Import)", async (form) => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, form === "--csv" ? "users.csv" : "users.ndjson")
    const listed = async (organization: string) =>
      (await succeed(service, ["users", "list", "--all", form, "--organization", organization])).stdout
    Fs.writeFileSync(file, await listed("org_1"))
    const again = await succeed(service, ["users", "import", file], inOrganization)
    assert.match(again.stdout, /^2 lines: 0 created, 2 existing, 0 refused/)
    const before = service.server.data.users("org_2").length
    const other = await succeed(service, ["users", "import", file, "--organization", "org_2"])
    assert.match(other.stdout, /^2 lines: 2 created, 0 existing, 0 refused/)
    assert.strictEqual(service.server.data.users("org_2").length, before + 2)
  })

  it("reads the plain CSV of Excel when its encoding is given, and says so when it is not (docs/cli.md, Import)", async () => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, "excel.csv")
    Fs.writeFileSync(
      file,
      Buffer.from("First Name;Last Name;Email;\r\nJ\xfcrgen;O\x92Neil;j@example.com\r\n;;;\r\n", "latin1")
    )
    const bare = await runPartner(service, ["users", "import", file], inOrganization)
    assert.deepStrictEqual([bare.code, /--encoding windows-1252/.test(bare.stderr)], [3, true])
    assert.match(bare.stderr, /^partner: Give the same command with --encoding windows-1252 /m)
    await succeed(service, ["users", "import", file, "--encoding", "windows-1252"], inOrganization)
    const names = service.server.data.users("org_1").map(({ first_name, last_name }) => `${first_name} ${last_name}`)
    assert.include(names, "Jürgen O’Neil")
  })
})
