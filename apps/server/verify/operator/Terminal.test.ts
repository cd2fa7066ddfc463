/**
 * What a partner, a file or an argument says reaches the operator's terminal as text: no character of it drives the terminal or
 * begins a line (decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import { startChildServer } from "../../test/hostile/ChildServer.ts"
import { openDatabase, sharedFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"

const file = sharedFolder().file("terminal.db")
const { run, json } = processesOn(file)

/** A title, a cleared screen, a colour in C1, a forged line, a tab, DEL, and text from right to left. */
const hostile = "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\nforged\ttab\u007f\u202egnp\u2066"
const shown = String.raw`\u001b]0;owned\u0007\u001b[2J\u009b31m\u000d\u000aforged\u0009tab\u007f\u202egnp\u2066`

/** What a terminal obeys; the line feeds are the program's own. */
const driving = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u

// Stored by an earlier version, which refused nothing.
await json("organizations", "create", "--name", "Acme", "--id", "org_acme")
await json(
  "clients",
  "create",
  "--name",
  "Hirewell",
  "--id",
  "cli_hostile",
  "--organization",
  "org_acme",
  "--as",
  "employer"
)
{
  using operator = openDatabase(file)
  operator.db.prepare("UPDATE organizations SET name = ?").run(hostile)
  operator.db.prepare("UPDATE clients SET name = ?").run(hostile)
}

describe("a stored name that would drive the terminal", () => {
  it.for([["organizations list"], ["clients list"], ["clients show cli_hostile"]] as const)(
    "is shown as text, in its line, by %s",
    async ([command]) => {
      const { code, stdout } = await run(...command.split(" "))
      assert.strictEqual(code, 0)
      assert.include(stdout, shown)
      assert.notMatch(stdout, driving)
      assert.notMatch(stdout, /^forged/m)
    }
  )

  it.for([["organizations list"], ["clients list"], ["clients show cli_hostile"]] as const)(
    "means the same as JSON, by %s",
    async ([command]) => {
      const { stdout } = await run(...command.split(" "), "--json")
      assert.notMatch(stdout, driving)
      const value: unknown = JSON.parse(stdout)
      assert.strictEqual(Reflect.get(Object(Array.isArray(value) ? value[0] : value), "name"), hostile)
    }
  )
})

/** Commands that repeat what was given, with the exit code. */
const repeated: ReadonlyArray<readonly [what: string, args: ReadonlyArray<string>, code: number]> = [
  ["a file to restore", ["restore", `nowhere${hostile}`, "--yes"], 1],
  ["a file to import", ["import", "jobs", `nowhere${hostile}.csv`, "--organization", "org_acme"], 1],
  ["an id", ["clients", "show", hostile], 2],
  ["a flag", ["clients", "list", `--${hostile}`], 2],
  ["a command", [hostile], 2]
]

describe("an argument that would drive the terminal", () => {
  it.for(repeated)("is repeated as text: %s", async ([, args, expected]) => {
    const { code, stdout, stderr } = await run(...args)
    assert.deepStrictEqual({ code, stdout }, { code: expected, stdout: "" }, stderr)
    assert.include(stderr, String.raw`\u001b]0;owned\u0007`)
    assert.notMatch(stderr, driving)
    assert.notMatch(stderr, /^(?!partner-api: )/m)
  })
})

describe("a name that would drive the terminal", () => {
  it.for([["organizations"], ["clients"]] as const)(
    "is refused by %s create, and printed as text (decisions, Resources)",
    async ([noun]) => {
      const { code, stdout, stderr } = await run(noun, "create", "--name", hostile)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" }, stderr)
      assert.match(stderr, /^partner-api: --name must be one line without control characters; .*; it is "\\u001b\]0;/)
      assert.notMatch(stderr, driving)
    }
  )
})

describe("help", () => {
  it("has no colours, even where they are requested: they are control characters too", async () => {
    const { code, stdout } = await processesOn(file, { FORCE_COLOR: "1" }).run("clients", "--help")
    assert.strictEqual(code, 0)
    assert.match(stdout, /rotate-secret/)
    assert.notMatch(stdout, driving)
    assert.notInclude(stdout, String.raw`\u`)
  })
})

describe("the log of the server", () => {
  it("has one line for a fault", async () => {
    await using server = await startChildServer({ command: "sandbox" })
    {
      using operator = openDatabase(server.databaseFile)
      operator.db.prepare("UPDATE agencies SET custom_fees = ? WHERE id = 'agy_hirewell'").run(hostile)
    }
    const json = { client_id: "sandbox-partner", client_secret: "sandbox-partner-secret" }
    const token = await server.token("/v1/auth/token", json)
    assert.strictEqual((await server.call("GET", "/v1/agencies/agy_hirewell/fees", { token })).status, 500)
    await server.stop()
    // The search index may meet the row too, between requests, and logs it as well.
    const lines = server.stderr().trimEnd().split("\n")
    for (const line of lines) assert.match(line, /^\{"time":"\S+","level":"error","message":"storage failed.*\}$/)
    assert.lengthOf(
      lines.filter((line) => line.includes("request_id")),
      1,
      server.stderr()
    )
    assert.notMatch(server.stderr(), driving)
  })
})
