/**
 * `partner-api audit`: which entries it shows, and that it follows (docs/operators/clients.md, Audit changes).
 */
import { assert, describe, it } from "@effect/vitest"
import { startProgram } from "../../test/Program.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { processesOn } from "../../test/operator/OnFile.ts"

const file = sharedFolder().file("audit.db")
const { json, run } = processesOn(file)
for (const id of ["cli_a", "cli_b"]) await json("clients", "create", "--name", "P", "--id", id)
await json("clients", "rotate-secret", "cli_a")

/** What is shown with these flags: action and resource of each entry. */
const shown = async (...flags: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { code, stderr, stdout } = await run("audit", "--json", ...flags)
  assert.deepStrictEqual([code, stderr], [0, ""])
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { action, resource_id } = JSON.parse(line)
      return `${action} ${resource_id}`
    })
}

const all = ["client.created cli_a", "client.created cli_b", "secret.added cli_a"]

describe("partner-api audit", () => {
  it.for<[flags: Array<string>, expected: Array<string>]>([
    [[], all],
    [["--type", "secret.added"], all.slice(2)],
    [["--type", "secret.added", "--type", "client.created"], all],
    [["--since", "2026-01-01T00:00:00Z"], all],
    [["--since", "2999-01-01T00:00:00+01:00"], []],
    [["--since", "2h"], all],
    [["--since", "0m"], []],
    // The operator did all of it.
    [["--client", "cli_a"], []]
  ])("shows with %j what was asked for", async ([flags, expected]) =>
    assert.deepStrictEqual(await shown(...flags), expected)
  )

  it("follows until it is interrupted", async () => {
    await using program = startProgram(["audit", "--follow"], { DATABASE_URL: `sqlite:${file}` })
    await program.line(/secret\.added/)
    await json("clients", "create", "--name", "P", "--id", "cli_late")
    assert.match(await program.line(/cli_late/), /client\.created/)
    assert.deepStrictEqual(await program.stop("SIGINT"), { code: 130, signal: null })
    assert.lengthOf(program.text().stdout.split("\n"), all.length + 1, "each once")
  })

  it("refuses an action that is none", async () => {
    const { code, stderr } = await run("audit", "--type", "client.deleted")
    assert.strictEqual(code, 2)
    assert.match(stderr, /client\.revoked/)
  })
})
