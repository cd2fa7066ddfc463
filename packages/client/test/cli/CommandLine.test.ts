/**
 * How a command line may be written: help in words, flags in front of the command, and help of what does not exist (docs/cli.md).
 */
import { assert, describe, it } from "@effect/vitest"
import { parsedArguments } from "../../src/cli/CommandLine.ts"
import { partner } from "../../src/cli/PartnerProgram.ts"
import { runPartner, succeed } from "./Program.ts"
import { startService } from "./Service.ts"

describe("the arguments that the parser gets", () => {
  it.for<[given: string, parsed: string]>([
    ["jobs --limit 1", "jobs --limit 1"],
    ["--json jobs --limit 1", "jobs --limit 1 --json"],
    ["--organization org_1 --json jobs list", "jobs list --organization org_1 --json"],
    ["--organization=org_1 --profile staging jobs", "jobs --organization=org_1 --profile staging"],
    ["--json api GET /v1/jobs -- x", "api GET /v1/jobs --json -- x"],
    ["--limit 1 jobs", "--limit 1 jobs"],
    ["--organization", "--organization"],
    ["help", "--help"],
    ["help jobs list", "jobs list --help"],
    ["jobs get help", "jobs get help"],
    ["jobs --help", "jobs --help"],
    ["jobs get nonsense --help", "jobs get nonsense --help"],
    ["nonsense --help", "nonsense"],
    ["jobs nonsense -h", "jobs nonsense"],
    ["help nonsense", "nonsense"]
  ])("of %j are %j", ([given, parsed]) =>
    assert.strictEqual(parsedArguments(partner, given.split(" ")).join(" "), parsed)
  )
})

describe("partner", () => {
  it("gives help of a command in words too", async () => {
    const [words, flag] = [await succeed(undefined, ["help", "jobs"]), await succeed(undefined, ["jobs", "--help"])]
    assert.strictEqual(words.stdout, flag.stdout)
    assert.include(words.stdout, "partner jobs")
  })

  it("takes flags of every command in front of the command", async () => {
    await using service = await startService()
    const before = await succeed(service, ["--json", "--organization", "org_1", "jobs", "--limit", "1"])
    const behind = await succeed(service, ["jobs", "--limit", "1", "--organization", "org_1", "--json"])
    assert.strictEqual(before.stdout, behind.stdout)
    assert.strictEqual(Object(JSON.parse(before.stdout)).id, "job_1")
  })

  it.for<[line: string, list: string]>([
    ["fees preview --salary 1:EUR", "partner agencies"],
    ["applications show", "partner applications"],
    ["webhooks show", "partner webhooks"],
    ["events show", "partner events"],
    ["jobs get --json", "partner jobs"],
    ["users get", "partner users"]
  ])("names what lists the ids where %j lacks one (docs/cli)", async ([line, list]) => {
    const { code, stderr } = await runPartner(undefined, line.split(" "))
    assert.strictEqual(code, 2)
    assert.match(stderr, new RegExp(`Missing required argument: \\w+\\. ${list} lists the ids\\.`))
  })

  it.for([["nonsense"], ["jobs", "nonsense"]])("gives no help of %j, which does not exist", async (words) => {
    const { code, stderr, stdout } = await runPartner(undefined, [...words, "--help"])
    assert.strictEqual(code, 2)
    assert.strictEqual(stdout, "")
    assert.include(stderr, "nonsense")
  })
})
