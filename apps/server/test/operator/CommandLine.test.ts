/**
 * How every command of the operator behaves on a command line: results on standard output, everything else on standard error, and
 * an exit code that names the reason (README).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { sharedFolder } from "../TestServer.ts"
import { commandsOn } from "./OnFile.ts"

const folder = sharedFolder()
const file = folder.file("line.db")
const { run, json } = commandsOn(file)
await json("organizations", "create", "--name", " Acme ", "--id", "org_acme")
await json("clients", "create", "--name", "Partner", "--id", "cli_partner")

/** Command lines that are wrong, with what is reported. */
const wrong: ReadonlyArray<[line: string, expected: RegExp]> = [
  ["clients nope", /Unknown subcommand "nope"/],
  ["clients create", /Missing required flag: --name/],
  ["clients create --nam X", /Unrecognized flag: --nam .*--name/],
  // The value of an unknown flag is no second mistake.
  ["clients --nam X", /^partner-api: Unrecognized flag: --nam in command partner-api clients\npartner-api: Usage/],
  ["clients create --name X --as owner", /--as must be "employer" \| "agency" \| "reader"; it is "owner"\.$/m],
  ["clients create --name X --permission jobs:reed", /--permission must be "jobs:read" \| .*; it is "jobs:reed"\.$/m],
  ["clients show a+b", /<client> must have 1 to 64 of the characters A-Z a-z 0-9 _ -; it is "a\+b"\./],
  ["clients grant cli_x", /Missing required argument: organization/],
  ["organizations create --name ''", /--name must have 1 to 200 characters/],
  ["seed --jobs many", /--jobs must be a number; it is "many"\.$/m],
  ["jobs list", /Missing required flag: --organization/],
  ["users list --organization org_acme --status GONE", /--status must be .*; it is "GONE"\.$/m],
  ["audit --since 90s", /--since must be a date and time .*, or 10m, 2h or 3d ago; it is "90s"\.$/m],
  ["backup", /Missing required argument: file/]
]

/** Commands that cannot be done, with what is reported. */
const refused: ReadonlyArray<[line: string, expected: RegExp]> = [
  ["organizations create --name Acme --id org_acme", /There is an organization org_acme already\.$/],
  ["clients create --name X --organization org_none --as reader", /There is no organization org_none\.$/],
  ["clients create --name X --default-organization org_none", /There is no organization org_none\.$/],
  ["clients create --name X --agency agy_a", /--agency belongs to a grant, and there is none without --organization\./],
  ["clients create --name X --as reader --permission jobs:read", /--as and --permission belong to a grant, and there/],
  [
    "clients create --name X --organization org_acme",
    /: --as must be employer, agency or reader where no permission is named\. Give --as employer, /
  ],
  ["clients grant cli_partner org_acme --default", /: --as must be employer, agency or reader where no permission/],
  [
    "clients grant cli_partner org_acme --as reader --permission jobs:read",
    /: --as cannot stand beside permissions: name one of the two\./
  ],
  ["clients grant cli_partner org_acme --as agency", /: --agency must name the agency that the grant is bound to, as/],
  [
    "clients grant cli_partner org_acme --as employer --agency agy_a",
    /: --as must be agency or reader in a grant that is bound to an agency\./
  ],
  [
    "clients create --name X --organization org_acme --as agency --agency agy_none",
    /There is no agency agy_none in the organization org_acme\.$/
  ],
  [
    "clients create --name X --organization org_acme --agency agy_a --permission fees:write --permission audit:read",
    /A grant that is bound to an agency cannot hold fees:write, audit:read; it can hold jobs:read, agencies:read, /
  ],
  ["jobs list --organization org_none", /There is no organization org_none\.$/],
  ["users list --organization org_none", /There is no organization org_none\.$/],
  ["clients show cli_none", /There is no client cli_none\.$/],
  ["clients ungrant cli_none org_acme", /There is no client cli_none\.$/],
  ["clients rotate-secret cli_none --finish --now", /--finish, --end and --now exclude each other\. Give --finish/],
  ...[
    "clients revoke cli_a",
    "users erase org_acme usr_a",
    "candidates erase org_acme --email a@b.example",
    "restore a.db"
  ].map((line): [line: string, expected: RegExp] => [
    line,
    /no terminal to ask at: (?:Revoke|Erase|Put) .*\? Nothing was changed\. Give --yes to do it\.$/
  ]),
  ["seed --jobs 1", /Add sample data to .*line\.db, which has clients of partners\? .*--yes/],
  ["restore nowhere.db --yes", /There is no file nowhere\.db\. Name a file that partner-api backup has written\.$/]
]

const words = (line: string): ReadonlyArray<string> => line.split(" ").map((word) => (word === "''" ? "" : word))

describe("a command of the operator", () => {
  it.concurrent.for(wrong)(
    "that is spelled wrong ends with 2 and names it: %s (README)",
    async ([line, expected], { expect }) => {
      const { code, stdout, stderr } = await run(...words(line))
      expect([code, stdout]).toStrictEqual([2, ""])
      expect(stderr).toMatch(expected)
      expect(stderr).toMatch(/^partner-api: See: partner-api .*--help$/m)
    }
  )

  it.concurrent.for(refused)(
    "that cannot be done ends with 1 and one line: %s (README)",
    async ([line, expected], { expect }) => {
      const { code, stdout, stderr } = await run(...words(line))
      expect([code, stdout]).toStrictEqual([1, ""])
      expect(stderr).toMatch(expected)
      expect(stderr.split("\n")).toHaveLength(1)
    }
  )

  it("makes the database in its first run, for its owner's eyes only (README)", () => {
    assert.strictEqual(Fs.statSync(file).mode & 0o777, 0o600)
  })

  it("prints one JSON document with --json, and a table for people without (README)", async () => {
    // The name is trimmed, as it is over HTTP.
    assert.match(JSON.stringify(await json("organizations", "list")), /^\[\{"id":"org_acme","name":"Acme",/)
    const { stdout } = await run("organizations", "list")
    assert.match(stdout, /^id +name +clients +created\norg_acme +Acme +0 +20\d\d-/)
  })

  it("names a setting that is wrong (README)", async () => {
    const { code, stderr } = await commandsOn(file, { DATABASE_URL: "mysql:x" }).run("clients", "list")
    assert.strictEqual(code, 1)
    assert.match(stderr, /^partner-api: The setting DATABASE_URL is wrong: it must begin with sqlite:,/)
  })

  it("says how a client gets its first organization, where a new one has none (README)", async () => {
    const { stdout } = await run("clients", "create", "--name", "Without", "--id", "cli_without")
    assert.match(stdout, /^The client has no organization yet\. Grant one: partner-api clients grant cli_without /m)
    const granted = ["--organization", "org_acme", "--as", "reader"]
    const { stdout: complete } = await run("clients", "create", "--name", "With", "--id", "cli_with", ...granted)
    assert.notInclude(complete, "has no organization yet")
  })
})
