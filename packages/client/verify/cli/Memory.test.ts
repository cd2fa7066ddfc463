/** Memory of `partner` on a list that is longer than its heap. */
import { assert, describe, it } from "@effect/vitest"
import { startPartner } from "../../test/cli/Program.ts"
import { startService } from "../../test/cli/Service.ts"

describe("lists of `partner`", () => {
  it("hold one page in memory, not the list: 20,000 jobs of 2 KB with a heap of 36 MB", async () => {
    const description = "x".repeat(2_048)
    const jobs = {
      count: 20_000,
      item: (index: number) => ({
        id: `job_${String(index).padStart(6, "0")}`,
        title: `Engineer ${index}`,
        description
      })
    }
    await using service = await startService({ organizations: [{ id: "org_1", name: "A", jobs }] })
    const program = startPartner(service, ["jobs", "--all", "--json"], {}, ["--max-old-space-size=36"])
    // Counted as it comes: what is measured here is the program, not its reader.
    let lines = 0
    program.child.stdout.removeAllListeners("data").on("data", (text: string) => {
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1
    })
    const { code, stderr } = await program.end()
    assert.deepStrictEqual({ code, lines }, { code: 0, lines: 20_000 }, stderr)
  })
})
