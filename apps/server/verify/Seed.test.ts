/** A database filled twice with as many organizations as one client may have. */
import { assert, describe, it } from "@effect/vitest"
import { runProcess } from "../test/Program.ts"
import { sharedFolder } from "../test/TestServer.ts"

const folder = sharedFolder()
const organizations = 1_000
const arguments_ = ["seed", "--organizations", String(organizations), "--jobs", "1000", "--json"]
const seed = () => runProcess(arguments_, { DATABASE_URL: `sqlite:${folder.file("full.db")}` })
const organizationsOf = (stdout: string): unknown => JSON.parse(stdout).organizations

describe("partner-api seed", () => {
  it("may be run again with as many organizations as one client may have (decisions, Tokens)", async () => {
    const first = await seed()
    const second = await seed()
    assert.deepStrictEqual([first.code, second.code], [0, 0], first.stderr + second.stderr)
    assert.lengthOf(Object(organizationsOf(first.stdout)), organizations)
    assert.deepStrictEqual(organizationsOf(second.stdout), organizationsOf(first.stdout))
  })
})
