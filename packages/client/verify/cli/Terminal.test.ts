/**
 * Names and notes of the service reach the terminal as text, in every command that shows one, and mean the same as JSON (decisions,
 * Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import { runPartner, succeed } from "../../test/cli/Program.ts"
import { startService } from "../../test/cli/Service.ts"

/** A title, a cleared screen, a colour in C1, a forged line, DEL, and text from right to left. */
const hostile = "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\nforged\u007f\u202egnp\u2066"
const shown = String.raw`\u001b]0;owned\u0007\u001b[2J\u009b31m\u000d\u000aforged\u007f\u202egnp\u2066`
const driving = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u

const recordedAt = { created_at: "2025-11-03T09:30:00.000Z", updated_at: "2025-11-03T09:30:00.000Z" }

const organizations = [
  {
    id: "org_1",
    name: hostile,
    jobs: [{ id: "job_1", title: hostile, description: hostile, location: hostile }],
    users: [{ id: "usr_1", first_name: hostile, last_name: hostile, email: "ada@example.com", ...recordedAt }],
    agencies: [
      {
        id: "agy_1",
        name: hostile,
        fees: { optimizedFee: false, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1, note: hostile }] }
      }
    ]
  },
  { id: "org_2", name: hostile }
] as const

const inFirst = ["--organization", "org_1"]
const commands: ReadonlyArray<readonly [command: string, args: ReadonlyArray<string>]> = [
  ["organizations", []],
  ["whoami", []],
  ["jobs", inFirst],
  ["jobs get job_1", inFirst],
  ["users list", inFirst],
  ["users get usr_1", inFirst],
  ["agencies", inFirst],
  ["agencies get agy_1", inFirst],
  ["fees get agy_1", inFirst],
  ["fees set agy_1 --optimized --dry-run", inFirst]
]

describe("text that would drive the terminal", () => {
  it.for(commands)("is shown as text by partner %s", async ([command, args]) => {
    await using service = await startService({ organizations })
    const { stderr, stdout } = await succeed(service, [...command.split(" "), ...args])
    assert.include(stdout, shown)
    assert.notMatch(stdout + stderr, driving)
    assert.notMatch(stdout, /^forged/m)
  })

  it.for(commands)("means the same as JSON by partner %s", async ([command, args]) => {
    await using service = await startService({ organizations })
    const { stderr, stdout } = await succeed(service, [...command.split(" "), ...args, "--json"])
    assert.notMatch(stdout + stderr, driving)
    assert.include(JSON.stringify(JSON.parse(stdout)), JSON.stringify(hostile))
  })

  it("is in a cell of CSV as text, with its line ends", async () => {
    await using service = await startService({ organizations })
    const { stdout } = await succeed(service, ["organizations", "--csv"])
    assert.include(stdout, shown.replace(String.raw`\u000d\u000a`, "\r\n"))
    assert.notMatch(stdout, /[^\P{Cc}\r\n]|[\u202a-\u202e\u2066-\u2069]/u)
  })

  it("is shown as text where an organization must be chosen, and where an argument is repeated", async () => {
    await using service = await startService({ organizations })
    const choice = await runPartner(service, ["jobs"])
    assert.include(choice.stderr, `\n  org_2  ${shown}\n`)
    const flag = await runPartner(service, ["jobs", `--${hostile}`])
    const value = await runPartner(service, ["jobs", "--organization", hostile])
    const path = await runPartner(undefined, ["jobs", "--config", `/nowhere/${hostile}`])
    for (const { code, stderr } of [choice, flag, value, path]) {
      assert.notStrictEqual(code, 0)
      assert.include(stderr, String.raw`\u001b]0;owned\u0007`)
      assert.notMatch(stderr, driving)
    }
  })
})
