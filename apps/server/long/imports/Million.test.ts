/** A million jobs are imported, and a kill half-way changes nothing of the end (import). */
import { assert, it } from "@effect/vitest"
import { countJobs, countsOf } from "../../test/imports/ImportWorld.ts"
import { digestOf, importsJobs, manyJobs, run, start, timeout, world } from "../../verify/imports/ManyJobs.ts"

const jobs = manyJobs(1_000_000)
const { file, lines, whole } = jobs

importsJobs(jobs)

it("killed half-way and started again give the same result (import)", { timeout }, async () => {
  const killed = world.database()
  await using program = start(killed, file)
  await program.errorMatch(/importing jobs .* 50%/)
  assert.strictEqual((await program.kill("SIGKILL")).signal, "SIGKILL")
  const written = Number(countJobs(killed))
  const { stdout, ...figures } = await run(killed, file)
  console.log(JSON.stringify({ check: "import again", written, ...figures }))
  assert.isAtLeast(written, lines / 2 - 1_000)
  assert.deepStrictEqual(countsOf(stdout), [lines, lines - written, 0, written, 0])
  assert.strictEqual(digestOf(killed), digestOf(whole))
})
