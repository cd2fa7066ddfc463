/**
 * `partner users import` on a file that is longer than its heap, and one that is interrupted (docs/cli.md, Import).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { ChangeableAnswer } from "../../src/testing.ts"
import { makeHome, startPartner, succeed } from "../../test/cli/Program.ts"
import { startService } from "../../test/cli/Service.ts"

const inOrganization = { PARTNER_ORGANIZATION: "org_1" }

const writeUsers = (file: string, count: number, note: string) =>
  Fs.writeFileSync(
    file,
    Array.from({ length: count }, (_, index) => `user${index}@example.com,User,${index}${note}\n`).reduce(
      (text, line) => text + line,
      "email,first_name,last_name\n"
    )
  )

describe("partner users import (docs/cli.md, Import)", () => {
  it("holds a part of the file in memory: 40,000 lines of 1 KB, all refused, with a heap of 48 MB", async () => {
    await using service = await startService()
    using home = makeHome()
    const file = Path.join(home.path, "users.csv")
    writeUsers(file, 40_000, "x".repeat(1_000))
    const args = ["users", "import", file, "--json"]
    const { code, stderr, stdout } = await startPartner(service, args, inOrganization, [
      "--max-old-space-size=48"
    ]).end()
    assert.strictEqual(code, 3, stderr)
    const { lines, refused, refused_lines } = JSON.parse(stdout)
    assert.deepStrictEqual([lines, refused, refused_lines.length], [40_000, 40_000, 1_000])
    assert.strictEqual(service.server.count("users.create"), 0)
  })

  it.for(["SIGINT", "SIGTERM"] as const)(
    "that %s ends prints how far it came, and the next run repeats nothing",
    async (signal) => {
      await using service = await startService()
      using home = makeHome()
      const file = Path.join(home.path, "users.csv")
      writeUsers(file, 200, "")
      // The request after these is never answered.
      const answeredMax = 99
      const begun = new Promise<void>((resolve) => {
        let added = 0
        const change = (answer: ChangeableAnswer) => {
          added += 1
          if (added === answeredMax) resolve()
          return answer
        }
        service.server.failNext("users.create", { change }, { times: answeredMax })
      })
      service.server.failNext("users.create", "hang")
      const started = startPartner(service, ["users", "import", file], inOrganization)
      await begun
      started.child.kill(signal)
      const { code, stderr, stdout } = await started.end()
      assert.strictEqual(code, signal === "SIGINT" ? 130 : 143)
      assert.match(stdout, /^\d+ lines: \d+ created, 0 existing, 0 refused/)
      assert.match(stderr, /Run the same command again/)
      const again = await succeed(service, ["users", "import", file], inOrganization)
      assert.match(again.stdout, /^200 lines: \d+ created, \d+ existing, 0 refused/)
      assert.strictEqual(service.server.data.users("org_1").length, 202)
    }
  )
})
